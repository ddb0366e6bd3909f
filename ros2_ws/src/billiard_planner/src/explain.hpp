// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "billiard_planner/planner.hpp"

namespace billiard {

/// Why the plan's best shot: its probability and margins, and how the next best compare.
[[nodiscard]] std::string explain(const Plan& plan, const PlanRequest& request);

/// "direct 3 in corner_pp", "safety".
[[nodiscard]] std::string describe(const Choice& choice, const PlanRequest& request);

}  // namespace billiard
