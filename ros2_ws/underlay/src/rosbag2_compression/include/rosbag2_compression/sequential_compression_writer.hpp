// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rosbag2_cpp/writer_interfaces/base_writer_interface.hpp>
#include <stdexcept>
#include <string>

#include "rosbag2_compression/compression_options.hpp"

namespace rosbag2_compression {

/// Makes a rosbag2_cpp::Writer pack each file or each message with zstd.
class SequentialCompressionWriter final
    : public rosbag2_cpp::writer_interfaces::BaseWriterInterface {
 public:
  /// Throws std::invalid_argument for another format than zstd.
  explicit SequentialCompressionWriter(const CompressionOptions& options = {"zstd",
                                                                            CompressionMode::FILE})
      : options_(options) {
    if (options.compression_mode != CompressionMode::NONE && options.compression_format != "zstd") {
      throw std::invalid_argument("compression format '" + options.compression_format +
                                  "' is unknown (allowed: zstd)");
    }
  }

  // --- not in rosbag2_compression ---
  [[nodiscard]] std::string packing() const override {
    switch (options_.compression_mode) {
      case CompressionMode::FILE:
        return "file";
      case CompressionMode::MESSAGE:
        return "message";
      case CompressionMode::NONE:
        break;
    }
    return "";
  }

 private:
  CompressionOptions options_;
};

}  // namespace rosbag2_compression
