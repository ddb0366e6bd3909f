// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <builtin_interfaces/msg/duration.hpp>
#include <chrono>
#include <cstdint>

namespace rclcpp {

/// A span of time [ns].
class Duration {
 public:
  Duration(std::int32_t seconds, std::uint32_t nanoseconds);
  explicit Duration(std::chrono::nanoseconds nanoseconds) : nanoseconds_(nanoseconds.count()) {}
  template <typename Rep, typename Period>
  Duration(const std::chrono::duration<Rep, Period>& duration)  // NOLINT: implicit, as in rclcpp
      : Duration(std::chrono::duration_cast<std::chrono::nanoseconds>(duration)) {}
  Duration(const builtin_interfaces::msg::Duration& message);  // NOLINT: implicit, as in rclcpp

  [[nodiscard]] static Duration from_seconds(double seconds);
  [[nodiscard]] static Duration from_nanoseconds(std::int64_t nanoseconds);
  [[nodiscard]] static Duration max() { return from_nanoseconds(INT64_MAX); }

  [[nodiscard]] std::int64_t nanoseconds() const { return nanoseconds_; }
  [[nodiscard]] double seconds() const { return static_cast<double>(nanoseconds_) * 1e-9; }
  template <typename Chrono>
  [[nodiscard]] Chrono to_chrono() const {
    return std::chrono::duration_cast<Chrono>(std::chrono::nanoseconds(nanoseconds_));
  }
  operator builtin_interfaces::msg::Duration() const;  // NOLINT: implicit, as in rclcpp

  friend auto operator<=>(const Duration&, const Duration&) = default;
  Duration operator+(const Duration& other) const;
  Duration operator-(const Duration& other) const;
  Duration operator*(double factor) const;
  Duration& operator+=(const Duration& other) { return *this = *this + other; }
  Duration& operator-=(const Duration& other) { return *this = *this - other; }

 private:
  std::int64_t nanoseconds_;
};

}  // namespace rclcpp
