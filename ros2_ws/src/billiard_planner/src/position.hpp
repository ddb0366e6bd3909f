// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scene.hpp"

namespace billiard {

/// Chance of the easiest straight pot that the rules allow, from geometry alone; 0 if there is
/// none, 1 if no ball is left to pot.
[[nodiscard]] double next_shot_probability(const Scene& scene);

}  // namespace billiard
