// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/cue_state.hpp>
#include <billiard_msgs/msg/game_state.hpp>
#include <billiard_msgs/msg/shot_command.hpp>
#include <billiard_msgs/msg/shot_plan.hpp>
#include <billiard_msgs/msg/shot_result.hpp>
#include <chrono>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <functional>
#include <map>
#include <rclcpp/rclcpp.hpp>
#include <string>
#include <vector>

/// Listens to the robot from outside.
class Observer {
 public:
  Observer();

  /// Listens until the condition holds; false if it does not within `limit`.
  bool wait(const std::function<bool()>& condition, std::chrono::seconds limit);
  /// Listens for so long.
  void listen(std::chrono::milliseconds time);

  /// Sets a parameter of the simulated table.
  void set_fault(const std::string& name, const rclcpp::ParameterValue& value);

  std::vector<std::uint32_t> commands;       ///< Shot ids, as they came
  std::vector<std::uint32_t> fired;          ///< Shot ids
  std::vector<std::string> refusals;         ///< Reasons of other results
  std::map<std::uint32_t, double> promised;  ///< Probability of called pots by shot id
  billiard_msgs::msg::BallArray balls;       ///< Newest
  billiard_msgs::msg::BallArray truth;       ///< Newest
  billiard_msgs::msg::GameState game;        ///< Newest
  std::string hindrance;                     ///< What the game's diagnostics say
  std::uint64_t strikes{0};                  ///< By the simulated table's own count

  /// Balls in play that one of the two has and the other has not within `tolerance` [m].
  [[nodiscard]] std::vector<std::string> find_differences(double tolerance) const;

 private:
  rclcpp::Node::SharedPtr node_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
};
