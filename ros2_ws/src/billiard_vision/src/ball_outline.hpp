// SPDX-License-Identifier: Apache-2.0
// Where the outline of a ball on the cloth is expected in the picture, and what may hide it.
#pragma once

#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

/// A point of an outline and the unit direction away from the ball there [px].
struct OutlinePoint {
  cv::Point2d at, outward;
};

/// `count` points around a ball at a table position [m]; empty where it is not all in view.
[[nodiscard]] std::vector<OutlinePoint> outline_points(const TableView& view, const cv::Point2d& at,
                                                       int count);

/// Of all balls' outlines those so near to the i-th that one may hide part of the other, a little
/// larger than they are: edges where outlines meet belong to neither. Those of radius 0 are none.
[[nodiscard]] std::vector<ImageCircle> occluders_of(std::span<const ImageCircle> images,
                                                    std::size_t i);

}  // namespace billiard::vision
