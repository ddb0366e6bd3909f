// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp>

#include "rclcpp/detail/any_callback.hpp"
#include "rclcpp/subscription_base.hpp"

namespace rclcpp {

/// Receives messages of one topic.
template <typename MessageT>
class Subscription : public SubscriptionBase {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Subscription<MessageT>)

  template <typename CallbackT>
  Subscription(node_interfaces::NodeBaseInterface::SharedPtr node, const std::string& topic,
               const QoS& qos, CallbackT&& callback, const SubscriptionOptions& options)
      : SubscriptionBase(
            std::move(node), topic, "",
            &underlay::Plan::of(
                rosidl_typesupport_introspection_cpp::get_message_type_support_handle<MessageT>()),
            qos, options),
        callback_(std::forward<CallbackT>(callback)),
        depth_(qos.history() == HistoryPolicy::KeepAll ? SIZE_MAX : qos.depth()) {}

  const std::type_info& message_type() const override { return typeid(MessageT); }
  bool wants_ownership() const override { return callback_.is_unique(); }

  void execute() override {
    if (run_local()) return;
    if (!callback_.is_shared() && !callback_.is_unique()) {
      auto bytes = std::make_shared<SerializedMessage>();
      MessageInfo info;
      if (!take_bytes(*bytes, info)) return;
      mark_pending();
      callback_(std::move(bytes), info);
      return;
    }
    auto message = std::make_unique<MessageT>();
    MessageInfo info;
    if (!take(message.get(), info)) return;
    mark_pending();
    callback_(std::move(message), info);
  }

  // --- not in rclcpp: hand-over inside the process ---
  void deliver(std::shared_ptr<const MessageT> message) { push({std::move(message), nullptr}); }
  void deliver(std::unique_ptr<MessageT> message) { push({nullptr, std::move(message)}); }

 private:
  struct Local {
    std::shared_ptr<const MessageT> shared;
    std::unique_ptr<MessageT> owned;
  };

  void push(Local message) {
    {
      const std::lock_guard lock(mutex_);
      local_.push_back(std::move(message));
      if (local_.size() > depth_) local_.pop_front();
    }
    mark_pending();
  }

  bool run_local() {
    Local message;
    {
      const std::lock_guard lock(mutex_);
      if (local_.empty()) return false;
      message = std::move(local_.front());
      local_.pop_front();
    }
    mark_pending();
    MessageInfo info;
    info.get_rmw_message_info().from_intra_process = true;
    if (message.owned) {
      callback_(std::move(message.owned), info);
    } else {
      callback_(message.shared, info);
    }
    return true;
  }

  detail::AnyCallback<MessageT> callback_;
  std::size_t depth_;
  std::mutex mutex_;
  std::deque<Local> local_;
};

}  // namespace rclcpp
