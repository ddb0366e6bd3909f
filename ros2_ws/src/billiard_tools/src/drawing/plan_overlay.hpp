// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "billiard_engine/files/scenario.hpp"
#include "billiard_vision/table_finder.hpp"
#include "predict_shot.hpp"

namespace billiard {

/// A planned shot to draw into the frame it was planned from. Nothing is owned.
struct PlanOverlay {
  const Settings& settings;
  const vision::TableView& view;
  const Layout& start;
  const Prediction& prediction;
  const Shot& shot;
  int pocket = -1;                 ///< the called one, or -1
  double probability = 0.0;        ///< of success
  std::vector<std::string> lines;  ///< texts of the panel
};

/// The frame with paths, the cue ball at its first contact (ghost ball), where moved balls stop,
/// the called pocket, and a panel with texts, probability and the tip's place on the cue ball,
/// where it hides least.
[[nodiscard]] cv::Mat draw_plan(const cv::Mat& frame, const PlanOverlay& plan);

}  // namespace billiard
