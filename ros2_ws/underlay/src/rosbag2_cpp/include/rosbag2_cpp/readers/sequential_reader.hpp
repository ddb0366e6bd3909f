// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rosbag2_cpp/reader_interfaces/base_reader_interface.hpp"

namespace rosbag2_cpp::readers {

/// Makes a Reader read bags that are not compressed.
class SequentialReader : public reader_interfaces::BaseReaderInterface {
 public:
  // --- not in rosbag2_cpp ---
  [[nodiscard]] bool unpacks() const override { return false; }
};

}  // namespace rosbag2_cpp::readers
