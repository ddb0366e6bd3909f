// SPDX-License-Identifier: Apache-2.0
// Image messages as a bag holds them: little-endian CDR bytes of sensor_msgs.
#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <string>

#include "billiard_vision/camera.hpp"

namespace billiard {

/// A decoded image, or why there is none.
struct ImageMessage {
  std::int64_t stamp_ns{0};  ///< Of the header [ns]
  cv::Mat picture;           ///< 8-bit BGR; empty with a problem
  std::string problem;
};

/// sensor_msgs/msg/Image. Encodings: bgr8 (also as 8UC3), rgb8, bgra8, rgba8, mono8.
[[nodiscard]] ImageMessage decode_image(std::span<const std::uint8_t> bytes);

/// sensor_msgs/msg/CompressedImage: anything OpenCV reads (JPEG, PNG).
[[nodiscard]] ImageMessage decode_compressed_image(std::span<const std::uint8_t> bytes);

/// sensor_msgs/msg/CameraInfo; empty if it is cut off, not calibrated or not of kReadLenses.
[[nodiscard]] std::optional<vision::Lens> decode_camera_info(std::span<const std::uint8_t> bytes);

}  // namespace billiard
