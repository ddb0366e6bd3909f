// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <rclcpp/rclcpp.hpp>
#include <string>

namespace ros2_command {

/// A short-lived node for asking and listening.
class Session {
 public:
  Session();
  ~Session();

  [[nodiscard]] const std::shared_ptr<rclcpp::Node>& node() const { return node_; }
  [[nodiscard]] rclcpp::Executor& executor() { return executor_; }
  /// Gives discovery time: until `found` holds, at most `patience`.
  bool discover(const std::function<bool()>& found, std::chrono::nanoseconds patience);
  /// Listens until nothing new has appeared for a while.
  void discover_all();
  /// The type of a topic; throws std::runtime_error if nobody offers it in time.
  [[nodiscard]] std::string type_of_topic(const std::string& topic);

 private:
  std::shared_ptr<rclcpp::Node> node_;
  rclcpp::executors::SingleThreadedExecutor executor_;
};

constexpr std::chrono::seconds kPatience{5};

}  // namespace ros2_command
