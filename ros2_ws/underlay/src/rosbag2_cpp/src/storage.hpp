// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "rosbag2_storage/bag_metadata.hpp"
#include "rosbag2_storage/serialized_bag_message.hpp"
#include "rosbag2_storage/storage_options.hpp"

namespace rosbag2_cpp {

using Message = rosbag2_storage::SerializedBagMessage;
using MessagePtr = std::shared_ptr<Message>;

/// One file of a bag, being read in the order of receive times.
class StoredFile {
 public:
  virtual ~StoredFile() = default;
  [[nodiscard]] virtual std::vector<rosbag2_storage::TopicInformation> topics() = 0;
  /// First and last receive time [ns]; start > end in an empty file.
  [[nodiscard]] virtual std::pair<std::int64_t, std::int64_t> time_range() = 0;
  /// From now on only these topics (empty: all), from this time on [ns].
  virtual void restart(const std::set<std::string>& topics, std::int64_t from) = 0;
  /// Null at the end.
  [[nodiscard]] virtual MessagePtr next() = 0;
};

/// Both throw std::runtime_error naming the file.
[[nodiscard]] std::unique_ptr<StoredFile> open_mcap(const std::string& file);
[[nodiscard]] std::unique_ptr<StoredFile> open_sqlite(const std::string& file);

/// One file of a bag, being written.
class NewFile {
 public:
  virtual ~NewFile() = default;
  virtual void add_topic(const rosbag2_storage::TopicMetadata& topic,
                         const std::string& definition) = 0;
  virtual void write(const std::string& topic, std::int64_t received, std::int64_t sent,
                     std::span<const std::uint8_t> data) = 0;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Writes what is still missing; nothing may be written afterwards.
  virtual void finish(const std::string& metadata_yaml) = 0;
};

[[nodiscard]] std::unique_ptr<NewFile> create_mcap(const std::string& file,
                                                   const std::string& preset);
[[nodiscard]] std::unique_ptr<NewFile> create_sqlite(const std::string& file);

/// A buffer for a message, owned by it.
[[nodiscard]] std::shared_ptr<rcutils_uint8_array_t> own_bytes(std::vector<std::uint8_t> bytes);

}  // namespace rosbag2_cpp
