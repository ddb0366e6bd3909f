// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rosbag2_storage/bag_metadata.hpp"

namespace rosbag2_cpp {

/// Reads metadata.yaml, versions 1 to 9. Throws std::runtime_error naming file and key.
[[nodiscard]] rosbag2_storage::BagMetadata load_metadata(const std::string& file);

/// Text of metadata.yaml (version 9); without the root key it is what storages keep inside.
[[nodiscard]] std::string metadata_text(const rosbag2_storage::BagMetadata& metadata,
                                        bool with_root);

}  // namespace rosbag2_cpp
