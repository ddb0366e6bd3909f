// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "rosbag2_cpp/converter_options.hpp"
#include "rosbag2_cpp/readers/sequential_reader.hpp"
#include "rosbag2_storage/bag_metadata.hpp"
#include "rosbag2_storage/serialized_bag_message.hpp"
#include "rosbag2_storage/storage_filter.hpp"
#include "rosbag2_storage/storage_options.hpp"
#include "underlay_types/plan.hpp"

namespace rosbag2_cpp {

class BagReader;

/// Reads a bag in the order of receive times. Everything throws std::runtime_error with the file
/// and the reason when the bag cannot be read.
class Reader {
 public:
  /// Reads as `how` says: rosbag2_compression has another way.
  explicit Reader(std::unique_ptr<reader_interfaces::BaseReaderInterface> how =
                      std::make_unique<readers::SequentialReader>());
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  void open(const std::string& uri);
  void open(const rosbag2_storage::StorageOptions& storage_options,
            const ConverterOptions& converter_options = ConverterOptions());
  void close();
  [[nodiscard]] bool has_next();
  [[nodiscard]] std::shared_ptr<rosbag2_storage::SerializedBagMessage> read_next();
  template <typename MessageT>
  [[nodiscard]] MessageT read_next() {
    const auto bag_message = read_next();
    const auto& data = *bag_message->serialized_data;
    const underlay::Plan& plan = underlay::Plan::of(
        rosidl_typesupport_introspection_cpp::get_message_type_support_handle<MessageT>());
    MessageT message;
    const underlay::DecodeError error =
        plan.deserialize({data.buffer, data.buffer_length}, &message);
    if (error != underlay::DecodeError::kNone) {
      throw std::runtime_error("a message on '" + bag_message->topic_name + "' is not a " +
                               plan.type_name() + ": " + underlay::to_string(error));
    }
    return message;
  }
  [[nodiscard]] const rosbag2_storage::BagMetadata& get_metadata() const;
  [[nodiscard]] std::vector<rosbag2_storage::TopicMetadata> get_all_topics_and_types() const;
  void set_filter(const rosbag2_storage::StorageFilter& filter);
  void reset_filter() { set_filter({}); }
  /// Goes on with the first message at or after the time [ns since epoch].
  void seek(const rcutils_time_point_value_t& timestamp);

 private:
  std::unique_ptr<reader_interfaces::BaseReaderInterface> how_;
  std::unique_ptr<BagReader> bag_;
};

}  // namespace rosbag2_cpp
