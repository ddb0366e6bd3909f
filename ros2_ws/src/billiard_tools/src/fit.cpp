// SPDX-License-Identifier: Apache-2.0
// `billiard fit`: the physics of a table from recorded shots.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "billiard_engine/files/file_error.hpp"
#include "billiard_engine/files/settings.hpp"
#include "commands.hpp"
#include "could_not.hpp"
#include "fit/aim.hpp"
#include "fit/physics_fit.hpp"
#include "fit/session_shots.hpp"
#include "number_in.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace billiard {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kSeen = 0.4;       // of a test shot, to find its start [s]
constexpr double kPredicted = 2.0;  // after that [s]

struct Options {
  std::string trajectories;
  std::string bag;
  std::string table;
  std::string physics;
  double until = 2.4;
  bool test = false;
  std::string out;
  std::string json;
};

/// Errors of the cue ball over the shots kept for the test.
struct Test {
  std::vector<double> ahead;  ///< from kSeen on for kPredicted, sorted [m]
  std::vector<double> whole;  ///< over the whole shot, sorted [m]
};

double median(const std::vector<double>& sorted) { return sorted[sorted.size() / 2]; }

void check_size(const Options& options, const Trajectories& seen, const Settings& settings) {
  const auto check = [&](const char* field, double given, double expected) {
    if (std::abs(given - expected) <= 0.02 * expected) return;
    throw FileError(fmt::format("{}: {} is {} m; the table {} has {} m", options.trajectories,
                                field, given, options.table, expected));
  };
  check("table_m[0]", seen.length, settings.table.spec.length);
  check("table_m[1]", seen.width, settings.table.spec.width);
  check("ball_diameter_m", seen.ball_diameter, 2.0 * settings.physics.ball.radius);
}

/// The shots of the file or bag.
std::vector<ObservedShot> load_shots(const Options& options, const Settings& settings) {
  if (options.trajectories.empty() == options.bag.empty()) {
    throw FileError(
        fmt::format("--trajectories is '{}' and --bag is '{}'; allowed: exactly one of them",
                    options.trajectories, options.bag));
  }
  if (!options.trajectories.empty()) {
    Trajectories seen = load_trajectories(options.trajectories);
    check_size(options, seen, settings);
    return std::move(seen.shots);
  }
#ifdef BILLIARD_WITH_ROS
  const session::Recording recording = session::read_recording(options.bag);
  const auto& moments = recording.balls.empty() ? recording.truth : recording.balls;
  std::vector<ObservedShot> shots =
      shots_of_session(moments, session::find_shots(recording.results, moments));
  if (shots.empty()) {
    throw CouldNot(options.bag + ": has no shot of a few balls on /balls or /ground_truth");
  }
  return shots;
#else
  throw CouldNot(options.bag + ": bags need a build with ROS 2 (scripts/billiard makes one)");
#endif
}

std::vector<ShotModel> models(const std::vector<ObservedShot>& shots, const Settings& settings,
                              std::size_t first, std::size_t every) {
  const double noise = position_noise(shots);
  std::vector<ShotModel> list;
  for (std::size_t i = first; i < shots.size(); i += every) {
    list.emplace_back(settings.table, shots[i], settings.physics.ball.radius, noise);
  }
  return list;
}

/// The cue ball's path up to `to` [s] as the beginning of the shot lets expect it.
Path predicted_path(const ShotModel& shot, Simulator& simulator, const Table& table, double to) {
  const bool carom = !table.spec.pockets && shot.ball_count() == 3;
  if (carom) return expected_path(shot, simulator, kSeen, to);
  Start start;
  (void)fit_start(shot, simulator, {.until = kSeen}, start);
  return shot.cue_path(simulator, start, to);
}

Test test(const std::vector<ShotModel>& shots, const Table& table, const Physics& physics) {
  constexpr double kLongest = 600.0;
  Simulator simulator(table, physics);
  Test result;
  for (const ShotModel& shot : shots) {
    const Path path = predicted_path(shot, simulator, table, kSeen + kPredicted);
    const double ahead = shot.cue_error(path, kSeen, kSeen + kPredicted);
    if (!std::isfinite(ahead)) continue;  // the recording ends before
    result.ahead.push_back(ahead);
    result.whole.push_back(
        shot.cue_error(predicted_path(shot, simulator, table, kLongest), 0.0, kLongest));
  }
  std::sort(result.ahead.begin(), result.ahead.end());
  std::sort(result.whole.begin(), result.whole.end());
  return result;
}

