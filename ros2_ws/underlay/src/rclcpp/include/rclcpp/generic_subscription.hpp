// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "rclcpp/subscription_base.hpp"

namespace rclcpp {

/// Receives serialised messages of a type known only by name.
class GenericSubscription : public SubscriptionBase {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericSubscription)
  using Callback = std::function<void(std::shared_ptr<SerializedMessage>)>;
  GenericSubscription(node_interfaces::NodeBaseInterface::SharedPtr node, const std::string& topic,
                      const std::string& type, const QoS& qos, Callback callback,
                      const SubscriptionOptions& options)
      : SubscriptionBase(std::move(node), topic, type, nullptr, qos, options),
        callback_(std::move(callback)) {}

  void execute() override {
    auto message = std::make_shared<SerializedMessage>();
    MessageInfo info;
    if (!take_bytes(*message, info)) return;
    mark_pending();
    callback_(std::move(message));
  }

 private:
  Callback callback_;
};

}  // namespace rclcpp
