// SPDX-License-Identifier: Apache-2.0
#include "drawing/prediction_drawing.hpp"

namespace billiard {

std::string draw_prediction(const PredictionDrawing& drawn) {
  ShotDrawing drawing;
  drawing.title = drawn.title;
  drawing.table = &drawn.settings.table;
  drawing.ball_radius = drawn.settings.physics.ball.radius;
  drawing.start = &drawn.start;
  drawing.result = &drawn.prediction.result;
  drawing.recorder = &drawn.prediction.fine;
  drawing.goal = drawn.goal;
  return draw_shot(drawing);
}

}  // namespace billiard
