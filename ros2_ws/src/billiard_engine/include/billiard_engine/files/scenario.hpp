// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "billiard_engine/check_layout.hpp"
#include "billiard_engine/files/settings.hpp"
#include "billiard_engine/result.hpp"
#include "billiard_engine/shot.hpp"

namespace billiard {

/// Balls with their names; `ids[i]` belongs to `balls[i]`.
struct Layout {
  std::vector<std::string> ids;
  std::vector<Ball> balls;

  /// Index of an id, or -1.
  [[nodiscard]] int find(const std::string& id) const noexcept;
};

/// What check_layout() found, in words.
[[nodiscard]] std::string describe(const LayoutError& error, const Layout& layout,
                                   const Table& table);

/// Everything one simulation needs.
struct Scenario {
  Table table;
  Physics physics;
  Layout layout;
  std::optional<Shot> shot;
  Limits limits;               ///< `until`
  double sample_period = 0.0;  ///< `samples` [s]; 0 for none
};

/// Reads and checks a scenario (YAML or JSON). Throws FileError.
[[nodiscard]] Scenario load_scenario(const std::string& path);

/// Reads a layout: a list of balls, or a file with the list under `balls` (a scenario will do).
/// Checked against the table and physics; no ball may be in the air. Throws FileError.
[[nodiscard]] Layout load_layout(const std::string& path, const Settings& settings);

/// The table that a layout file names, where that is another file than `table` means; else empty.
/// Throws FileError if the layout cannot be read.
[[nodiscard]] std::string find_other_table(const std::string& layout, const std::string& table);

}  // namespace billiard
