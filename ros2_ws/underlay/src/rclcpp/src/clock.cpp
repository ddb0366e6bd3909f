// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/clock.hpp"

#include <chrono>

#include "rclcpp/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/rate.hpp"
#include "rclcpp/utilities.hpp"

namespace rclcpp {
namespace {

using std::chrono::milliseconds;

/// How often a sleeper looks whether ROS was shut down.
constexpr milliseconds kShutdownPoll{50};

std::int64_t since_epoch(rcl_clock_type_t type) {
  if (type == RCL_STEADY_TIME) {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  return std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

Time Clock::now() const {
  if (clock_type_ == RCL_ROS_TIME) {
    const std::lock_guard lock(mutex_);
    if (ros_time_active_) return Time(ros_time_, RCL_ROS_TIME);
  }
  return Time(since_epoch(clock_type_), clock_type_);
}

bool Clock::ros_time_is_active() const {
  const std::lock_guard lock(mutex_);
  return ros_time_active_;
}

bool Clock::sleep_until(Time until, std::shared_ptr<Context> context) {
  std::unique_lock lock(mutex_);
  while (ok(context)) {
    lock.unlock();
    const std::int64_t left = until.nanoseconds() - now().nanoseconds();
    lock.lock();
    if (left <= 0) return true;
    // Simulated time moves by set_ros_time() only, which wakes us.
    const std::chrono::nanoseconds wait =
        ros_time_active_
            ? std::chrono::nanoseconds(kShutdownPoll)
            : std::min<std::chrono::nanoseconds>(kShutdownPoll, std::chrono::nanoseconds(left));
    ticked_.wait_for(lock, wait);
  }
  return false;
}

bool Clock::sleep_for(Duration duration, std::shared_ptr<Context> context) {
  return sleep_until(now() + duration, std::move(context));
}

bool Clock::wait_until_started(std::shared_ptr<Context> context) {
  return sleep_until(Time(std::int64_t{1}, clock_type_), std::move(context));
}

void Clock::set_ros_time_active(bool active) {
  {
    const std::lock_guard lock(mutex_);
    ros_time_active_ = active;
  }
  changed();
}

void Clock::set_ros_time(std::int64_t nanoseconds) {
  {
    const std::lock_guard lock(mutex_);
    ros_time_ = nanoseconds;
  }
  changed();
}

void Clock::on_change(const void* key, std::function<void()> callback) {
  const std::lock_guard lock(mutex_);
  listeners_[key] = std::move(callback);
}

void Clock::forget(const void* key) {
  const std::lock_guard lock(mutex_);
  listeners_.erase(key);
}

void Clock::changed() {
  ticked_.notify_all();
  const std::lock_guard lock(mutex_);
  for (const auto& [key, listener] : listeners_) listener();
}

Rate::Rate(double rate, Clock::SharedPtr clock)
    : Rate(Duration::from_seconds(rate > 0.0 ? 1.0 / rate : -1.0), std::move(clock)) {}

Rate::Rate(const Duration& period, Clock::SharedPtr clock)
    : clock_(std::move(clock)), period_(period), last_(clock_->now()) {
  if (period_.nanoseconds() <= 0) throw std::invalid_argument("the period must be greater than 0");
}

bool Rate::sleep() {
  const Time now = clock_->now();
  const Time next = last_ + period_;
  last_ = next;
  if (now >= next) {
    if (now >= next + period_) last_ = now;  // far behind: start anew
    return false;
  }
  clock_->sleep_until(next);
  return true;
}

void Rate::reset() { last_ = clock_->now(); }

bool detail::throttle_passes(const Clock& clock, std::int64_t period_ms, std::int64_t& last) {
  const std::int64_t now = clock.now().nanoseconds();
  if (last != 0 && now >= last && now - last < period_ms * 1'000'000) return false;
  last = now;
  return true;
}

void Logger::set_level(Level level) {
  if (rcutils_logging_set_logger_level(name_.c_str(), static_cast<int>(level)) != RCUTILS_RET_OK) {
    throw exceptions::RCLError("cannot set the level of logger '" + name_ + "'");
  }
}

Logger::Level Logger::get_effective_level() const {
  return static_cast<Level>(rcutils_logging_get_logger_effective_level(name_.c_str()));
}

Logger get_logger(const std::string& name) { return Logger(name); }

}  // namespace rclcpp
