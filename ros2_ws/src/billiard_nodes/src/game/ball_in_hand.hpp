// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/planner.hpp"
#include "game/game_flow.hpp"

namespace billiard_nodes {

/// Finds the best place for a cue ball in hand among balls as they are seen.
class BallInHand {
 public:
  explicit BallInHand(const billiard::Settings& settings);

  /// Measured balls may overlap a little. The problem, if any, names the ball that is in the way.
  [[nodiscard]] GameFlow::Place place(const billiard::Layout& seen, billiard::GameState state);

 private:
  billiard::Settings settings_;
  billiard::Planner planner_;
};

}  // namespace billiard_nodes
