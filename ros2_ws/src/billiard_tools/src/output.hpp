// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace billiard {

/// What a subcommand writes. Nothing is written before commit(), and then each file at once
/// (temporary file and rename), so that a failed run leaves no half-written files. "-" is stdout.
class Output {
 public:
  /// Ignored if `path` is empty.
  void add(const std::string& path, std::string text);
  void add_json(const std::string& path, const nlohmann::ordered_json& json);

  /// True if stdout belongs to a file asked for with "-": then nothing else may be printed there.
  [[nodiscard]] bool uses_stdout() const noexcept;

  /// Throws CouldNot if a file cannot be written; then none of the files is.
  void commit() const;

 private:
  std::vector<std::pair<std::string, std::string>> files_;
};

}  // namespace billiard
