// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "billiard_engine/files/scenario.hpp"
#include "billiard_planner/planner.hpp"
#include "predict_shot.hpp"

namespace billiard {

/// What to draw of a plan.
struct PlanDrawing {
  const Settings& settings;
  const Layout& start;
  const Prediction& prediction;
  const Choice& choice;
  std::string title;
};

/// The predicted shot with the called ball and pocket marked and the cue behind the cue ball.
[[nodiscard]] std::string draw_plan(const PlanDrawing& plan);

}  // namespace billiard
