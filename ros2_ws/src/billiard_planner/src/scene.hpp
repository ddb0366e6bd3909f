// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "billiard_engine/physics.hpp"
#include "billiard_engine/table.hpp"
#include "billiard_planner/noise.hpp"
#include "billiard_planner/rules.hpp"

namespace billiard {

using Point = Vec2<double>;

/// Everything a decision is made about. Nothing is owned.
struct Scene {
  const Table* table = nullptr;
  const Physics* physics = nullptr;
  const Rules* rules = nullptr;
  std::span<const Ball> balls;
  BallMask in_play = 0;
  ExecutionNoise noise;
  double position_sigma = 0.0;  // [m]

  /// Every repetition of a shot would be the same.
  [[nodiscard]] bool certain() const noexcept {
    return noise.azimuth == 0.0 && position_sigma == 0.0;
  }
  [[nodiscard]] double radius() const noexcept { return physics->ball.radius; }
  [[nodiscard]] Point position(int ball) const noexcept {
    return balls[static_cast<std::size_t>(ball)].position.head<2>();
  }
  [[nodiscard]] bool has(int ball) const noexcept { return (in_play & mask_of(ball)) != 0; }
  [[nodiscard]] Point cue_position() const noexcept { return position(rules->cue()); }
};

}  // namespace billiard
