// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp>

#include "rclcpp/publisher_base.hpp"
#include "rclcpp/subscription.hpp"

namespace rclcpp {

/// Sends messages on one topic. Any thread may publish.
template <typename MessageT>
class Publisher : public PublisherBase {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Publisher<MessageT>)

  Publisher(node_interfaces::NodeBaseInterface::SharedPtr node, const std::string& topic,
            const QoS& qos, const PublisherOptions& options)
      : PublisherBase(
            std::move(node), topic, "",
            &underlay::Plan::of(
                rosidl_typesupport_introspection_cpp::get_message_type_support_handle<MessageT>()),
            qos, options) {}

  /// Inside the process the message is handed over, not copied.
  void publish(std::unique_ptr<MessageT> message) {
    if (!uses_intra_process()) {
      write(message.get());
      return;
    }
    const auto subscriptions = local_subscriptions(typeid(MessageT));
    if (has_remote_readers(subscriptions.size())) write(message.get());
    hand_over(std::move(message), subscriptions);
  }

  void publish(const MessageT& message) {
    if (uses_intra_process()) {
      publish(std::make_unique<MessageT>(message));
    } else {
      write(&message);
    }
  }

  void publish(const SerializedMessage& message) { write_bytes(message); }

 private:
  using Subscriptions = std::vector<std::shared_ptr<SubscriptionBase>>;

  /// Those that only read share one message; each owner gets its own, the last one the original.
  void hand_over(std::unique_ptr<MessageT> message, const Subscriptions& subscriptions) {
    std::vector<Subscription<MessageT>*> owners;
    std::vector<Subscription<MessageT>*> readers;
    for (const auto& base : subscriptions) {
      auto* subscription = static_cast<Subscription<MessageT>*>(base.get());
      (subscription->wants_ownership() ? owners : readers).push_back(subscription);
    }
    if (owners.empty()) {
      const std::shared_ptr<const MessageT> shared = std::move(message);
      for (auto* reader : readers) reader->deliver(shared);
      return;
    }
    if (!readers.empty()) {
      const auto shared = std::make_shared<const MessageT>(*message);
      for (auto* reader : readers) reader->deliver(shared);
    }
    for (std::size_t i = 0; i + 1 < owners.size(); ++i) {
      owners[i]->deliver(std::make_unique<MessageT>(*message));
    }
    owners.back()->deliver(std::move(message));
  }
};

}  // namespace rclcpp
