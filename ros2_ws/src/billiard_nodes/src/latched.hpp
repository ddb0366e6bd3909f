// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/rclcpp.hpp>
#include <string>

namespace billiard_nodes {

/// A publisher whose last message also reaches those who subscribe later. Messages handed over
/// inside a process are not kept, so these go the long way.
template <typename Message>
[[nodiscard]] typename rclcpp::Publisher<Message>::SharedPtr create_latched_publisher(
    rclcpp::Node& node, const std::string& topic) {
  rclcpp::PublisherOptions options;
  options.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  return node.create_publisher<Message>(topic, rclcpp::QoS(1).transient_local(), options);
}

}  // namespace billiard_nodes
