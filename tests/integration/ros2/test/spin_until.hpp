// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <rclcpp/rclcpp.hpp>

/// Spins until the condition holds; false after ten seconds.
inline bool spin_until(rclcpp::Executor& executor, const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    executor.spin_once(std::chrono::milliseconds(10));
  }
  return true;
}
