// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "billiard_engine/files/scenario.hpp"
#include "billiard_engine/shot.hpp"

namespace billiard {

/// What every command that looks for a shot is told.
struct ShotOptions {
  std::string layout, table, physics, json, svg;
  double budget = 1.0;  ///< [s]
};

/// Adds --layout, --table, --physics, --budget, --json and --svg.
void add_shot_options(CLI::App& command, ShotOptions& options);

/// Who puts the cue ball on the table.
enum class CueBall : std::uint8_t {
  kInLayout,  ///< the file, with the id 'cue', or 'white' in snooker and carom
  kInHand     ///< we do; where the file has it does not matter
};

/// Warns where the layout file names another table than --table does, which is the one taken.
void warn_of_other_table(const std::string& layout, const std::string& table);

/// The balls of --layout, ready to be struck, the cue ball as 'cue'; warns of another table. Throws
/// FileError for a file that cannot be read, that has no cue ball where it should, or in which a
/// ball moves.
[[nodiscard]] Layout load_start(const ShotOptions& options, const Settings& settings, CueBall cue);

/// `shot` of the answers of `plan` and `shape`.
[[nodiscard]] nlohmann::ordered_json shot_json(const Shot& shot);

/// "speed 2.00 m/s  azimuth …".
[[nodiscard]] std::string describe(const Shot& shot);

}  // namespace billiard
