// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/yaml.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "billiard_engine/fields.hpp"
#include "billiard_engine/files/file_error.hpp"

namespace billiard {

/// One value of a file with its dotted name.
struct Entry {
  std::string field;
  YAML::Node node;
};

/// The value as one short line for messages: 'text', a list of 2, a map, empty or missing.
[[nodiscard]] std::string shown(const YAML::Node& node);

/// A parsed YAML (or JSON) file. All reading functions throw FileError with file and line.
class Document {
 public:
  explicit Document(const std::filesystem::path& path);

  [[nodiscard]] const YAML::Node& root() const noexcept { return root_; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  /// Throws FileError "file:line: text".
  [[noreturn]] void fail(const YAML::Node& node, const std::string& text) const;
  /// The same for a field that is not known, of what `path` names; suggests one of `known` that is
  /// close.
  [[noreturn]] void fail_unknown(const Entry& entry, const std::vector<std::string>& known,
                                 const std::string& path = {}) const;

  /// Keys and values of a map, in order. Refuses duplicates and keys that are no plain text.
  [[nodiscard]] std::vector<Entry> entries(const YAML::Node& map, const std::string& field) const;
  /// The same with nested maps flattened to dotted names ("cloth.friction").
  [[nodiscard]] std::vector<Entry> flat_entries(const YAML::Node& map,
                                                const std::string& prefix = {}) const;

  [[nodiscard]] std::string text(const Entry& entry) const;
  /// Finite number in [min, max].
  [[nodiscard]] double number(const Entry& entry, double min, double max, const char* unit) const;
  /// Position in `allowed` of the given name.
  [[nodiscard]] int choice(const Entry& entry, const std::vector<std::string>& allowed) const;
  /// Two or three numbers of at most `limit` in size; a missing third is `fallback`.
  [[nodiscard]] std::array<double, 3> numbers(const Entry& entry, double limit, const char* unit,
                                              double fallback = 0.0) const;

 private:
  std::filesystem::path path_;
  YAML::Node root_;
};

/// Sets the field that `entry` names in `settings`; false if the name is not one of its fields.
template <typename Settings>
bool assign(const Document& document, const Entry& entry, Settings& settings,
            std::span<const NumberField<Settings>> numbers,
            std::span<const ChoiceField<Settings>> choices) {
  for (const auto& field : numbers) {
    if (entry.field != field.name) continue;
    field.member(settings) = document.number(entry, field.min, field.max, field.unit);
    return true;
  }
  for (const auto& field : choices) {
    if (entry.field != field.name) continue;
    field.set(settings, document.choice(entry, {field.allowed.begin(), field.allowed.end()}));
    return true;
  }
  return false;
}

}  // namespace billiard
