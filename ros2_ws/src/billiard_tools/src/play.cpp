// SPDX-License-Identifier: Apache-2.0
// `billiard play`: the whole robot in simulation, from rack to report.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>

#include "billiard_engine/files/file_error.hpp"
#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/rules.hpp"
#include "child_process.hpp"
#include "commands.hpp"
#include "could_not.hpp"
#include "number_in.hpp"
#include "output.hpp"
#include "session/game_report.hpp"
#include "session/own_domain.hpp"

namespace billiard {
namespace {

namespace fs = std::filesystem;

struct PlayOptions {
  std::string game{"eight_ball"};
  std::string table{"pool_9ft"};
  std::string physics, real_physics;
  int racks{1};
  int most_shots{80};
  double noise{1.0};
  std::string mismatch{"0"};
  std::uint64_t seed{1};
  double budget{1.0};
  std::string firmware{"native"};
  std::string record;
  session::ReportFiles files;
};

/// "0.1" or "10%".
double parse_share(const std::string& text) {
  std::size_t used = 0;
  double share = -1.0;
  try {
    share = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const bool percent = used + 1 == text.size() && text.back() == '%';
  if (percent) share /= 100.0;
  const bool whole = used > 0 && (percent || used == text.size());
  if (!whole || !(share >= 0.0 && share <= 0.5)) {
    throw std::invalid_argument(
        fmt::format("--mismatch is '{}'; allowed: 0 to 0.5, or 0% to 50%", text));
  }
  return share;
}

std::string default_folder() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("game_{:%Y-%m-%d_%H-%M-%S}", local);
}

std::vector<std::string> launch_command(const PlayOptions& options, const std::string& socket) {
  std::vector<std::string> command = {"ros2", "launch", "billiard_bringup",
                                      "simulation.launch.xml"};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) command.push_back(fmt::format("{}:={}", name, value));
  };
  add("game", options.game);
  add("table", options.table);
  add("physics", options.physics);
  add("real_physics", options.real_physics);
  add("racks", std::to_string(options.racks));
  add("most_shots", std::to_string(options.most_shots));
  add("noise", fmt::format("{:.6f}", options.noise));
  add("mismatch", fmt::format("{:.6f}", parse_share(options.mismatch)));
  add("seed", std::to_string(options.seed));
  add("budget", fmt::format("{:.6f}", options.budget));
  add("firmware", options.firmware);
  add("cue_socket", socket);
  add("record", "true");
  add("record_dir", fs::absolute(options.record).string());
  return command;
}

/// What of the launch's output a player wants to see: what the game says, its warnings too, and the
/// errors of all. Other nodes' warnings are in the log.
void show(const std::string& line, std::FILE* out) {
  const std::string mark = "[game]: ";
  const std::size_t at = line.find(mark);
  if (at != std::string::npos) {
    fmt::print(out, "{}\n", line.substr(at + mark.size()));
  } else if (line.find("[ERROR]") != std::string::npos ||
             (line.find(": cannot ") != std::string::npos &&  // as programs other than nodes say it
              line.find("[WARN]") == std::string::npos)) {
    fmt::print(stderr, "{}\n", line);
  } else {
    return;
  }
  std::fflush(out);
}

/// Before anything is started or written.
void check(const PlayOptions& options) {
  if (!find_game(options.game)) {
    throw std::invalid_argument(
        fmt::format("--game is '{}'; allowed: eight_ball, nine_ball, free", options.game));
  }
  (void)load_settings(options.table, options.real_physics);
  const Table table = load_settings(options.table, options.physics).table;
  if (table.spec.balls != BallSet::kPool) {
    const char* balls = table.spec.balls == BallSet::kSnooker ? "snooker" : "carom";
    throw std::invalid_argument(
        fmt::format("--table is '{}', with `balls: {}`; allowed: tables with `balls: pool`",
                    options.table, balls));
  }
  if (table.pocket_count == 0) {
    throw std::invalid_argument(
        fmt::format("--table is '{}', without pockets; allowed: one with pockets", options.table));
  }
}

/// What was recorded is no input: that it is too little is no mistake of the user's.
session::GameSummary report(const PlayOptions& options) {
  try {
    return write_game_report(options.record, options.files);
  } catch (const FileError& error) {
    throw CouldNot(error.what());
  }
}

