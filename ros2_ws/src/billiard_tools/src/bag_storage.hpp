// SPDX-License-Identifier: Apache-2.0
// What releases of rosbag2 do not do alike.
#pragma once

#include <cstdint>
#include <memory>
#include <rosbag2_cpp/reader.hpp>
#include <string>

namespace billiard {

/// Opens a bag in whatever storage it is: by name alone, Humble takes every bag for sqlite3. One
/// reader of ROS 2 takes compressed bags only, the other only those that are not; metadata.yaml
/// says which it is. What is thrown gives the reason.
[[nodiscard]] std::unique_ptr<rosbag2_cpp::Reader> open_reader(const std::string& bag);

/// Older releases call it time_stamp.
template <typename Message>
[[nodiscard]] std::int64_t receive_time_ns(const Message& message) {
  if constexpr (requires { message.recv_timestamp; }) {
    return message.recv_timestamp;
  } else {
    return message.time_stamp;
  }
}

}  // namespace billiard
