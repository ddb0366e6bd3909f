// SPDX-License-Identifier: Apache-2.0
// Fits the camera to edge points of the table, together with what the table file cannot know.
#pragma once

#include <array>
#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>
#include <vector>

#include "billiard_vision/camera.hpp"
#include "billiard_vision/table.hpp"

namespace billiard::vision {

/// Edge points of table side j, which runs from nose corner j to j + 1, in pixels.
struct TableSide {
  std::vector<cv::Point2d> outer, nose;
};

struct PoseFit {
  Camera camera;
  TableGeometry table;  ///< With fitted cushion width and rail height
  double rms_px{0.0};   ///< Of the inliers
  double inlier_share{0.0};
  double cost{0.0};  ///< Robust mean, for comparing hypotheses [px^2]
};

/// Improves `start`. With `free_focal` the focal length (square pixels) is fitted as well.
[[nodiscard]] PoseFit fit_pose(const std::array<TableSide, 4>& sides, const TableGeometry& table,
                               const Camera& start, bool free_focal);

}  // namespace billiard::vision
