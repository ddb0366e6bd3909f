// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "scene.hpp"

namespace billiard {

/// Places behind every straight pot from which a cue ball in hand could play it; not checked for
/// room.
[[nodiscard]] std::vector<Point> cue_ball_places(const Scene& scene);

}  // namespace billiard
