// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace billiard {

/// The name of a file that somebody else writes bit by bit, beside the one it shall become. It is
/// gone with this object, also when Ctrl-C (or SIGTERM, SIGHUP) ends the program, unless finish()
/// was called. One at a time.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(std::string path);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  /// Gives the file its proper name.
  void finish();

 private:
  std::string path_, name_;
};

}  // namespace billiard
