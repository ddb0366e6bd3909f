// SPDX-License-Identifier: Apache-2.0
// The last hundredths of a pixel of a ball's place, where its outline is known to a fraction of a
// pixel: how much of each stretch across the outline is ball and how much is cloth.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>

#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

struct SharpOutline {
  cv::Point2d position;                          ///< On the table [m]
  cv::Matx22d covariance{cv::Matx22d::zeros()};  ///< Of what changes from frame to frame [m^2]
  double plain{0.0};  ///< Share of the rim where stripe or number do not meet it [-]
};

/// Near `start` [m] in a BGR frame. Outline points inside `occluders` do not count. Empty where too
/// little of the outline is left, or where it leads away from `start`.
[[nodiscard]] std::optional<SharpOutline> sharpen(const cv::Mat& frame, const TableView& view,
                                                  const cv::Point2d& start,
                                                  std::span<const ImageCircle> occluders = {});

}  // namespace billiard::vision
