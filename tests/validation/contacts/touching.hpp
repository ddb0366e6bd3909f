// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "scene.hpp"

namespace billiard::contacts {

/// Speeds [m/s] of a row of `count` balls, a small gap [m] apart, hit by a ball of 1 m/s.
/// Index 0 is the ball that hits.
[[nodiscard]] std::vector<double> row_speeds(const Physics& physics, int count, double gap);

/// Balls without friction, with restitution e between them.
[[nodiscard]] Physics touching_balls(NormalLaw law, double e, double floor = 1e-3);

/// Fifteen balls in a triangle, apex at the origin, a cue ball in front of it moving along +x.
/// Neighbours are `gap` [m] apart. Index 0 is the cue ball; mirror(i) is the ball at −y.
[[nodiscard]] std::vector<Ball> rack(double gap, double speed);
[[nodiscard]] int mirror(int ball);

}  // namespace billiard::contacts
