// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/timer.hpp"

#include <algorithm>
#include <stdexcept>

namespace rclcpp {

TimerBase::TimerBase(Clock::SharedPtr clock, std::chrono::nanoseconds period,
                     std::function<void(TimerBase&)> callback)
    : clock_(std::move(clock)), period_(period.count()), callback_(std::move(callback)) {
  if (period_ < 0) throw std::invalid_argument("timer period cannot be negative");
  next_ = clock_->now().nanoseconds() + period_;
  // Simulated time may jump over the deadline at any moment.
  clock_->on_change(this, [this] {
    if (group) group->notify();
  });
}

TimerBase::~TimerBase() { clock_->forget(this); }

void TimerBase::cancel() { cancelled_ = true; }

void TimerBase::reset() {
  next_ = clock_->now().nanoseconds() + period_;
  cancelled_ = false;
  if (group) group->notify();
}

std::chrono::nanoseconds TimerBase::time_until_trigger() const {
  if (cancelled_) return std::chrono::nanoseconds::max();
  return std::chrono::nanoseconds(next_ - clock_->now().nanoseconds());
}

bool TimerBase::is_due() {
  if (cancelled_) return false;
  const std::int64_t now = clock_->now().nanoseconds();
  if (next_ - now > period_) next_ = now + period_;  // time jumped back
  return now >= next_;
}

bool TimerBase::claim() {
  if (!is_due()) return false;
  const std::int64_t now = clock_->now().nanoseconds();
  std::int64_t next = next_ + period_;
  if (next <= now && period_ > 0) next += (now - next) / period_ * period_ + period_;
  next_ = next;
  return true;
}

std::chrono::steady_clock::time_point TimerBase::next_due() {
  // While simulated time is on only /clock makes it due, and that wakes the executor.
  if (cancelled_ || clock_->ros_time_is_active()) {
    return std::chrono::steady_clock::time_point::max();
  }
  return std::chrono::steady_clock::now() + time_until_trigger();
}

}  // namespace rclcpp
