// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rclcpp/clock.hpp"

namespace rclcpp {

/// Sleeps so that a loop runs at a fixed rate.
class Rate {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Rate)
  explicit Rate(double rate, Clock::SharedPtr clock = std::make_shared<Clock>(RCL_SYSTEM_TIME));
  explicit Rate(const Duration& period,
                Clock::SharedPtr clock = std::make_shared<Clock>(RCL_SYSTEM_TIME));
  /// False if the period was over already; the schedule then starts anew.
  bool sleep();
  void reset();
  [[nodiscard]] Duration period() const { return period_; }

 private:
  Clock::SharedPtr clock_;
  Duration period_;
  Time last_;
};

class WallRate : public Rate {
 public:
  explicit WallRate(double rate) : Rate(rate, std::make_shared<Clock>(RCL_STEADY_TIME)) {}
  explicit WallRate(const Duration& period)
      : Rate(period, std::make_shared<Clock>(RCL_STEADY_TIME)) {}
};

}  // namespace rclcpp
