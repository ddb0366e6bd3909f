// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/rules.hpp"

namespace billiard_nodes {

/// A ball of a layout at rest.
struct PlacedBall {
  std::string id;
  double x{0.0};  ///< [m], frame T
  double y{0.0};  ///< [m]
};

/// Balls as they stand before a break: the cue ball (first) on the head string and a triangle of
/// fifteen, or for nine-ball a diamond of nine, with its apex on the foot spot. Gaps of a fraction
/// of a millimetre, the order of the balls and the cue ball's place follow from `seed`.
[[nodiscard]] std::vector<PlacedBall> racked_balls(const billiard::Settings& settings,
                                                   billiard::Game game, std::uint64_t seed);

}  // namespace billiard_nodes
