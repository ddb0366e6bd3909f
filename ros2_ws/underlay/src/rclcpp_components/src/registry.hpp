// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rclcpp_components/register_node_macro.hpp"

namespace rclcpp_components {

/// Loads the library that the package's component index names for the class, and makes the node.
/// Throws std::runtime_error naming package and class.
[[nodiscard]] LoadedNode load_component(const std::string& package, const std::string& class_name,
                                        const rclcpp::NodeOptions& options);

/// Makes a node of a class whose library is loaded already.
[[nodiscard]] LoadedNode make_component(const std::string& class_name,
                                        const rclcpp::NodeOptions& options);

/// Loads a library by path, so that its components are registered.
void load_library(const std::string& path);

}  // namespace rclcpp_components
