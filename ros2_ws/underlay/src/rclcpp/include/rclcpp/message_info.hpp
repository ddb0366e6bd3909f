// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rmw/types.h"

namespace rclcpp {

/// Where and when a received message came from.
class MessageInfo {
 public:
  MessageInfo() = default;
  explicit MessageInfo(const rmw_message_info_t& info) : info_(info) {}
  [[nodiscard]] const rmw_message_info_t& get_rmw_message_info() const { return info_; }
  [[nodiscard]] rmw_message_info_t& get_rmw_message_info() { return info_; }

 private:
  rmw_message_info_t info_{};
};

}  // namespace rclcpp
