// SPDX-License-Identifier: Apache-2.0
// The camera that sees four known points where they are seen.
#pragma once

#include <array>
#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>

#include "billiard_vision/camera.hpp"

namespace billiard::vision {

struct PointPose {
  Camera camera;
  double error_px{1e300};  ///< Root mean square miss of the points
  double cost{1e300};      ///< With what an unusual focal length adds, for comparing [px^2]
};

/// A camera that sees the four level points (z equal) `points_T` at `pixels`. With `free_focal` the
/// focal length (square pixels) is fitted as well; where the picture does not tell it, as from
/// straight above, it is that of usual lenses.
[[nodiscard]] PointPose pose_from_points(const std::array<cv::Vec3d, 4>& points_T,
                                         const std::array<cv::Point2d, 4>& pixels, const Lens& lens,
                                         bool free_focal);

}  // namespace billiard::vision
