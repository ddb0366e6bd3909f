// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scene.hpp"

namespace billiard {

/// What a layout is worth to the player whose turn it is.
struct LayoutWorth {
  double next = 0.0;   ///< chance of the easiest straight pot
  double value = 0.0;  ///< 0 to 1: that chance, other pots to choose from, and balls that no
                       ///< pocket is open for
};

/// From geometry alone, under the scene's noise. Only pots of `wanted` balls count.
[[nodiscard]] LayoutWorth judge_layout(const Scene& scene, BallMask wanted = ~BallMask{0});

}  // namespace billiard
