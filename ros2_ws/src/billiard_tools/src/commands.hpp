// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace billiard {

/// Adds every subcommand and the footer. To add one: write add_NAME(CLI::App&) in src/NAME.cpp,
/// declare it below, call it in commands.cpp and name the file in cmake/parts.cmake. Those that
/// need ROS 2 and our messages (play, replay, report) exist only where these were found; else the
/// footer tells of them.
void add_commands(CLI::App& app);

/// What is wrong if the first argument is no subcommand; nothing if it is one, or an option.
[[nodiscard]] std::string find_unknown_command(const CLI::App& app, int argc, char** argv);

void add_calibrate(CLI::App& app);
void add_cue(CLI::App& app);
void add_fields(CLI::App& app);
void add_fit(CLI::App& app);
void add_lab(CLI::App& app);
void add_locate(CLI::App& app);
void add_plan(CLI::App& app);
void add_play(CLI::App& app);  // where ROS 2 is
void add_render(CLI::App& app);
void add_replay(CLI::App& app);  // likewise
void add_report(CLI::App& app);  // likewise
void add_shape(CLI::App& app);
void add_simulate(CLI::App& app);
void add_track(CLI::App& app);

}  // namespace billiard
