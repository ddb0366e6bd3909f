// SPDX-License-Identifier: Apache-2.0
#include "rclcpp_components/standalone.hpp"

#include <cstdio>
#include <exception>
#include <stdexcept>

#include "registry.hpp"

namespace rclcpp_components {
namespace {

std::unique_ptr<rclcpp::Executor> make_executor(const std::string& name) {
  if (name == "SingleThreadedExecutor") {
    return std::make_unique<rclcpp::executors::SingleThreadedExecutor>();
  }
  if (name == "MultiThreadedExecutor") {
    return std::make_unique<rclcpp::executors::MultiThreadedExecutor>();
  }
  throw std::runtime_error(
      "executor '" + name +
      "' is not known (allowed: SingleThreadedExecutor, MultiThreadedExecutor)");
}

}  // namespace

int run_standalone(int argc, char** argv, const char* package, const char* class_name,
                   const char* executor_name) {
  try {
    rclcpp::init(argc, argv);
    const LoadedNode node = load_component(package, class_name, rclcpp::NodeOptions());
    const auto executor = make_executor(executor_name);
    executor->add_node(node.base);
    executor->spin();
    executor->remove_node(node.base);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", class_name, error.what());
    return 1;
  }
  rclcpp::shutdown();
  return 0;
}

}  // namespace rclcpp_components
