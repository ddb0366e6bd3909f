// SPDX-License-Identifier: Apache-2.0
// Balls on the cloth of one frame, not yet named.
#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

/// One ball as seen.
struct BallSighting {
  cv::Point2d position;    ///< Centre over the table [m], frame T; its height is the ball's radius
  cv::Matx22d covariance;  ///< Of the position [m^2]
  double sigma{0.0};       ///< Standard deviation of the position, worse direction [m]
  double confidence{0.0};  ///< That it is a ball, 0 to 1
  ImageCircle image;       ///< Its outline [px]
};

/// All balls of a frame whose table is known, best first; none in a frame that is not 8-bit BGR.
[[nodiscard]] std::vector<BallSighting> find_balls(const cv::Mat& frame, const TableView& view);

}  // namespace billiard::vision
