// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rosbag2_storage {

struct StorageFilter {
  std::vector<std::string> topics;  ///< empty: all
};

}  // namespace rosbag2_storage
