// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "rclcpp/detail/entity.hpp"
#include "rclcpp/detail/signal.hpp"
#include "rclcpp/macros.hpp"

namespace rclcpp {

enum class CallbackGroupType { MutuallyExclusive, Reentrant };

/// Callbacks that exclude each other, or do not. An executor runs the groups it was given.
class CallbackGroup {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(CallbackGroup)

  explicit CallbackGroup(CallbackGroupType type, bool automatically_add_to_executor = true)
      : type_(type), automatically_add_(automatically_add_to_executor) {}

  [[nodiscard]] CallbackGroupType type() const { return type_; }
  [[nodiscard]] bool automatically_add_to_executor_with_node() const { return automatically_add_; }

  // --- not in rclcpp ---
  void add(const std::shared_ptr<detail::Entity>& entity);
  [[nodiscard]] std::vector<std::shared_ptr<detail::Entity>> entities();
  /// Takes the group for one callback; false while another one of an exclusive group runs.
  [[nodiscard]] bool try_enter();
  void leave();
  [[nodiscard]] bool is_busy() const { return busy_; }
  void set_signal(std::shared_ptr<detail::Signal> signal);
  /// Wakes the executor, if there is one.
  void notify();

 private:
  CallbackGroupType type_;
  bool automatically_add_;
  std::atomic<bool> busy_{false};
  std::mutex mutex_;
  std::vector<std::weak_ptr<detail::Entity>> entities_;
  std::shared_ptr<detail::Signal> signal_;
};

}  // namespace rclcpp
