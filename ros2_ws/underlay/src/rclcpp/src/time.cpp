// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/time.hpp"

#include <cmath>
#include <stdexcept>

namespace rclcpp {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t add(std::int64_t a, std::int64_t b, const char* what) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw std::overflow_error(what);
  return sum;
}

/// Whole seconds rounded down, so that the rest is never negative.
std::int64_t floor_seconds(std::int64_t nanoseconds) {
  return nanoseconds / kSecond - (nanoseconds % kSecond < 0 ? 1 : 0);
}

}  // namespace

Duration::Duration(std::int32_t seconds, std::uint32_t nanoseconds)
    : nanoseconds_(seconds * kSecond + nanoseconds) {}

Duration::Duration(const builtin_interfaces::msg::Duration& message)
    : Duration(message.sec, message.nanosec) {}

Duration Duration::from_seconds(double seconds) {
  return from_nanoseconds(static_cast<std::int64_t>(std::llround(seconds * 1e9)));
}

Duration Duration::from_nanoseconds(std::int64_t nanoseconds) {
  return Duration(std::chrono::nanoseconds(nanoseconds));
}

Duration::operator builtin_interfaces::msg::Duration() const {
  builtin_interfaces::msg::Duration message;
  const std::int64_t seconds = floor_seconds(nanoseconds_);
  message.sec = static_cast<std::int32_t>(seconds);
  message.nanosec = static_cast<std::uint32_t>(nanoseconds_ - seconds * kSecond);
  return message;
}

Duration Duration::operator+(const Duration& other) const {
  return from_nanoseconds(add(nanoseconds_, other.nanoseconds_, "addition of durations"));
}

Duration Duration::operator-(const Duration& other) const {
  return from_nanoseconds(add(nanoseconds_, -other.nanoseconds_, "subtraction of durations"));
}

Duration Duration::operator*(double factor) const {
  return from_nanoseconds(
      static_cast<std::int64_t>(std::llround(static_cast<double>(nanoseconds_) * factor)));
}

Time::Time(std::int32_t seconds, std::uint32_t nanoseconds, rcl_clock_type_t clock_type)
    : Time(seconds * kSecond + nanoseconds, clock_type) {
  if (seconds < 0) throw std::runtime_error("cannot store a negative time point in rclcpp::Time");
}

Time::Time(const builtin_interfaces::msg::Time& message, rcl_clock_type_t clock_type)
    : Time(message.sec, message.nanosec, clock_type) {}

Time::operator builtin_interfaces::msg::Time() const {
  builtin_interfaces::msg::Time message;
  const std::int64_t seconds = floor_seconds(nanoseconds_);
  message.sec = static_cast<std::int32_t>(seconds);
  message.nanosec = static_cast<std::uint32_t>(nanoseconds_ - seconds * kSecond);
  return message;
}

void Time::require_same_clock(const Time& other) const {
  if (clock_type_ != other.clock_type_) {
    throw std::runtime_error("can't compare times with different time sources");
  }
}

bool Time::operator==(const Time& other) const {
  require_same_clock(other);
  return nanoseconds_ == other.nanoseconds_;
}

bool Time::operator<(const Time& other) const {
  require_same_clock(other);
  return nanoseconds_ < other.nanoseconds_;
}

Duration Time::operator-(const Time& other) const {
  require_same_clock(other);
  return Duration::from_nanoseconds(add(nanoseconds_, -other.nanoseconds_, "time difference"));
}

Time Time::operator+(const Duration& duration) const {
  return Time(add(nanoseconds_, duration.nanoseconds(), "addition to a time"), clock_type_);
}

Time Time::operator-(const Duration& duration) const {
  return Time(add(nanoseconds_, -duration.nanoseconds(), "subtraction from a time"), clock_type_);
}

}  // namespace rclcpp
