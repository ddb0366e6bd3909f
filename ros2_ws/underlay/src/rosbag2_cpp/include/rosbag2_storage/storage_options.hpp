// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace rosbag2_storage {

/// Where and how a bag is stored.
struct StorageOptions {
  std::string uri;                        ///< directory of the bag, or one file of it (reading)
  std::string storage_id;                 ///< mcap or sqlite3; empty: mcap, or found out
  std::uint64_t max_bagfile_size{0};      ///< start a new file beyond this [bytes], 0 = never
  std::uint64_t max_bagfile_duration{0};  ///< start a new file after this [s], 0 = never
  std::uint64_t max_cache_size{0};        ///< not used: every chunk is written when it is full
  std::string storage_preset_profile;     ///< mcap: none, zstd_fast, zstd_small
  std::unordered_map<std::string, std::string> custom_data;
};

}  // namespace rosbag2_storage
