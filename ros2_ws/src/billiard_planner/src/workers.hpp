// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "shot_runner.hpp"

namespace billiard {

/// Threads with a simulator each. Which thread does what never shows in a result: tasks are
/// numbered and write only their own place. (The engine's Batch knows neither deadlines nor who
/// touched whom, which fouls are made of.)
class Workers {
 public:
  using Clock = ShotRunner::Clock;

  Workers(const Table& table, const Physics& physics, int threads);

  /// When simulations that still run are given up.
  void set_deadline(Clock::time_point deadline) noexcept;

  /// Runs task(runner, i) for i in [0, count) on all threads, in that order; no task starts after
  /// `last_start`. Returns for each task whether it came to its end.
  std::vector<char> run(int count, Clock::time_point last_start,
                        const std::function<void(ShotRunner&, int)>& task);

  [[nodiscard]] ShotRunner& first() noexcept { return runners_.front(); }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(runners_.size()); }
  /// Shots simulated by all since construction.
  [[nodiscard]] std::int64_t count() const noexcept;

 private:
  std::vector<ShotRunner> runners_;
};

}  // namespace billiard
