// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "fit/start_fit.hpp"

namespace billiard {

/// One number of the physics that a fit may change.
struct FittedValue {
  const char* field = "";
  double value = 0.0;
  double sigma = 0.0;  ///< standard deviation, see fit_physics()
};

struct PhysicsFit {
  Physics physics;
  std::vector<FittedValue> values;
  std::vector<Start> starts;  ///< of the shots, as fitted
  double slope = 0.0;         ///< of the cue, see StrokePrior; what most strokes agree on [-]
  Vec2<double> lag = Vec2<double>::Zero();        ///< of the camera, see ShotModel [s/m]
  Vec2<double> lag_sigma = Vec2<double>::Zero();  ///< [s/m]
  double noise = 0.0;  ///< of a coordinate, with what the model errs early in a shot [m]
  double cost = 0.0;   ///< robust sum of squares
  int iterations = 0;
};

/// Physics, camera lag and starts that explain all shots together up to `until` [s]:
/// Levenberg–Marquardt on physics and lag with the starts eliminated shot by shot, positions far
/// off weighing less (Cauchy), over longer and longer parts of the shots. `progress` is told the
/// part that is done.
///
/// A value's sigma is the larger of two: from the curvature of the cost (right if noise is all
/// that is left), and from how much the shots disagree (right also if the model errs).
[[nodiscard]] PhysicsFit fit_physics(std::vector<ShotModel> shots, const Table& table,
                                     const Physics& first, double until,
                                     const std::function<void(double)>& progress);

}  // namespace billiard
