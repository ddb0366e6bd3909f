// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rclcpp/publisher_base.hpp"
#include "rclcpp/subscription_base.hpp"

namespace rclcpp {

/// Publishes serialised messages of a type known only by name.
class GenericPublisher : public PublisherBase {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericPublisher)
  GenericPublisher(node_interfaces::NodeBaseInterface::SharedPtr node, const std::string& topic,
                   const std::string& type, const QoS& qos, const PublisherOptions& options)
      : PublisherBase(std::move(node), topic, type, nullptr, qos, options) {}
  void publish(const SerializedMessage& message) { write_bytes(message); }
};

}  // namespace rclcpp
