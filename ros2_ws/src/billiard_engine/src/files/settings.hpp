// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "billiard_engine/files/settings.hpp"
#include "files/document.hpp"

namespace billiard {

/// As load_physics() and load_table(), with paths relative to `base`.
[[nodiscard]] Physics read_physics(const std::string& reference, const std::filesystem::path& base);
[[nodiscard]] TableFile read_table(const std::string& reference, const std::filesystem::path& base);

/// Changes physics or table fields by the entries of an `overrides` map.
void apply_overrides(const Document& document, const YAML::Node& overrides, TableFile& table,
                     Physics& physics);

/// Checks that table and physics fit and builds the geometry; `where` opens the error message.
[[nodiscard]] Settings combine(TableFile table, const Physics& physics, const std::string& where);

}  // namespace billiard
