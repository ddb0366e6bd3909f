// SPDX-License-Identifier: Apache-2.0
// The cloth as the largest plain coloured area of a frame.
#pragma once

#include <algorithm>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

namespace billiard::vision {

/// How far a colour is from the cloth's, both OpenCV 8-bit Lab. Lightness counts less than hue:
/// light on a table is never even.
[[nodiscard]] float cloth_distance(const cv::Vec3f& lab, const cv::Vec3f& cloth);

/// Bilinear sample of an 8-bit three-channel image; the border is repeated.
[[nodiscard]] inline cv::Vec3f sample(const cv::Mat& lab, const cv::Point2d& at) {
  const double x = std::clamp(at.x, 0.0, lab.cols - 1.001),
               y = std::clamp(at.y, 0.0, lab.rows - 1.001);
  const int u = static_cast<int>(x), v = static_cast<int>(y);
  const auto fu = static_cast<float>(x - u), fv = static_cast<float>(y - v);
  const auto* top = lab.ptr<unsigned char>(v) + 3 * u;
  const auto* low = lab.ptr<unsigned char>(v + 1) + 3 * u;
  cv::Vec3f out;
  for (int c = 0; c < 3; ++c) {
    const float t = static_cast<float>(top[c]) * (1 - fu) + static_cast<float>(top[c + 3]) * fu;
    const float l = static_cast<float>(low[c]) * (1 - fu) + static_cast<float>(low[c + 3]) * fu;
    out.val[c] = t * (1 - fv) + l * fv;
  }
  return out;
}

struct ClothRegion {
  cv::Vec3f lab{0, 0, 0};         ///< Mean colour
  std::vector<cv::Point2d> quad;  ///< Four outer corners [px], visually counterclockwise
  double area_share{0.0};         ///< Of the frame [-]
  double border_share{0.0};       ///< Of its outline that runs along the frame's border [-]
  double solidity{0.0};           ///< Area over area of `quad` [-]
};

/// The most table-like region of a frame given in 8-bit Lab; empty if nothing resembles cloth.
[[nodiscard]] std::optional<ClothRegion> find_cloth(const cv::Mat& lab);

}  // namespace billiard::vision
