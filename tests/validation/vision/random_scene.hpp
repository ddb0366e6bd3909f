// SPDX-License-Identifier: Apache-2.0
// Random tables, cameras, lights and layouts for judging the vision on rendered frames.
#pragma once

#include <random>
#include <vector>

#include "billiard_vision/renderer.hpp"

namespace billiard::vision {

struct RandomScene {
  TableGeometry table;
  Camera camera;
  Look look;
  std::vector<SceneBall> balls;
  double elevation{0.0};  ///< Of the camera over the table's middle [rad]
};

/// Scene number `index` of a fixed series: 3–16 balls of a pool set (every third layout with some
/// that touch), cloth in blue, green, teal or red, elevation 35° to 90° (`overhead`: 85° to 90°).
[[nodiscard]] RandomScene make_scene(int index, bool overhead, cv::Size image = {1280, 720});

/// A rotation drawn evenly.
[[nodiscard]] cv::Matx33d random_rotation(std::mt19937_64& random);

}  // namespace billiard::vision
