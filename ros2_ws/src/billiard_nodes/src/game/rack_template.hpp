// SPDX-License-Identifier: Apache-2.0
// A rack as it must stand: in a tight triangle the camera sees the outer balls well, the inner ones
// hardly. What is known about racks fills in the rest.
#pragma once

#include <optional>

#include "billiard_engine/files/scenario.hpp"
#include "billiard_engine/table.hpp"
#include "billiard_planner/rules.hpp"

namespace billiard_nodes {

/// The whole rack and the cue ball, where `seen` shows one: most of its places are taken within a
/// few millimetres and no object ball lies elsewhere. Balls that are not seen take the numbers that
/// are left. Empty if this is no rack of the game, or the game has none (free play).
[[nodiscard]] std::optional<billiard::Layout> complete_rack(const billiard::Layout& seen,
                                                            billiard::Game game,
                                                            const billiard::Table& table,
                                                            double ball_radius);

}  // namespace billiard_nodes
