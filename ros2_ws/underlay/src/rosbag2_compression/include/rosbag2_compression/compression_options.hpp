// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace rosbag2_compression {

enum class CompressionMode : std::uint32_t { NONE = 0, FILE, MESSAGE, LAST_MODE = MESSAGE };

struct CompressionOptions {
  std::string compression_format;  ///< "zstd"
  CompressionMode compression_mode{CompressionMode::NONE};
  std::uint64_t compression_queue_size{0};  ///< not used: a message is packed when it is written
  std::uint64_t compression_threads{0};     ///< not used
};

/// "none", "file" or "message", in any case; throws std::invalid_argument for another word.
[[nodiscard]] inline CompressionMode compression_mode_from_string(const std::string& mode) {
  std::string word;
  for (const char c : mode) word += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  if (word.empty() || word == "none") return CompressionMode::NONE;
  if (word == "file") return CompressionMode::FILE;
  if (word == "message") return CompressionMode::MESSAGE;
  throw std::invalid_argument("compression mode '" + mode +
                              "' is unknown (allowed: none, file, message)");
}

}  // namespace rosbag2_compression
