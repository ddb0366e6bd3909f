// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/shaping.hpp"

namespace billiard {

/// A problem that has a solution: a real curved stroke from a random place is simulated, a point of
/// its path is the target, and a ball stands where it blocks the straight way but not the curve.
/// Every third problem also asks for a point of the path on the way.
[[nodiscard]] ShapeRequest curved_problem(const Settings& settings, std::uint64_t seed);

}  // namespace billiard
