// SPDX-License-Identifier: Apache-2.0
// The cloth as the largest plain coloured area of a frame.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

namespace billiard::vision {

/// How far a colour is from the cloth's, both OpenCV 8-bit Lab. Lightness counts less than hue:
/// light on a table is never even.
[[nodiscard]] float cloth_distance(const cv::Vec3f& lab, const cv::Vec3f& cloth);

/// Bilinear sample of an 8-bit three-channel image; the border is repeated.
[[nodiscard]] cv::Vec3f sample(const cv::Mat& lab, const cv::Point2d& at);

struct ClothRegion {
  cv::Vec3f lab{0, 0, 0};         ///< Median colour
  std::vector<cv::Point2d> quad;  ///< Four outer corners [px], visually counterclockwise
  double area_share{0.0};         ///< Of the frame [-]
  double border_share{0.0};       ///< Of its outline that runs along the frame's border [-]
  double solidity{0.0};           ///< Area over area of `quad` [-]
};

/// The most table-like region of a frame given in 8-bit Lab; empty if nothing resembles cloth.
[[nodiscard]] std::optional<ClothRegion> find_cloth(const cv::Mat& lab);

}  // namespace billiard::vision
