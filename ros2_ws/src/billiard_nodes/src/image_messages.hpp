// SPDX-License-Identifier: Apache-2.0
// Pictures as messages. Pixels are looked at where they are, not copied.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <sensor_msgs/msg/camera_info.hpp>
#include <sensor_msgs/msg/compressed_image.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <string>

#include "billiard_vision/camera.hpp"

namespace billiard_nodes {

/// An empty bgr8 message with room for the pixels.
[[nodiscard]] std::unique_ptr<sensor_msgs::msg::Image> make_image(int width, int height);

/// The message's own pixels, to draw into. `image` comes from make_image().
[[nodiscard]] cv::Mat pixels_of(sensor_msgs::msg::Image& image);

/// A picture, or why there is none.
struct SeenImage {
  cv::Mat picture;  ///< 8-bit BGR; looks into the message if that is bgr8, else a copy
  std::string problem;
};

/// Takes any image that arrives: bgr8, rgb8, bgra8, rgba8 or mono8, of a size its data fills.
[[nodiscard]] SeenImage see_image(const sensor_msgs::msg::Image& image);

/// `quality` 1 to 100.
[[nodiscard]] sensor_msgs::msg::CompressedImage to_jpeg(const cv::Mat& picture,
                                                        const std_msgs::msg::Header& header,
                                                        int quality);

/// The picture (8-bit BGR) of a compressed image; empty if its bytes are none.
[[nodiscard]] cv::Mat from_jpeg(const sensor_msgs::msg::CompressedImage& image);

/// Without a lens: an uncalibrated camera (all zero) of the given size.
[[nodiscard]] sensor_msgs::msg::CameraInfo to_camera_info(
    const std::optional<billiard::vision::Lens>& lens, int width, int height);

/// The lens of a calibrated camera of vision::kReadLenses, else empty.
[[nodiscard]] std::optional<billiard::vision::Lens> to_lens(
    const sensor_msgs::msg::CameraInfo& info);

}  // namespace billiard_nodes
