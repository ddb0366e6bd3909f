// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace rclcpp::detail {

/// Wakes executors. Nothing is lost: who looked at count() before checking its work sees every
/// notify() that came after.
class Signal {
 public:
  void notify() {
    {
      const std::lock_guard lock(mutex_);
      ++count_;
    }
    changed_.notify_all();
  }

  [[nodiscard]] std::uint64_t count() const {
    const std::lock_guard lock(mutex_);
    return count_;
  }

  /// Returns when the count is no longer `seen`, or at the deadline.
  void wait(std::uint64_t seen, std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    const auto moved = [&] { return count_ != seen; };
    if (deadline == std::chrono::steady_clock::time_point::max()) {
      changed_.wait(lock, moved);
    } else {
      changed_.wait_until(lock, deadline, moved);
    }
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t count_{0};
};

}  // namespace rclcpp::detail
