// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rclcpp/callback_group.hpp"
#include "rclcpp/qos_event.hpp"

namespace rclcpp {

enum class IntraProcessSetting { Enable, Disable, NodeDefault };

struct PublisherOptions {
  IntraProcessSetting use_intra_process_comm{IntraProcessSetting::NodeDefault};
  PublisherEventCallbacks event_callbacks;
  bool use_default_callbacks{true};  ///< warn about incompatible QoS
  CallbackGroup::SharedPtr callback_group;
};

struct SubscriptionOptions {
  IntraProcessSetting use_intra_process_comm{IntraProcessSetting::NodeDefault};
  SubscriptionEventCallbacks event_callbacks;
  bool use_default_callbacks{true};  ///< warn about incompatible QoS
  CallbackGroup::SharedPtr callback_group;
};

}  // namespace rclcpp
