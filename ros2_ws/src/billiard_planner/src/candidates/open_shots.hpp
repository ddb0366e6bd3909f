// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "billiard_planner/planner.hpp"
#include "scene.hpp"

namespace billiard {

/// Shots that touch an allowed ball fully or thinly at several speeds, without calling a pocket.
[[nodiscard]] std::vector<Choice> safety_shots(const Scene& scene);

/// Strokes in all directions: one may reach an allowed ball over cushions.
[[nodiscard]] std::vector<Choice> escape_shots(const Scene& scene);

/// A tight rack of at least this many balls is broken.
inline constexpr int kLeastRack = 9;
/// The object balls stand in a rack.
[[nodiscard]] bool is_racked(const Scene& scene);
/// Hard shots on the ball of the rack that is nearest the cue ball.
[[nodiscard]] std::vector<Choice> break_shots(const Scene& scene);

}  // namespace billiard
