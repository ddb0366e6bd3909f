// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "rclcpp/detail/event_queue.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/serialized_message.hpp"

namespace rclcpp {

class SubscriptionBase;

/// A publisher without its message type.
class PublisherBase {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(PublisherBase)

  /// `plan` may be null for a publisher of raw bytes; then `type` names the message.
  PublisherBase(node_interfaces::NodeBaseInterface::SharedPtr node, const std::string& topic,
                const std::string& type, const underlay::Plan* plan, const QoS& qos,
                const PublisherOptions& options);
  virtual ~PublisherBase();
  RCLCPP_DISABLE_COPY(PublisherBase)

  [[nodiscard]] const char* get_topic_name() const { return topic_.c_str(); }
  [[nodiscard]] std::size_t get_subscription_count() const;
  [[nodiscard]] QoS get_actual_qos() const { return qos_; }
  [[nodiscard]] bool can_loan_messages() const { return false; }
  bool assert_liveliness() const { return writer_->assert_liveliness(); }

 protected:
  [[nodiscard]] bool uses_intra_process() const { return intra_process_; }
  [[nodiscard]] std::vector<std::shared_ptr<SubscriptionBase>> local_subscriptions(
      const std::type_info& type) const;
  void write(const void* message);
  void write_bytes(const SerializedMessage& message);
  /// Whether anyone beyond `local` subscriptions listens.
  [[nodiscard]] bool has_remote_readers(std::size_t local) const;

 private:
  node_interfaces::NodeBaseInterface::SharedPtr node_;
  std::string topic_;
  QoS qos_;
  bool intra_process_;
  std::shared_ptr<detail::EventQueue> events_;
  std::unique_ptr<underlay::Writer> writer_;
};

}  // namespace rclcpp
