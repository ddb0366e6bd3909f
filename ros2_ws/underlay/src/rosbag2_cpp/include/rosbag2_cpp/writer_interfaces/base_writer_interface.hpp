// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rosbag2_cpp::writer_interfaces {

/// How a Writer writes; given to its constructor. The genuine one writes itself, this one only says
/// how, so it cannot be implemented by a user.
class BaseWriterInterface {
 public:
  virtual ~BaseWriterInterface() = default;

  // --- not in rosbag2_cpp ---
  /// "", "file" or "message".
  [[nodiscard]] virtual std::string packing() const = 0;
};

}  // namespace rosbag2_cpp::writer_interfaces
