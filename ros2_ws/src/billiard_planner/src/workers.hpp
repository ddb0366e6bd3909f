// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "shot_runner.hpp"

namespace billiard {

/// Threads with a simulator each. Which thread does what never shows in a result: tasks are
/// numbered and write only their own place.
class Workers {
 public:
  using Clock = std::chrono::steady_clock;

  Workers(const Table& table, const Physics& physics, int threads);

  /// Runs task(runner, i) for i in [0, count) on all threads; no new task starts after the
  /// deadline. Returns how many ran: exactly the first ones.
  int run(int count, Clock::time_point deadline, const std::function<void(ShotRunner&, int)>& task);

  [[nodiscard]] ShotRunner& first() noexcept { return runners_.front(); }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(runners_.size()); }
  /// Shots simulated by all since construction.
  [[nodiscard]] std::int64_t count() const noexcept;

 private:
  std::vector<ShotRunner> runners_;
};

}  // namespace billiard
