// SPDX-License-Identifier: Apache-2.0
// The last hundredths of a pixel of a ball's place, where its outline is known to a fraction of a
// pixel: how much of each stretch across the outline is ball and how much is cloth.
#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "ball_fit.hpp"

namespace billiard::vision {

/// Puts place and covariance of `fit` right by a BGR frame; the covariance is then of what changes
/// from frame to frame alone, and wide where a stripe along the rim looks like the cloth. Outline
/// points beside `occluders` do not count. Leaves the fit as it is, and returns false, where too
/// little of the outline is left, or where it leads farther away than `farthest` [ball radii].
bool sharpen(const cv::Mat& frame, const TableView& view, std::span<const ImageCircle> occluders,
             double farthest, BallFit& fit);

}  // namespace billiard::vision