Json to_json(const std::vector<double>& sorted) {
  return {{"median_m", median(sorted)},
          {"quarter_m", sorted[sorted.size() / 4]},
          {"three_quarters_m", sorted[3 * sorted.size() / 4]},
          {"largest_m", sorted.back()}};
}

Json to_json(const PhysicsFit& fit, std::size_t shots, const Test& test) {
  Json values = Json::object();
  for (const FittedValue& v : fit.values)
    values[v.field] = {{"value", v.value}, {"sigma", v.sigma}};
  Json json{{"shots", shots},
            {"noise_m", fit.noise},
            {"cue_slope", fit.slope},
            {"camera_lag_s_per_m", {fit.lag.x(), fit.lag.y()}},
            {"values", values}};
  if (!test.ahead.empty()) {
    json["test"] = {{"shots", test.ahead.size()},
                    {"ahead", to_json(test.ahead)},
                    {"whole", to_json(test.whole)}};
  }
  return json;
}

void fit(const Options& options) {
  check_destinations({{"--out", options.out}, {"--json", options.json}});
  const Settings settings = load_settings(options.table, options.physics);
  const std::vector<ObservedShot> recorded = load_shots(options, settings);
  if (options.test && recorded.size() < 2) {
    throw FileError(options.trajectories + options.bag + ": --test needs at least 2 shots");
  }
  const std::vector<ShotModel> shots = models(recorded, settings, 0, options.test ? 2 : 1);
  Progress progress("fitting");
  const PhysicsFit found = fit_physics(shots, settings.table, settings.physics, options.until,
                                       [&](double part) { progress.update(part); });
  Test tested;
  if (options.test) {
    std::vector<ShotModel> others = models(recorded, settings, 1, 2);
    for (ShotModel& shot : others) {
      shot.set_noise(found.noise);
      shot.set_lag(found.lag);
      StrokePrior strokes = shot.prior();
      strokes.slope = found.slope;
      shot.set_prior(strokes);
    }
    tested = test(others, settings.table, found.physics);
  }
  Output output;
  output.add(options.out, to_yaml(found.physics));
  output.add_json(options.json, to_json(found, shots.size(), tested));
  output.commit();
  if (output.uses_stdout()) return;
  fmt::print("fitted on {} shots\n", shots.size());
  if (found.slope > 0.0) fmt::print("  {:<26}{:>10.2g}\n", "slope of the cue", found.slope);
  fmt::print("  {:<26}{:>10.2g} ± {:.2g}, {:.2g} ± {:.2g} ms/m\n", "lag of the camera, x and y",
             1e3 * found.lag.x(), 1e3 * found.lag_sigma.x(), 1e3 * found.lag.y(),
             1e3 * found.lag_sigma.y());
  for (const FittedValue& v : found.values) {
    fmt::print("  {:<26}{:>10.5g} ± {:.2g}\n", v.field, v.value, v.sigma);
  }
  if (tested.ahead.empty()) return;
  fmt::print(
      "on {} other shots, start from their first {} s: the cue ball's median error (RMS) is "
      "{:.0f} mm over the next {} s, {:.0f} mm over whole shots\n",
      tested.ahead.size(), kSeen, 1e3 * median(tested.ahead), kPredicted,
      1e3 * median(tested.whole));
}

}  // namespace

void add_fit(CLI::App& app) {
  CLI::App* command = app.add_subcommand("fit", "Physics of a table from recorded shots");
  const auto o = std::make_shared<Options>();
  command->add_option("--trajectories", o->trajectories, "Recorded positions (JSON)");
  command->add_option("--bag", o->bag, "rosbag2 bag of the robot with /balls or /ground_truth");
  command->add_option("--table", o->table, "Table: name or file")->required();
  command->add_option("--physics", o->physics,
                      "First guess: name or file (default: the table's own)");
  command->add_option("--until", o->until, "Uses what was seen up to this time [s]")
      ->check(number_in(0.2, 60.0))
      ->capture_default_str();
  command->add_flag("--test", o->test, "Fits on every second shot and tests on the others");
  command->add_option("--out", o->out, "Physics file to write (YAML)");
  command->add_option("--json", o->json, "Write values and test as JSON (- for stdout)");
  command->callback([o] { fit(*o); });
}

}  // namespace billiard
