// SPDX-License-Identifier: Apache-2.0
#include "table_sim/mismatch.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "billiard_planner/noise.hpp"

namespace billiard_nodes {
namespace {

constexpr double kLargestShare = 0.5;
constexpr double kLargestRestitution = 0.98;

}  // namespace

billiard::Physics mismatched(const billiard::Physics& nominal, double share, std::uint64_t seed) {
  if (!(share >= 0.0 && share <= kLargestShare)) {  // true for NaN
    throw std::invalid_argument("mismatch is " + std::to_string(share) + "; allowed: 0 to 0.5 [-]");
  }
  billiard::Physics physics = nominal;
  if (share == 0.0) return physics;
  std::uint64_t counter = 0;
  const auto factor = [&] {
    return 1.0 + share * (2.0 * billiard::uniform(seed, counter++) - 1.0);
  };
  physics.cloth.friction *= factor();
  physics.cloth.rolling = std::min(1.0, physics.cloth.rolling * factor());
  for (double* restitution : {&physics.ball_ball.restitution, &physics.ball_cushion.restitution}) {
    *restitution = std::min(*restitution * factor(), std::max(kLargestRestitution, *restitution));
  }
  physics.ball_cushion.friction *= factor();
  return physics;
}

}  // namespace billiard_nodes
