// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "billiard_vision/renderer.hpp"

namespace billiard::vision {

/// A camera over the long side, the whole table in a 960 × 540 frame.
inline Camera side_camera() {
  return look_at(make_lens(960, 540, 1000.0), {0.3, -3.3, 3.0}, {0.0, -0.05, 0.0});
}

inline SceneBall pool_ball(double x, double y, const std::string& id,
                           const cv::Vec3d& turned = {0.0, 0.0, 0.0}) {
  SceneBall ball;
  ball.kind = find_kind(BallSet::kPool, id);
  ball.position = {x, y, 0.028575};
  ball.rotation = turn(cv::Matx33d::eye(), turned, 1.0);
  return ball;
}

}  // namespace billiard::vision
