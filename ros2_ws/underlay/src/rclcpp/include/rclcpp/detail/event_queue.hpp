// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <mutex>

#include "rclcpp/callback_group.hpp"

namespace rclcpp::detail {

/// Carries events of the middleware's threads to the executor, which runs the user's callbacks.
class EventQueue : public Entity {
 public:
  void push(std::function<void()> event);
  bool is_due() override;
  bool claim() override { return is_due(); }
  void execute() override;
  int order() const override { return kEvent; }

 private:
  std::mutex mutex_;
  std::deque<std::function<void()>> events_;
};

}  // namespace rclcpp::detail
