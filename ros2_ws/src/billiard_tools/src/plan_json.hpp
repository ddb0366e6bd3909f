// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "billiard_planner/planner.hpp"

namespace billiard {

/// The answer of `billiard plan`. `predicted` is the undisturbed shot.
[[nodiscard]] nlohmann::ordered_json plan_json(const Plan& plan, const PlanRequest& request,
                                               const nlohmann::ordered_json& predicted);

/// "direct 3 corner_pp", or the kind alone when nothing is called.
[[nodiscard]] std::string short_name(const Choice& choice, const PlanRequest& request);

}  // namespace billiard
