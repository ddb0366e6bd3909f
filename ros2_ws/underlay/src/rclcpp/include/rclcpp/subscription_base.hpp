// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <typeinfo>

#include "rclcpp/detail/event_queue.hpp"
#include "rclcpp/message_info.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/serialized_message.hpp"

namespace rclcpp {

/// A subscription without its message type.
class SubscriptionBase : public detail::Entity,
                         public std::enable_shared_from_this<SubscriptionBase> {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(SubscriptionBase)

  /// `plan` may be null for a subscription to raw bytes; then `type` names the message.
  SubscriptionBase(node_interfaces::NodeBaseInterface::SharedPtr node, const std::string& topic,
                   const std::string& type, const underlay::Plan* plan, const QoS& qos,
                   const SubscriptionOptions& options);
  ~SubscriptionBase() override;
  RCLCPP_DISABLE_COPY(SubscriptionBase)

  [[nodiscard]] const char* get_topic_name() const { return topic_.c_str(); }
  [[nodiscard]] std::size_t get_publisher_count() const { return reader_->matched_count(); }
  [[nodiscard]] QoS get_actual_qos() const { return qos_; }

  /// Joins its callback group and starts to receive.
  void start();

  bool is_due() override { return pending_; }
  bool claim() override { return pending_.exchange(false); }
  int order() const override { return detail::kSubscription; }

  [[nodiscard]] virtual const std::type_info& message_type() const { return typeid(void); }
  [[nodiscard]] virtual bool wants_ownership() const { return false; }

 protected:
  [[nodiscard]] bool uses_intra_process() const { return intra_process_; }
  bool take(void* message, MessageInfo& info);
  bool take_bytes(SerializedMessage& message, MessageInfo& info);
  /// There may be more to take: look again.
  void mark_pending();

 private:
  template <typename Take>
  bool take_with(MessageInfo& info, Take take_next);

  node_interfaces::NodeBaseInterface::SharedPtr node_;
  std::string topic_;
  QoS qos_;
  bool intra_process_;
  std::atomic<bool> pending_{false};
  std::shared_ptr<detail::EventQueue> events_;
  std::unique_ptr<underlay::Reader> reader_;
};

}  // namespace rclcpp