void play(PlayOptions options) {
  check(options);
  if (options.record.empty()) options.record = default_folder();
  while (options.record.size() > 1 && options.record.back() == '/') options.record.pop_back();
  if (fs::exists(options.record)) {
    throw std::invalid_argument("--record: '" + options.record + "' is there already");
  }
  const std::string socket =
      (fs::temp_directory_path() / fmt::format("billiard_cue_{}", ::getpid())).string();
  const std::vector<std::string> command = launch_command(options, socket);
  const bool quiet = options.files.json == "-" || options.files.html == "-";
  std::FILE* out = quiet ? stderr : stdout;
  const std::string log_name = options.record + ".log";
  if (const fs::path folder = fs::path(log_name).parent_path(); !folder.empty()) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
      throw std::invalid_argument(fmt::format("--record is '{}'; allowed: a new folder ({})",
                                              options.record, error.message()));
    }
  }
  check_destinations({{"--json", options.files.json}, {"--html", options.files.html}});
  std::ofstream log(log_name);
  if (!log) throw CouldNot("cannot write '" + log_name + "'");
  // Else it would play with whatever robot runs beside it.
  const session::OwnDomain domain;
  const std::string where = fmt::format("Log: {} (ROS_DOMAIN_ID={})", log_name, domain.id());
  log << where << std::endl;
  fmt::print(out, "{}\n", where);
  std::fflush(out);
  const int code = run_child(command, [&](const std::string& line) {
    log << line << std::endl;
    show(line, out);
  });
  if (!fs::exists(options.record)) {
    throw CouldNot(code == 0
                       ? "the game was ended before it began"
                       : fmt::format("the robot could not be started (exit code {}); see '{}'",
                                     code, log_name));
  }
  if (options.files.html.empty()) options.files.html = options.record + ".html";
  options.files.table = options.table;
  options.files.racks = static_cast<std::uint32_t>(options.racks);
  const session::GameSummary summary = report(options);
  fmt::print(out, "\n{}", to_text(summary));
  fmt::print(out, "\nRecording: {}\nReport:    {}\nLog:       {}\n", options.record,
             options.files.html, log_name);
  if (code != 0) throw CouldNot(fmt::format("the game ended with code {}", code));
  if (summary.racks_finished == 0) throw CouldNot("the game was ended before a rack was finished");
}

}  // namespace

void add_play(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "play",
      "The whole robot in simulation, in a ROS domain of its own (unless ROS_DOMAIN_ID is set): "
      "plays racks, records and reports them");
  const auto options = std::make_shared<PlayOptions>();
  command->add_option("--game", options->game, "eight_ball, nine_ball or free")
      ->capture_default_str();
  command
      ->add_option("--table", options->table,
                   "Table, with pool balls: a name in config/tables or a file")
      ->capture_default_str();
  command->add_option("--physics", options->physics,
                      "Physics the robot believes in (default: the table's own)");
  command->add_option("--real-physics", options->real_physics,
                      "Physics of the simulated table (default: the table's own)");
  command->add_option("--racks", options->racks, "Racks to play")
      ->check(whole_number_in(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--shots", options->most_shots, "A rack that takes more is given up")
      ->check(whole_number_in(1, 10'000))
      ->capture_default_str();
  command->add_option("--noise", options->noise, "Factor on the cue's execution noise [-]")
      ->check(number_in(0.0, 100.0))
      ->capture_default_str();
  command
      ->add_option("--mismatch", options->mismatch,
                   "Largest share by which that table differs from its physics file, 0.1 or 10%")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Of racks, noise, mismatch and planning")
      ->check(whole_number_in(0, 1'000'000'000))
      ->capture_default_str();
  command->add_option("--budget", options->budget, "Time for planning a shot [s]")
      ->check(number_in(0.05, 60.0))
      ->capture_default_str();
  command->add_option("--firmware", options->firmware, "native or qemu")
      ->check(CLI::IsMember({"native", "qemu"}))
      ->capture_default_str();
  command->add_option("--record", options->record,
                      "Folder of the recording (default: game_DATE_TIME)");
  command->add_option("--html", options->files.html, "Report (default: RECORDING.html)");
  command->add_option("--json", options->files.json, "Write all figures (- for stdout)");
  command->callback([options] { play(*options); });
}

}  // namespace billiard
