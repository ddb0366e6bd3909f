// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "billiard_engine/shot.hpp"

namespace billiard {

/// What every command that looks for a shot is told.
struct ShotOptions {
  std::string layout, table, physics, json, svg;
  double budget = 1.0;  ///< [s]
};

/// Adds --layout, --table, --physics, --budget, --json and --svg.
void add_shot_options(CLI::App& command, ShotOptions& options);

/// `shot` of the answers of `plan` and `shape`.
[[nodiscard]] nlohmann::ordered_json shot_json(const Shot& shot);

/// "speed 2.00 m/s  azimuth …".
[[nodiscard]] std::string describe(const Shot& shot);

}  // namespace billiard
