// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <rclcpp/serialized_message.hpp>
#include <rclcpp/time.hpp>
#include <rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp>
#include <string>

#include "rosbag2_cpp/converter_options.hpp"
#include "rosbag2_cpp/writer_interfaces/base_writer_interface.hpp"
#include "rosbag2_storage/serialized_bag_message.hpp"
#include "rosbag2_storage/storage_options.hpp"
#include "rosbag2_storage/topic_metadata.hpp"
#include "underlay_types/plan.hpp"

namespace rosbag2_cpp {

class BagWriter;

/// Writes a bag. Everything throws std::runtime_error with the file and the reason.
class Writer {
 public:
  Writer();
  /// Writes as `how` says: rosbag2_compression has ways to.
  explicit Writer(std::unique_ptr<writer_interfaces::BaseWriterInterface> how);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void open(const std::string& uri);
  void open(const rosbag2_storage::StorageOptions& storage_options,
            const ConverterOptions& converter_options = ConverterOptions());
  /// Completes the bag: summary, metadata.yaml. The destructor does it too, but swallows errors.
  void close();
  void create_topic(const rosbag2_storage::TopicMetadata& topic);
  void write(std::shared_ptr<const rosbag2_storage::SerializedBagMessage> message);
  void write(std::shared_ptr<const rclcpp::SerializedMessage> message, const std::string& topic,
             const std::string& type, const rclcpp::Time& time);
  template <typename MessageT>
  void write(const MessageT& message, const std::string& topic, const rclcpp::Time& time) {
    const underlay::Plan& plan = underlay::Plan::of(
        rosidl_typesupport_introspection_cpp::get_message_type_support_handle<MessageT>());
    write_planned(plan, &message, topic, time);
  }

 private:
  void write_planned(const underlay::Plan& plan, const void* message, const std::string& topic,
                     const rclcpp::Time& time);

  std::unique_ptr<writer_interfaces::BaseWriterInterface> how_;
  std::unique_ptr<BagWriter> bag_;
};

}  // namespace rosbag2_cpp
