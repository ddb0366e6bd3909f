// SPDX-License-Identifier: Apache-2.0
// Pixels of balls, and how balls look in one light or another.
#pragma once

#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "billiard_vision/identity.hpp"

namespace billiard::vision {

/// CIE Lab of linear red, green, blue; white is (1, 1, 1).
[[nodiscard]] cv::Vec3d lab_of(const cv::Vec3d& rgb);

/// What the balls of a frame show. All colours are linear red, green, blue.
class BallPixels {
 public:
  BallPixels(const cv::Mat& frame, std::span<const ImageCircle> balls);

  /// What white looks like: the brightest pale pixels of all balls.
  [[nodiscard]] const cv::Vec3d& white() const { return white_; }
  /// What it would look like if one ball or another showed it, of those bright and pale enough.
  [[nodiscard]] std::vector<cv::Vec3d> other_whites() const;
  /// Looks of all balls in a light that differs from white() by `light`; `every` so many pixels.
  [[nodiscard]] std::vector<BallLook> looks(const FrameLight& light, std::size_t every = 1) const;

 private:
  struct Pixel {
    cv::Vec3d rgb;
    bool rim{false};
  };
  struct Balance;
  [[nodiscard]] cv::Vec3d find_white() const;
  [[nodiscard]] static BallLook look(const std::vector<Pixel>& ball, const Balance& balance,
                                     std::size_t every);

  std::vector<std::vector<Pixel>> balls_;
  cv::Vec3d cloth_;  ///< just outside balls, mostly
  cv::Vec3d white_;
};

}  // namespace billiard::vision
