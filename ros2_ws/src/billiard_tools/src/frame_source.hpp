// SPDX-License-Identifier: Apache-2.0
// Frames with their times, from a video or from a bag.
#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>

#include "billiard_vision/camera.hpp"

namespace billiard {

struct TimedFrame {
  cv::Mat picture;           ///< 8-bit BGR
  double stamp{0.0};         ///< [s] since the first frame
  std::int64_t stamp_ns{0};  ///< Of the bag's message [ns since epoch]; 0 in videos
};

class FrameSource {
 public:
  virtual ~FrameSource() = default;
  /// The next frame; empty at the end.
  [[nodiscard]] virtual std::optional<TimedFrame> next() = 0;
  /// How many frames there should be; 0 where nobody says.
  [[nodiscard]] virtual double promised() const = 0;
  /// Frames per second, for writing them again.
  [[nodiscard]] virtual double rate() const = 0;
  /// The lens, where the source knows it. Asked before the first frame.
  [[nodiscard]] virtual std::optional<vision::Lens> lens() { return std::nullopt; }
};

/// Throws FileError naming the file and what is wrong with it.
[[nodiscard]] std::unique_ptr<FrameSource> open_video(const std::string& path);

/// The images (sensor_msgs/msg/Image or CompressedImage) of one topic of a rosbag2 bag, with the
/// lens of the camera_info beside it. Without a topic: /camera/image_raw, or the only one there is.
/// Throws FileError naming bag, topic and what is wrong.
[[nodiscard]] std::unique_ptr<FrameSource> open_bag(const std::string& path,
                                                    const std::string& topic);

}  // namespace billiard
