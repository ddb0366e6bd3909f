// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rosbag2_storage/bag_metadata.hpp"

namespace rosbag2_storage {

/// The metadata.yaml in the directory of a bag.
class MetadataIo {
 public:
  [[nodiscard]] bool metadata_file_exists(const std::string& uri);
  /// Throws std::runtime_error naming file and key. The bag's size stays 0.
  [[nodiscard]] BagMetadata read_metadata(const std::string& uri);
};

}  // namespace rosbag2_storage
