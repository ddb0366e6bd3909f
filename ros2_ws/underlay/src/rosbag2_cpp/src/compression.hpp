// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rosbag2_cpp {

/// All throw std::runtime_error with the reason. `limit` bounds the result [bytes].
[[nodiscard]] std::vector<std::uint8_t> decompress_zstd(std::span<const std::uint8_t> data,
                                                        std::uint64_t limit);
[[nodiscard]] std::vector<std::uint8_t> decompress_lz4(std::span<const std::uint8_t> data,
                                                       std::uint64_t size);
[[nodiscard]] std::vector<std::uint8_t> compress_zstd(std::span<const std::uint8_t> data,
                                                      int level);
/// Packs a file into `to`.
void compress_file(const std::string& from, const std::string& to, int level);
/// Unpacks a .zstd file into `to`.
void decompress_file(const std::string& from, const std::string& to);

}  // namespace rosbag2_cpp
