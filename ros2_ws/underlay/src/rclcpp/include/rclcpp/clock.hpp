// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "rclcpp/macros.hpp"
#include "rclcpp/time.hpp"

namespace rclcpp {

class Context;

/// A clock. One of type RCL_ROS_TIME follows /clock while simulated time is on, else system time.
class Clock {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Clock)

  explicit Clock(rcl_clock_type_t clock_type = RCL_SYSTEM_TIME) : clock_type_(clock_type) {}
  virtual ~Clock() = default;
  RCLCPP_DISABLE_COPY(Clock)

  [[nodiscard]] Time now() const;
  [[nodiscard]] rcl_clock_type_t get_clock_type() const { return clock_type_; }
  [[nodiscard]] bool ros_time_is_active() const;
  /// False if the context was shut down before.
  bool sleep_until(Time until, std::shared_ptr<Context> context = nullptr);
  bool sleep_for(Duration duration, std::shared_ptr<Context> context = nullptr);
  /// Waits until the clock shows something else than zero.
  bool wait_until_started(std::shared_ptr<Context> context = nullptr);

  // --- not in rclcpp: how a node drives its clock ---
  void set_ros_time_active(bool active);
  void set_ros_time(std::int64_t nanoseconds);
  /// `changed` runs after every jump or tick of simulated time, until forgotten.
  void on_change(const void* key, std::function<void()> changed);
  void forget(const void* key);

 private:
  void changed();

  rcl_clock_type_t clock_type_;
  mutable std::mutex mutex_;
  std::condition_variable ticked_;
  bool ros_time_active_{false};
  std::int64_t ros_time_{0};
  std::map<const void*, std::function<void()>> listeners_;
};

}  // namespace rclcpp
