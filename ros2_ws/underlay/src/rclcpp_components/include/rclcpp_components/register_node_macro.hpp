// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <string>

namespace rclcpp_components {

/// A node in a container: the container spins its base and keeps the object alive.
struct LoadedNode {
  std::shared_ptr<void> object;
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr base;
};
using NodeMaker = std::function<LoadedNode(const rclcpp::NodeOptions&)>;

/// Called when the library of a component is loaded. Not in rclcpp_components.
bool register_component(const std::string& class_name, NodeMaker maker);

}  // namespace rclcpp_components

#define RCLCPP_UNDERLAY_JOIN_(a, b) a##b
#define RCLCPP_UNDERLAY_JOIN(a, b) RCLCPP_UNDERLAY_JOIN_(a, b)

/// Makes a class derived from rclcpp::Node (or with get_node_base_interface()) loadable by name.
#define RCLCPP_COMPONENTS_REGISTER_NODE(NodeClass)                                       \
  namespace {                                                                            \
  [[maybe_unused]] const bool RCLCPP_UNDERLAY_JOIN(component_registered_, __COUNTER__) = \
      ::rclcpp_components::register_component(                                           \
          #NodeClass,                                                                    \
          [](const ::rclcpp::NodeOptions& options) -> ::rclcpp_components::LoadedNode {  \
            const auto node = std::make_shared<NodeClass>(options);                      \
            return {node, node->get_node_base_interface()};                              \
          });                                                                            \
  }
