// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "billiard_engine/physics.hpp"
#include "billiard_engine/table.hpp"

namespace billiard {

/// Content of a table file.
struct TableFile {
  TableSpec spec;
  bool nose_height_given = false;  ///< if not, the nose sits at 1.27 ball radii
  std::string physics;             ///< preset or file the table is played with
  std::string file;                ///< it was read from, for messages
};

/// A table and the physics played on it, checked against each other.
struct Settings {
  Table table;
  Physics physics;
};

/// Physics by name ("pool", in config/physics) or path. Throws FileError.
[[nodiscard]] Physics load_physics(const std::string& reference);

/// Table by name ("pool_9ft", in config/tables) or path; "none" is endless cloth.
/// Throws FileError.
[[nodiscard]] TableFile load_table(const std::string& reference);

/// Table and physics together; the table's own physics if `physics` is empty. Throws FileError.
[[nodiscard]] Settings load_settings(const std::string& table, const std::string& physics = {});

/// A field of a physics or table file that names another file.
struct FileField {
  const char* name;
  const char* meaning;
};
[[nodiscard]] std::span<const FileField> physics_files() noexcept;
[[nodiscard]] std::span<const FileField> table_files() noexcept;

/// The physics as a file: every field with its unit, range and meaning.
[[nodiscard]] std::string to_yaml(const Physics& physics);

/// Every field of the physics and table files as a Markdown table.
[[nodiscard]] std::string describe_fields();

}  // namespace billiard
