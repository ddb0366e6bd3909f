// SPDX-License-Identifier: Apache-2.0
// What releases of rosbag2 do not do alike.
#pragma once

#include <cstdint>
#include <filesystem>
#include <rosbag2_cpp/reader.hpp>
#include <string>
#include <vector>

namespace billiard {

/// The file to open for a bag: the folder, or the only bag file in a folder without metadata.
[[nodiscard]] inline std::filesystem::path bag_file(const std::filesystem::path& bag) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(bag, error) || fs::exists(bag / "metadata.yaml", error)) return bag;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(bag, error)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".mcap" || path.extension() == ".db3") files.push_back(path);
  }
  return files.size() == 1 ? files.front() : bag;
}

/// Opens a bag in whatever storage it is: by name alone, Humble takes every bag for sqlite3.
inline void open_bag(rosbag2_cpp::Reader& reader, const std::string& bag) {
  rosbag2_storage::StorageOptions options;
  const std::filesystem::path file = bag_file(bag);
  options.uri = file.string();
  if (file.extension() == ".mcap") options.storage_id = "mcap";
  if (file.extension() == ".db3") options.storage_id = "sqlite3";
  reader.open(options, rosbag2_cpp::ConverterOptions());
}

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
