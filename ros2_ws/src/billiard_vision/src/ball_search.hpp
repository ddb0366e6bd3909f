// SPDX-License-Identifier: Apache-2.0
// Looking for balls in a part of the frame only.
#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "ball_candidates.hpp"
#include "billiard_vision/ball_finder.hpp"

namespace billiard::vision {

/// Like find_balls(), in what was cut out of the frame.
[[nodiscard]] std::vector<BallSighting> find_balls_in(const BedImage& image, const TableView& view);

/// Like find_balls(), for balls whose outline lies in `region` [px], on a cloth that is known.
[[nodiscard]] std::vector<BallSighting> find_balls_in(const cv::Mat& frame, const TableView& view,
                                                      const ClothMap& cloth,
                                                      const cv::Rect& region);

}  // namespace billiard::vision
