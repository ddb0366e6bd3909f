// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "billiard_engine/physics.hpp"

namespace billiard_nodes {

/// The physics of a table that is not quite as its file says: cloth friction and rolling, the
/// restitution of balls and cushions and the cushions' friction each times a factor within
/// 1 ± `share`, drawn from `seed`. Restitutions stay at or below 0.98, so that no energy appears.
/// Throws std::invalid_argument unless 0 <= share <= 0.5.
[[nodiscard]] billiard::Physics mismatched(const billiard::Physics& nominal, double share,
                                           std::uint64_t seed);

}  // namespace billiard_nodes
