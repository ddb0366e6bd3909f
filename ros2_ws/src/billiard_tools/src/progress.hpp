// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace billiard {

/// A bar on stderr for work that takes long. Silent when stderr is no terminal and for the first
/// half second. Not thread-safe.
class Progress {
 public:
  explicit Progress(std::string label);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `part` in [0, 1].
  void update(double part);

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_;
  bool on_terminal_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace billiard
