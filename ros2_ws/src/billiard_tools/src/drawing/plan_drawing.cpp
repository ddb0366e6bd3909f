// SPDX-License-Identifier: Apache-2.0
#include "drawing/plan_drawing.hpp"

#include "drawing/shot_drawing.hpp"

namespace billiard {

std::string draw_plan(const PlanDrawing& plan) {
  ShotDrawing drawing;
  drawing.title = plan.title;
  drawing.table = &plan.settings.table;
  drawing.ball_radius = plan.settings.physics.ball.radius;
  drawing.start = &plan.start;
  drawing.result = &plan.prediction.result;
  drawing.recorder = &plan.prediction.fine;
  return draw_shot(drawing);
}

}  // namespace billiard
