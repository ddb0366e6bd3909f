// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/outcome.hpp"

namespace billiard {

BallMask in_play(std::span<const Ball> balls) noexcept {
  BallMask mask = 0;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    if (balls[i].in_play()) mask |= mask_of(static_cast<int>(i));
  }
  return mask;
}

}  // namespace billiard
