// SPDX-License-Identifier: Apache-2.0
#include "game/game.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "spin_until.hpp"

namespace billiard_nodes {
namespace {

using billiard_msgs::msg::TrajectoryArray;
using diagnostic_msgs::msg::DiagnosticArray;

TEST(GameNode, DropsPredictionsThatMakeNoSense) {
  const auto game = std::make_shared<Game>();
  const auto peer = std::make_shared<rclcpp::Node>("peer");
  std::string refused;
  const auto diagnostics = peer->create_subscription<DiagnosticArray>(
      "/diagnostics", rclcpp::QoS(10), [&](DiagnosticArray::ConstSharedPtr array) {
        for (const auto& figure : array->status[0].values) {
          if (figure.key == "predictions refused") refused = figure.value;
        }
      });
  const auto predictions =
      peer->create_publisher<TrajectoryArray>("/predictions", rclcpp::SensorDataQoS());
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(game);
  executor.add_node(peer);

  TrajectoryArray message;
  message.events.resize(1);
  message.events[0].time = std::nan("");
  EXPECT_TRUE(spin_until(executor, [&] {
    predictions->publish(message);
    return !refused.empty() && refused != "0";
  }));
}

}  // namespace
}  // namespace billiard_nodes
