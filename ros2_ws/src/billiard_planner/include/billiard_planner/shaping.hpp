// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "billiard_engine/physics.hpp"
#include "billiard_engine/shot.hpp"
#include "billiard_engine/table.hpp"

namespace billiard {

/// A path that the cue ball should take.
struct ShapeRequest {
  std::vector<Ball> balls;            ///< at rest
  int cue = 0;                        ///< index of the ball to strike
  Vec2<double> target;                ///< where its centre must come [m]
  std::vector<Vec2<double>> through;  ///< places its centre must pass before, in order [m]
  /// No other ball may be touched before the target is reached; to these the cue ball also keeps
  /// `clearance`. A ball that touches the target point itself (within two radii of it) may be hit
  /// there.
  std::vector<int> avoid;
  double clearance = 0.005;  ///< [m]
  double tolerance = 0.005;  ///< a miss up to this counts as met [m]
  double budget = 2.0;       ///< wall time [s]
};

/// The answer.
struct Shape {
  bool found = false;
  Shot shot;               ///< the best one, also if not found
  double miss = 0.0;       ///< largest distance from target and waypoints [m]
  double arrival = 0.0;    ///< when it is at the target, or nearest to it [s]
  double clearance = 0.0;  ///< smallest gap to a ball on the way; negative: it is hit [m]
  std::string reason;      ///< in words, with the closest approach if not found
  int simulations = 0;
  double elapsed = 0.0;  ///< [s]
};

/// Finds speed, direction, elevation and spin whose predicted path meets target and waypoints and
/// keeps clear of the balls: straight, swerved or massé. The path is over clean cloth: what meets a
/// cushion first does not count. Throws std::invalid_argument for requests that make no sense.
[[nodiscard]] Shape shape_shot(const Table& table, const Physics& physics,
                               const ShapeRequest& request);

}  // namespace billiard
