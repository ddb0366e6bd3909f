// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include <fmt/format.h>

#include "given_values.hpp"

namespace billiard {
namespace {

const char* const kExitCodes =
    "Exit code: 0 done, 1 could not, 2 wrong input. Files, field by field: docs/files.md.";
#ifndef BILLIARD_WITH_ROS
const char* const kWithRos =
    "In the ROS 2 workspace, which scripts/billiard builds when one of them is called:\n"
    "  play                        The whole robot in simulation: plays, records and reports\n"
    "  replay                      Track and predict a recording again, report the error\n"
    "  report                      Summary and animated shots of a recorded game\n\n";
#endif

/// For all subcommands, and theirs.
void check_values_first(CLI::App& app) {
  const auto has_name = [](const CLI::App* command) { return !command->get_name().empty(); };
  for (CLI::App* command : app.get_subcommands(has_name)) {
    command->parse_complete_callback([command] { check_given_values(*command); });
    check_values_first(*command);
  }
}

}  // namespace

void add_commands(CLI::App& app) {
  app.footer(kExitCodes);  // subcommands inherit it
  add_simulate(app);
  add_cue(app);
  add_locate(app);
  add_track(app);
  add_calibrate(app);
  add_plan(app);
  add_shape(app);
  add_fit(app);
  add_lab(app);
  add_render(app);
  add_fields(app);
#ifdef BILLIARD_WITH_ROS
  add_play(app);
  add_replay(app);
  add_report(app);
#else
  app.footer(std::string(kWithRos) + kExitCodes);
#endif
  check_values_first(app);
}

std::string find_unknown_command(const CLI::App& app, int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  if (first.empty() || first.front() == '-') return "";
  std::string allowed;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->check_name(first)) return "";
    allowed += (allowed.empty() ? "" : ", ") + command->get_name();
  }
#ifndef BILLIARD_WITH_ROS
  allowed += ", and play, replay, report in the ROS 2 workspace";
#endif
  return fmt::format("subcommand is '{}'; allowed: {}", first, allowed);
}

}  // namespace billiard
