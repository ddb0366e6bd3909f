// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace billiard {

/// A file that an option asks for. "-" is stdout; an empty path asks for nothing.
struct Destination {
  const char* option;
  std::string path;
};

/// Looks at all files a subcommand shall write, before it does any work: a folder that is not there
/// or may not be written to, a folder in place of a file, or one file for two options is a
/// FileError that names option and path.
void check_destinations(std::initializer_list<Destination> destinations);

/// What a subcommand writes. Nothing is written before commit(), and then each file at once
/// (temporary file and rename), so that a failed run leaves no half-written files. "-" is stdout.
/// Devices and pipes are written to, never replaced; of a symbolic link the file it leads to is.
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
