// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rclcpp/rclcpp.hpp>
#include <rosgraph_msgs/msg/clock.hpp>

#include "spin_until.hpp"

namespace {

using namespace std::chrono_literals;

TEST(SimulatedTime, FollowsTheClockTopic) {
  rclcpp::NodeOptions options;
  options.append_parameter_override("use_sim_time", true);
  const auto node = std::make_shared<rclcpp::Node>("simulated", options);
  const auto source = std::make_shared<rclcpp::Node>("source");
  auto publisher =
      source->create_publisher<rosgraph_msgs::msg::Clock>("/clock", rclcpp::ClockQoS());
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  executor.add_node(source);
  ASSERT_TRUE(spin_until(executor, [&] { return publisher->get_subscription_count() >= 1; }));
  const auto tick = [&](std::int32_t seconds) {
    rosgraph_msgs::msg::Clock clock;
    clock.clock.sec = seconds;
    publisher->publish(clock);
    return spin_until(executor,
                      [&] { return node->now().nanoseconds() == seconds * 1'000'000'000LL; });
  };

  ASSERT_TRUE(tick(100));
  int calls = 0;
  auto timer =
      rclcpp::create_timer(node, node->get_clock(), rclcpp::Duration(1s), [&] { ++calls; });
  ASSERT_TRUE(tick(101));
  ASSERT_TRUE(spin_until(executor, [&] { return calls >= 1; }));
  const int before = calls;
  executor.spin_once(20ms);
  EXPECT_EQ(calls, before) << "time stands still, and so must the timer";
  ASSERT_TRUE(tick(102));
  EXPECT_TRUE(spin_until(executor, [&] { return calls == before + 1; }));
}

}  // namespace
