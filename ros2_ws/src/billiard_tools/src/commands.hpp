// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <stdexcept>

namespace billiard {

/// Ends a subcommand that had right input but could not do its job (exit code 1). Wrong input is a
/// FileError or std::invalid_argument (exit code 2).
class CouldNot : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Adds every subcommand. To add one: write add_NAME(CLI::App&) in src/NAME.cpp, declare it below
/// and call it in commands.cpp. Those that read whole bags of the robot (replay, report) exist only
/// where ROS 2 and our messages were found.
void add_commands(CLI::App& app);

void add_cue(CLI::App& app);
void add_fields(CLI::App& app);
void add_fit(CLI::App& app);
void add_calibrate(CLI::App& app);
void add_lab(CLI::App& app);
void add_locate(CLI::App& app);
void add_plan(CLI::App& app);
void add_play(CLI::App& app);  // where ROS 2 is
void add_replay(CLI::App& app);
void add_report(CLI::App& app);
void add_shape(CLI::App& app);
void add_simulate(CLI::App& app);
void add_track(CLI::App& app);

}  // namespace billiard
