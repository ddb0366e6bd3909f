// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "billiard_planner/planner.hpp"
#include "billiard_planner/shaping.hpp"

namespace billiard {

/// Both throw std::invalid_argument naming value and allowed range if the request makes no sense.
void validate(const PlanRequest& request, const Table& table, const Physics& physics);
void validate(const ShapeRequest& request, const Table& table, const Physics& physics);

/// Why nothing can be played in this layout ("no shot because …"), or empty.
[[nodiscard]] std::string find_obstacle(const PlanRequest& request, const Rules& rules,
                                        const Table& table);

/// Balls that may be called: the asked one, or all that the rules allow.
[[nodiscard]] BallMask wanted_balls(const PlanRequest& request, const Rules& rules);

}  // namespace billiard
