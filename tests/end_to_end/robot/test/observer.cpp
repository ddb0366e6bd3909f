// SPDX-License-Identifier: Apache-2.0
#include "observer.hpp"

#include <cmath>

using billiard_msgs::msg::Ball;
using billiard_msgs::msg::BallArray;
using billiard_msgs::msg::GameState;
using billiard_msgs::msg::ShotCommand;
using billiard_msgs::msg::ShotPlan;
using billiard_msgs::msg::ShotResult;
using diagnostic_msgs::msg::DiagnosticArray;

namespace {

bool in_play(const Ball& ball) {
  return ball.state != Ball::STATE_POCKETED && ball.state != Ball::STATE_OFF_TABLE;
}

/// Ids of `a` in play without a ball of the same id at the same place in `b`.
void add_missing(const BallArray& a, const BallArray& b, double tolerance, const char* where,
                 std::vector<std::string>& missing) {
  for (const Ball& ball : a.balls) {
    if (!in_play(ball)) continue;
    bool found = false;
    for (const Ball& other : b.balls) {
      found = found || (in_play(other) && other.id == ball.id &&
                        std::hypot(other.position.x - ball.position.x,
                                   other.position.y - ball.position.y) < tolerance);
    }
    if (!found) missing.push_back(ball.id + where);
  }
}

}  // namespace

Observer::Observer() : node_(std::make_shared<rclcpp::Node>("observer")) {
  subscriptions_.push_back(node_->create_subscription<ShotCommand>(
      "/shot_command", rclcpp::QoS(50),
      [this](ShotCommand::ConstSharedPtr message) { commands.push_back(message->shot_id); }));
  subscriptions_.push_back(node_->create_subscription<ShotResult>(
      "/cue/result", rclcpp::QoS(50), [this](ShotResult::ConstSharedPtr message) {
        if (message->outcome == ShotResult::OUTCOME_FIRED) {
          fired.push_back(message->shot_id);
        } else {
          refusals.push_back(message->reason);
        }
      }));
  subscriptions_.push_back(node_->create_subscription<ShotPlan>(
      "/shot_plan", rclcpp::QoS(10), [this](ShotPlan::ConstSharedPtr message) {
        if (!message->target.empty()) promised[message->shot_id] = message->success_probability;
      }));
  subscriptions_.push_back(node_->create_subscription<BallArray>(
      "/balls", rclcpp::SensorDataQoS(),
      [this](BallArray::ConstSharedPtr message) { balls = *message; }));
  subscriptions_.push_back(node_->create_subscription<BallArray>(
      "/ground_truth", rclcpp::QoS(10),
      [this](BallArray::ConstSharedPtr message) { truth = *message; }));
  subscriptions_.push_back(node_->create_subscription<GameState>(
      "/game/state", rclcpp::QoS(10),
      [this](GameState::ConstSharedPtr message) { game = *message; }));
  subscriptions_.push_back(node_->create_subscription<DiagnosticArray>(
      "/diagnostics", rclcpp::QoS(50), [this](DiagnosticArray::ConstSharedPtr message) {
        for (const auto& status : message->status) {
          if (status.name == "game: game") hindrance = status.message;
          for (const auto& value : status.values) {
            if (value.key == "strikes") strikes = std::stoull(value.value);
          }
        }
      }));
  executor_.add_node(node_);
}

bool Observer::wait(const std::function<bool()>& condition, std::chrono::seconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    executor_.spin_once(std::chrono::milliseconds(10));
  }
  return true;
}

void Observer::listen(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    executor_.spin_once(std::chrono::milliseconds(10));
  }
}

void Observer::set_fault(const std::string& name, const rclcpp::ParameterValue& value) {
  // A node of its own: the client spins it while it waits.
  const auto node = std::make_shared<rclcpp::Node>("fault_setter");
  rclcpp::SyncParametersClient client(node, "/table_sim");
  if (!client.wait_for_service(std::chrono::seconds(10))) {
    throw std::runtime_error("table_sim does not answer");
  }
  for (const auto& result : client.set_parameters({rclcpp::Parameter(name, value)})) {
    if (!result.successful) throw std::runtime_error(result.reason);
  }
}

std::vector<std::string> Observer::find_differences(double tolerance) const {
  std::vector<std::string> differences;
  add_missing(truth, balls, tolerance, " is not found", differences);
  add_missing(balls, truth, tolerance, " is not there", differences);
  return differences;
}
