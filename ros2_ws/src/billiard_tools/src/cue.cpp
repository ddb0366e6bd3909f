// SPDX-License-Identifier: Apache-2.0
// `billiard cue status|test`: the cue actuator for a person at the bench.
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "commands.hpp"
#include "could_not.hpp"
#include "firmware_bridge/host/bench.hpp"
#include "number_in.hpp"
#include "output.hpp"

namespace billiard {
namespace {

namespace host = firmware_bridge::host;
namespace protocol = firmware_bridge::protocol;
using nlohmann::ordered_json;

struct CueOptions {
  std::string port{"/dev/ttyACM0"};
  int baud{115200};
  double timeout{3.0};  // [s]
  int loads{100};
  std::vector<double> speeds;  // [m/s]
  bool fire{false};
  std::string json;
};

host::CueClient connect(const CueOptions& options) {
  host::ClientSettings settings;
  settings.address = options.port;
  settings.baud = options.baud;
  settings.reopen_period = 100;
  return host::CueClient(settings);
}

host::CueStatus status_of(host::CueClient& client, const CueOptions& options) {
  return host::read_status(client, static_cast<host::TimeMs>(1000.0 * options.timeout));
}

ordered_json to_json(const host::CueStatus& status) {
  ordered_json json = {{"state", protocol::name_of(status.state.state)},
                       {"firmware_version", host::version_text(status.device.firmware_version)},
                       {"boot_count", status.device.boot_count},
                       {"last_shot_id", status.state.last_shot_id},
                       {"position_m", status.state.position},
                       {"estop", status.state.estop != 0},
                       {"speed_range_m_s", {status.device.min_speed, status.device.max_speed}},
                       {"max_elevation_rad", status.device.max_elevation},
                       {"max_offset_ball_radii", status.device.max_offset},
                       {"watchdog_ms", status.device.watchdog_ms},
                       {"accepted_frames", status.state.accepted_frames},
                       {"rejected_frames", status.state.rejected_frames},
                       {"busiest_period_us", status.state.busiest_period_us},
                       {"faults", ordered_json::array()}};
  for (const protocol::Fault& fault : status.faults) {
    json["faults"].push_back({{"time_s", 0.001 * fault.device_time_ms},
                              {"code", protocol::name_of(fault.code)},
                              {"state", protocol::name_of(fault.state)},
                              {"detail", fault.detail}});
  }
  return json;
}

void print(const host::CueStatus& status) {
  fmt::print("state     {}{}\n", protocol::name_of(status.state.state),
             status.state.estop != 0 ? " (E-stop pressed)" : "");
  fmt::print("firmware  {}, boot {}, last shot {}\n",
             host::version_text(status.device.firmware_version), status.device.boot_count,
             status.state.last_shot_id);
  fmt::print("limits    {:.2f} ... {:.2f} m/s, elevation {:.2f} rad, offset {:.2f} radii\n",
             status.device.min_speed, status.device.max_speed, status.device.max_elevation,
             status.device.max_offset);
  fmt::print("line      {} frames accepted, {} rejected\n", status.state.accepted_frames,
             status.state.rejected_frames);
  for (const protocol::Fault& fault : status.faults) {
    fmt::print("fault     {:9.3f} s  {} while {} ({:g})\n", 0.001 * fault.device_time_ms,
               protocol::name_of(fault.code), protocol::name_of(fault.state), fault.detail);
  }
}

void run_status(const CueOptions& options) {
  check_destinations({{"--json", options.json}});
  host::CueClient client = connect(options);
  const host::CueStatus status = status_of(client, options);
  Output output;
  output.add_json(options.json, to_json(status));
  if (!output.uses_stdout()) print(status);
  output.commit();
}

ordered_json play(host::CueClient& client, double speed, bool quiet) {
  const host::CueShot shot{static_cast<float>(speed), 0.0F, 0.0F, 0.0F, 0.0F};
  const host::ShotOutcome outcome = host::play_shot(client, shot);
  const bool fired = outcome.kind == host::ShotOutcome::Kind::kFired;
  if (!fired) throw CouldNot(fmt::format("shot of {} m/s: {}", speed, outcome.reason));
  const double error = 100.0 * (static_cast<double>(outcome.measured_speed) / speed - 1.0);
  if (!quiet) {
    fmt::print("shot      {:.2f} m/s commanded, {:.3f} m/s measured ({:+.2f} %), {:.1f} A\n", speed,
               outcome.measured_speed, error, outcome.peak_current);
  }
  return {{"commanded_m_s", speed},
          {"measured_m_s", outcome.measured_speed},
          {"error_percent", error},
          {"peak_current_a", outcome.peak_current}};
}

void run_test(const CueOptions& options) {
  if (!options.speeds.empty() && !options.fire) {
    throw std::invalid_argument("--speed: the cue would move; add --fire when the way is clear");
  }
  if (options.fire && options.speeds.empty()) {
    throw std::invalid_argument("--fire: needs --speed, the tip speed of each stroke [m/s]");
  }
  check_destinations({{"--json", options.json}});
  host::CueClient client = connect(options);
  const host::CueStatus status = status_of(client, options);
  if (status.state.state != protocol::CueState::kIdle) {
    throw CouldNot(fmt::format("the cue is {}, not idle", protocol::name_of(status.state.state)));
  }
  Output output;
  const bool quiet = options.json == "-";
  const host::LineReport line = host::test_line(client, options.loads);
  if (!quiet) {
    fmt::print(
        "line      {} LOADs confirmed, {} failed; median {:.2f} ms, p99 {:.2f} ms, max {:.2f} ms\n",
        line.confirmed, line.failed, line.median_ms, line.p99_ms, line.max_ms);
  }
  ordered_json shots = ordered_json::array();
  for (const double speed : options.speeds) shots.push_back(play(client, speed, quiet));
  output.add_json(options.json, {{"loads_confirmed", line.confirmed},
                                 {"loads_failed", line.failed},
                                 {"load_median_ms", line.median_ms},
                                 {"load_p99_ms", line.p99_ms},
                                 {"load_max_ms", line.max_ms},
                                 {"shots", shots}});
  output.commit();
  if (line.failed > 0) throw CouldNot(fmt::format("{} LOADs failed", line.failed));
}

void add_connection(CLI::App& command, CueOptions& options) {
  command.add_option("--port", options.port, "Serial line, or unix:PATH of an emulator")
      ->envname("BILLIARD_CUE_PORT")
      ->capture_default_str();
  command.add_option("--baud", options.baud, "Of the serial line [Bd]")->capture_default_str();
  command.add_option("--timeout", options.timeout, "For the first contact [s]")
      ->check(number_in(0.1, 60.0))
      ->capture_default_str();
  command.add_option("--json", options.json, "Write the report as JSON (- for stdout)");
}

}  // namespace

void add_cue(CLI::App& app) {
  CLI::App* cue = app.add_subcommand("cue", "Look at the cue actuator and try it");
  cue->require_subcommand(1);
  const auto options = std::make_shared<CueOptions>();

  CLI::App* status = cue->add_subcommand("status", "State, limits and fault log of the cue");
  add_connection(*status, *options);
  status->callback([options] { run_status(*options); });

  CLI::App* test =
      cue->add_subcommand("test", "Try the line; with --speed and --fire also strokes");
  add_connection(*test, *options);
  test->add_option("--loads", options->loads, "LOADs to time; nothing moves")
      ->check(whole_number_in(1, 100000))
      ->capture_default_str();
  test->add_option("--speed", options->speeds,
                   "Stroke at this tip speed [m/s], with --fire; may repeat")
      ->check(number_in(protocol::kMinTipSpeed, protocol::kMaxTipSpeed));
  test->add_flag("--fire", options->fire, "The way is clear: the cue may move, at --speed");
  test->callback([options] { run_test(*options); });
}

}  // namespace billiard
