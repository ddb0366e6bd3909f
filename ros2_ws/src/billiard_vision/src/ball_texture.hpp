// SPDX-License-Identifier: Apache-2.0
// Paint of a ball as a function of the direction on it.
#pragma once

#include <opencv2/core/mat.hpp>

#include "light.hpp"

namespace billiard::vision {

class BallTexture {
 public:
  explicit BallTexture(const BallKind& kind);

  /// Linear paint at a unit direction in the ball's own frame.
  [[nodiscard]] Colour at(const cv::Vec3f& direction) const;

 private:
  cv::Mat map_;  // CV_32FC3, longitude × latitude
};

}  // namespace billiard::vision
