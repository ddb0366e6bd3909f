// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rosbag2_cpp/readers/sequential_reader.hpp>

namespace rosbag2_compression {

/// Makes a rosbag2_cpp::Reader unpack bags whose files or messages are compressed with zstd.
class SequentialCompressionReader final : public rosbag2_cpp::readers::SequentialReader {
 public:
  // --- not in rosbag2_compression ---
  [[nodiscard]] bool unpacks() const override { return true; }
};

}  // namespace rosbag2_compression
