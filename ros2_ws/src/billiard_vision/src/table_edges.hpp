// SPDX-License-Identifier: Apache-2.0
// Sub-pixel points on the edges of the cloth: where it meets the rails, and the cushion noses.
#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <vector>

namespace billiard::vision {

/// Points found along the side from quad corner i to corner i + 1.
struct SideEdge {
  std::vector<cv::Point2d> outer;  ///< Cloth against rail [px]
  std::vector<cv::Point2d> nose;   ///< Cushion nose against bed [px]; empty where it cannot be seen
  double side_pocket{0.0};         ///< How much the cushion is interrupted at its middle, 0 to 1
};

/// Looks for the edges near the outer quadrilateral (visually counterclockwise). `cushion_share`
/// gives the cushion's width as a share of the side it borders on, for the sides 0/2 and 1/3:
/// where to expect the nose.
[[nodiscard]] std::array<SideEdge, 4> find_edges(const cv::Mat& lab, const cv::Vec3f& cloth,
                                                 const std::array<cv::Point2d, 4>& quad,
                                                 const std::array<double, 2>& cushion_share);

/// Corners where lines through the outer points meet; the given corner where a side has too few.
[[nodiscard]] std::array<cv::Point2d, 4> meet_outer_lines(const std::array<SideEdge, 4>& edges,
                                                          const std::array<cv::Point2d, 4>& quad);

}  // namespace billiard::vision
