// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <exception>
#include <string>

#include "rclcpp_components/register_node_macro.hpp"

namespace rclcpp_components {

/// Loads a component by package and class name.
[[nodiscard]] LoadedNode load_component(const std::string& package, const std::string& class_name,
                                        const rclcpp::NodeOptions& options);

/// The main() of an executable that runs one component.
template <typename Executor>
int run_standalone(int argc, char** argv, const std::string& package,
                   const std::string& class_name) {
  try {
    rclcpp::init(argc, argv);
    const LoadedNode node = load_component(package, class_name, rclcpp::NodeOptions());
    Executor executor;
    executor.add_node(node.base);
    executor.spin();
    executor.remove_node(node.base);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", class_name.c_str(), error.what());
    return 1;
  }
  rclcpp::shutdown();
  return 0;
}

}  // namespace rclcpp_components
