// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "billiard_engine/files/scenario.hpp"
#include "drawing/shot_drawing.hpp"
#include "predict_shot.hpp"

namespace billiard {

/// A predicted shot to draw.
struct PredictionDrawing {
  const Settings& settings;
  const Layout& start;
  const Prediction& prediction;
  std::string title;
  const ShotGoal* goal = nullptr;
};

/// The predicted shot: paths, collisions, where every ball starts and ends, and what was asked.
[[nodiscard]] std::string draw_prediction(const PredictionDrawing& drawn);

}  // namespace billiard
