// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace billiard {

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
