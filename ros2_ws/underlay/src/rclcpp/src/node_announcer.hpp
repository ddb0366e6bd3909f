// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "underlay_dds/participant.hpp"

namespace rclcpp::detail {

/// Collects the nodes of a process and announces all of them at every change.
class NodeAnnouncer {
 public:
  void set(const void* node, const underlay::NodeEntry& entry, underlay::Participant& where);
  void remove(const void* node, underlay::Participant& where);

 private:
  void announce(underlay::Participant& where);

  std::mutex mutex_;
  std::map<const void*, underlay::NodeEntry> nodes_;
};

}  // namespace rclcpp::detail
