// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace rclcpp {

struct MatchedInfo {
  std::size_t total_count{0};
  std::size_t total_count_change{0};
  std::size_t current_count{0};
  std::int32_t current_count_change{0};
};
struct QOSIncompatibleInfo {
  std::int32_t total_count{0};
  std::int32_t total_count_change{0};
  std::int32_t last_policy_kind{0};  ///< DDS policy id
};
struct QOSDeadlineInfo {
  std::int32_t total_count{0};
  std::int32_t total_count_change{0};
};
struct QOSLivelinessChangedInfo {
  std::int32_t alive_count{0};
  std::int32_t not_alive_count{0};
  std::int32_t alive_count_change{0};
  std::int32_t not_alive_count_change{0};
};
using QOSOfferedIncompatibleQoSInfo = QOSIncompatibleInfo;
using QOSRequestedIncompatibleQoSInfo = QOSIncompatibleInfo;
using QOSDeadlineOfferedInfo = QOSDeadlineInfo;
using QOSDeadlineRequestedInfo = QOSDeadlineInfo;

struct PublisherEventCallbacks {
  std::function<void(QOSDeadlineOfferedInfo&)> deadline_callback;
  std::function<void(QOSOfferedIncompatibleQoSInfo&)> incompatible_qos_callback;
  std::function<void(MatchedInfo&)> matched_callback;
};
struct SubscriptionEventCallbacks {
  std::function<void(QOSDeadlineRequestedInfo&)> deadline_callback;
  std::function<void(QOSLivelinessChangedInfo&)> liveliness_callback;
  std::function<void(QOSRequestedIncompatibleQoSInfo&)> incompatible_qos_callback;
  std::function<void(MatchedInfo&)> matched_callback;
};

}  // namespace rclcpp
