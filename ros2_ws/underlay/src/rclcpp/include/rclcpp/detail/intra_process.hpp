// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <typeinfo>
#include <vector>

#include "underlay_dds/graph.hpp"

namespace rclcpp {

class SubscriptionBase;

namespace detail {

/// Who receives messages by pointer inside this process.
class IntraProcess {
 public:
  void add_subscription(const std::string& topic, const std::shared_ptr<SubscriptionBase>& who);
  /// Subscriptions of the topic that hold messages of this C++ type.
  [[nodiscard]] std::vector<std::shared_ptr<SubscriptionBase>> subscriptions(
      const std::string& topic, const std::type_info& type);
  void add_writer(const underlay::Gid& gid);
  void remove_writer(const underlay::Gid& gid);
  /// Whether messages of this writer already come by pointer.
  [[nodiscard]] bool is_local_writer(const underlay::Gid& gid) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<std::weak_ptr<SubscriptionBase>>> subscriptions_;
  std::set<underlay::Gid> writers_;
};

}  // namespace detail
}  // namespace rclcpp
