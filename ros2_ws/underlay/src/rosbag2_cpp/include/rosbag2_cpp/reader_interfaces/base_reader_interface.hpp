// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rosbag2_cpp::reader_interfaces {

/// How a Reader reads; given to its constructor. The genuine one reads itself, this one only says
/// how, so it cannot be implemented by a user.
class BaseReaderInterface {
 public:
  virtual ~BaseReaderInterface() = default;

  // --- not in rosbag2_cpp ---
  /// Reads compressed bags, and no others.
  [[nodiscard]] virtual bool unpacks() const = 0;
};

}  // namespace rosbag2_cpp::reader_interfaces
