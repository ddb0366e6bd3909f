// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <rclcpp/serialization.hpp>
#include <string>
#include <vector>

#include "rosbag2_cpp/converter_options.hpp"
#include "rosbag2_storage/bag_metadata.hpp"
#include "rosbag2_storage/serialized_bag_message.hpp"
#include "rosbag2_storage/storage_filter.hpp"
#include "rosbag2_storage/storage_options.hpp"

namespace rosbag2_cpp {

class BagReader;

/// Reads a bag in the order of receive times. Everything throws std::runtime_error with the file
/// and the reason when the bag cannot be read.
class Reader {
 public:
  Reader();
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
    const rclcpp::SerializedMessage bytes(
        std::vector<std::uint8_t>(data.buffer, data.buffer + data.buffer_length));
    MessageT message;
    rclcpp::Serialization<MessageT>().deserialize_message(&bytes, &message);
    return message;
  }
  [[nodiscard]] const rosbag2_storage::BagMetadata& get_metadata() const;
  [[nodiscard]] std::vector<rosbag2_storage::TopicMetadata> get_all_topics_and_types() const;
  void set_filter(const rosbag2_storage::StorageFilter& filter);
  void reset_filter() { set_filter({}); }
  /// Goes on with the first message at or after the time [ns since epoch].
  void seek(const rcutils_time_point_value_t& timestamp);

 private:
  std::unique_ptr<BagReader> bag_;
};

}  // namespace rosbag2_cpp
