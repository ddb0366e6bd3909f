// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <opencv2/core.hpp>
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

/// The camera of the simulated robot: small pictures from above.
inline Camera small_camera() {
  return look_at(make_lens(640, 360, 576.0), {0.0, 0.0, 2.7}, {0, 0, 0}, {0, 1, 0});
}

/// A cue ball, and seven balls 61 to 67 mm apart somewhere on the bed, each turned somehow: gaps of
/// about a pixel in small pictures.
inline std::vector<SceneBall> loose_cluster(cv::RNG& random) {
  std::vector<SceneBall> balls{pool_ball(-1.1, 0.0, "cue")};
  const double x = random.uniform(-0.7, 1.0), y = random.uniform(-0.4, 0.4);
  const double turned = random.uniform(0.0, CV_PI / 3.0);
  const int first = random.uniform(0, 15);
  for (int i = 0; i < 7; ++i) {
    const double out = i == 0 ? 0.0 : random.uniform(0.0635, 0.0655);
    const double angle = turned + i * CV_PI / 3.0 + random.uniform(-0.015, 0.015);
    const cv::Vec3d spun(random.gaussian(3.0), random.gaussian(3.0), random.gaussian(3.0));
    balls.push_back(pool_ball(x + out * std::cos(angle), y + out * std::sin(angle),
                              std::to_string((first + 4 * i) % 15 + 1), spun));
  }
  return balls;
}

}  // namespace billiard::vision
