// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <builtin_interfaces/msg/time.hpp>
#include <cstdint>

#include "rcl/time.h"
#include "rclcpp/duration.hpp"

namespace rclcpp {

/// A moment on one kind of clock [ns since its epoch].
class Time {
 public:
  Time(std::int32_t seconds, std::uint32_t nanoseconds,
       rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  explicit Time(std::int64_t nanoseconds = 0, rcl_clock_type_t clock_type = RCL_SYSTEM_TIME)
      : nanoseconds_(nanoseconds), clock_type_(clock_type) {}
  Time(const builtin_interfaces::msg::Time& message,  // NOLINT: implicit, as in rclcpp
       rcl_clock_type_t clock_type = RCL_ROS_TIME);

  [[nodiscard]] std::int64_t nanoseconds() const { return nanoseconds_; }
  [[nodiscard]] double seconds() const { return static_cast<double>(nanoseconds_) * 1e-9; }
  [[nodiscard]] rcl_clock_type_t get_clock_type() const { return clock_type_; }
  [[nodiscard]] static Time max(rcl_clock_type_t type = RCL_SYSTEM_TIME) {
    return Time(INT64_MAX, type);
  }
  operator builtin_interfaces::msg::Time() const;  // NOLINT: implicit, as in rclcpp

  // Comparing and subtracting times of different clocks throws std::runtime_error.
  bool operator==(const Time& other) const;
  bool operator!=(const Time& other) const { return !(*this == other); }
  bool operator<(const Time& other) const;
  bool operator>(const Time& other) const { return other < *this; }
  bool operator<=(const Time& other) const { return !(other < *this); }
  bool operator>=(const Time& other) const { return !(*this < other); }
  Duration operator-(const Time& other) const;
  Time operator+(const Duration& duration) const;
  Time operator-(const Duration& duration) const;
  Time& operator+=(const Duration& duration) { return *this = *this + duration; }
  Time& operator-=(const Duration& duration) { return *this = *this - duration; }

 private:
  void require_same_clock(const Time& other) const;

  std::int64_t nanoseconds_;
  rcl_clock_type_t clock_type_;
};

}  // namespace rclcpp
