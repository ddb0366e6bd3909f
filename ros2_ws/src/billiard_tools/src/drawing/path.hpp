// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

#include "billiard_engine/result.hpp"

namespace billiard {

/// Where one ball went, seen from above.
struct BallPath {
  std::vector<Vec2<double>> points;  ///< [m]
  struct Tick {
    Vec2<double> point;      ///< [m]
    Vec2<double> direction;  ///< unit, of the motion
  };
  std::vector<Tick> ticks;  ///< one per `tick_period`, while it moves
};

/// Path of a ball from the recorded samples, ending where the run ended, or at `until` [s]. Points
/// that lie on a line within a fraction of a millimetre are left out.
[[nodiscard]] BallPath ball_path(const Recorder& recorder, const Result& result, int ball,
                                 double tick_period,
                                 double until = std::numeric_limits<double>::infinity());

/// Points within `tolerance` [m] of the line between kept ones removed (Douglas and Peucker 1973).
[[nodiscard]] std::vector<Vec2<double>> simplify(const std::vector<Vec2<double>>& points,
                                                 double tolerance);

}  // namespace billiard
