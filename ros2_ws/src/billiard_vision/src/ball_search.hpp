// SPDX-License-Identifier: Apache-2.0
// Looking for balls in a part of the frame only.
#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "bed_image.hpp"
#include "billiard_vision/ball_finder.hpp"

namespace billiard::vision {

/// Like find_balls(), for balls whose outline lies in `region` [px], on a cloth that is known.
[[nodiscard]] std::vector<BallSighting> find_balls_in(const cv::Mat& frame, const TableView& view,
                                                      const ClothMap& cloth,
                                                      const cv::Rect& region);

}  // namespace billiard::vision
