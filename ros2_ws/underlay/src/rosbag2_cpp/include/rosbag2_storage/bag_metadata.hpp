// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "rosbag2_storage/topic_metadata.hpp"

namespace rosbag2_storage {

using TimePoint = std::chrono::time_point<std::chrono::high_resolution_clock>;

struct FileInformation {
  std::string path;
  TimePoint starting_time;
  std::chrono::nanoseconds duration{0};
  std::size_t message_count{0};
};

/// What metadata.yaml says of a bag.
struct BagMetadata {
  int version{9};
  std::uint64_t bag_size{0};  ///< [bytes], not in the file
  std::string storage_identifier;
  std::vector<std::string> relative_file_paths;
  std::vector<FileInformation> files;
  std::chrono::nanoseconds duration{0};
  TimePoint starting_time;
  std::uint64_t message_count{0};
  std::vector<TopicInformation> topics_with_message_count;
  std::string compression_format;
  std::string compression_mode;
  std::map<std::string, std::string> custom_data;
  std::string ros_distro;
};

}  // namespace rosbag2_storage
