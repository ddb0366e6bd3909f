// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace rosbag2_storage {

struct TopicMetadata {
  std::string name;
  std::string type;                  ///< pkg/msg/Name
  std::string serialization_format;  ///< cdr
  std::string offered_qos_profiles;  ///< YAML text of a list
  std::string type_description_hash;
};

struct TopicInformation {
  TopicMetadata topic_metadata;
  std::size_t message_count{0};
};

}  // namespace rosbag2_storage
