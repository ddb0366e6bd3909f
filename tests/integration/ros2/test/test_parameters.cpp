// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <rclcpp/rclcpp.hpp>
#include <thread>

namespace {

using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;
using namespace std::chrono_literals;

ParameterDescriptor between(double low, double high) {
  ParameterDescriptor descriptor;
  descriptor.description = "speed of the cue [m/s]";
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].from_value = low;
  descriptor.floating_point_range[0].to_value = high;
  return descriptor;
}

TEST(Parameters, HaveDefaultsAndTypes) {
  const auto node = std::make_shared<rclcpp::Node>("parameters");

  EXPECT_EQ(node->declare_parameter("speed", 2.5), 2.5);
  EXPECT_EQ(node->declare_parameter("count", 3), 3);
  EXPECT_EQ(node->declare_parameter("name", "cue"), "cue");
  EXPECT_EQ(node->declare_parameter("gains", std::vector<double>{1.0, 2.0}).size(), 2u);
  EXPECT_EQ(node->get_parameter("speed").as_double(), 2.5);
  EXPECT_TRUE(node->has_parameter("count"));
  EXPECT_THROW(node->declare_parameter("speed", 1.0), std::exception);
  EXPECT_THROW((void)node->get_parameter("unknown"),
               rclcpp::exceptions::ParameterNotDeclaredException);
  EXPECT_FALSE(node->set_parameter(rclcpp::Parameter("speed", "fast")).successful);
}

TEST(Parameters, AreRefusedOutsideTheirRange) {
  const auto node = std::make_shared<rclcpp::Node>("parameters");
  node->declare_parameter("speed", 2.0, between(0.1, 8.0));

  const SetParametersResult result = node->set_parameter(rclcpp::Parameter("speed", 9.0));

  EXPECT_FALSE(result.successful);
  EXPECT_THAT(result.reason, testing::HasSubstr("speed"));
  EXPECT_TRUE(node->set_parameter(rclcpp::Parameter("speed", 8.0)).successful);
  EXPECT_EQ(node->get_parameter("speed").as_double(), 8.0);
}

TEST(Parameters, MayBeReadOnly) {
  const auto node = std::make_shared<rclcpp::Node>("parameters");
  ParameterDescriptor fixed;
  fixed.read_only = true;
  node->declare_parameter("table", "pool_9ft", fixed);

  EXPECT_FALSE(node->set_parameter(rclcpp::Parameter("table", "snooker")).successful);
}

TEST(Parameters, AskACallbackBeforeTheyChange) {
  const auto node = std::make_shared<rclcpp::Node>("parameters");
  node->declare_parameter("even", 2);
  const auto handle =
      node->add_on_set_parameters_callback([](const std::vector<rclcpp::Parameter>& parameters) {
        SetParametersResult result;
        result.successful = parameters[0].as_int() % 2 == 0;
        result.reason = "must be even";
        return result;
      });

  EXPECT_FALSE(node->set_parameter(rclcpp::Parameter("even", 3)).successful);
  EXPECT_TRUE(node->set_parameter(rclcpp::Parameter("even", 4)).successful);
  EXPECT_EQ(node->get_parameter("even").as_int(), 4);
}

TEST(Parameters, OfANodeBeatThoseOfAllNodesThatWereNamedFirst) {
  const std::string file = testing::TempDir() + "/contract_order.yaml";
  const std::string later = testing::TempDir() + "/contract_later.yaml";
  std::ofstream(file) << "/**:\n  ros__parameters:\n    use_sim_time: false\n"
                         "/cue:\n  ros__parameters:\n    window: 1.0\n    armed: true\n";
  std::ofstream(later) << "/cue:\n  ros__parameters:\n    armed: false\n";
  rclcpp::NodeOptions options;
  options.arguments(
      {"--ros-args", "--params-file", file, "-p", "window:=2.0", "--params-file", later});

  const auto node = std::make_shared<rclcpp::Node>("cue", options);

  EXPECT_EQ(node->declare_parameter("window", 0.0), 1.0);
  EXPECT_FALSE(node->declare_parameter("armed", true));
}

TEST(Parameters, ComeFromFilesAndTheCommandLine) {
  const std::string file = testing::TempDir() + "/contract_parameters.yaml";
  std::ofstream(file) << "/**:\n  ros__parameters:\n    speed: 3.5\n    name: \"12\"\n"
                         "planner:\n  ros__parameters:\n    noise: {sigma: [0.1, 0.2]}\n"
                         "other:\n  ros__parameters:\n    speed: 9.0\n";
  rclcpp::NodeOptions options;
  options.arguments({"--ros-args", "--params-file", file, "-p", "budget:=0.5"});
  const auto node = std::make_shared<rclcpp::Node>("planner", options);

  const auto given = node->get_node_parameters_interface()->get_parameter_overrides();
  EXPECT_EQ(given.size(), 4U);
  EXPECT_EQ(given.at("budget").get<double>(), 0.5);
  EXPECT_EQ(node->declare_parameter("speed", 1.0), 3.5);
  EXPECT_EQ(node->declare_parameter("name", "none"), "12");
  EXPECT_EQ(node->declare_parameter("noise.sigma", std::vector<double>{}),
            (std::vector<double>{0.1, 0.2}));
  EXPECT_EQ(node->declare_parameter("budget", 1.0), 0.5);
  EXPECT_THROW(node->declare_parameter<double>("missing"), std::exception);
}

TEST(Parameters, OfTheWrongTypeAreRefusedByName) {
  rclcpp::NodeOptions options;
  options.append_parameter_override("speed", "fast");
  const auto node = std::make_shared<rclcpp::Node>("planner", options);

  try {
    node->declare_parameter("speed", 1.0);
    FAIL() << "accepted";
  } catch (const rclcpp::exceptions::InvalidParameterTypeException& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("speed"));
  }
}

TEST(Parameters, AreReachableFromAnotherNode) {
  const auto server = std::make_shared<rclcpp::Node>("server");
  server->declare_parameter("speed", 2.0, between(0.1, 8.0));
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(server);
  std::thread thread([&] { executor.spin(); });
  const auto asker = std::make_shared<rclcpp::Node>("asker");
  rclcpp::SyncParametersClient client(asker, "/server");
  ASSERT_TRUE(client.wait_for_service(10s));

  const auto results =
      client.set_parameters({rclcpp::Parameter("speed", 4.0), rclcpp::Parameter("speed", 40.0)});
  const auto values = client.get_parameters({"speed"});
  const auto list = client.list_parameters({}, 0);

  executor.cancel();
  thread.join();
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].successful);
  EXPECT_FALSE(results[1].successful);
  ASSERT_EQ(values.size(), 1u);
  EXPECT_EQ(values[0].as_double(), 4.0);
  EXPECT_THAT(list.names, testing::Contains("speed"));
}

}  // namespace
