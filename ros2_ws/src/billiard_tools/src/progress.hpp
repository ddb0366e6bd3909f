// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace billiard {

/// Where bars are drawn.
struct Screen {
  std::FILE* stream;
  bool terminal;  ///< else nothing is drawn
};

/// Standard error, if it is a terminal.
[[nodiscard]] Screen standard_error();

/// "LABEL [####....]  50 %"; `part` is clamped to [0, 1].
[[nodiscard]] std::string progress_bar(const std::string& label, double part);

/// A bar for work that takes long, gone with this object. Silent when the screen is no terminal and
/// for the first half second. Not thread-safe.
class Progress {
 public:
  explicit Progress(std::string label, Screen screen = standard_error());
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `part` in [0, 1].
  void update(double part);

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_;
  Screen screen_;
  bool shown_ = false;
  Clock::time_point next_;
};

/// A bar that fills by itself while a search with a budget of wall time runs, gone with this
/// object. Silent for budgets below 2 s.
class BudgetProgress {
 public:
  /// `budget` [s]; 0 if the time is not known.
  BudgetProgress(std::string label, double budget, Screen screen = standard_error());
  ~BudgetProgress();
  BudgetProgress(const BudgetProgress&) = delete;
  BudgetProgress& operator=(const BudgetProgress&) = delete;

 private:
  void tick(double budget);

  Progress progress_;  // of the thread alone while that runs
  std::mutex mutex_;
  std::condition_variable change_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace billiard
