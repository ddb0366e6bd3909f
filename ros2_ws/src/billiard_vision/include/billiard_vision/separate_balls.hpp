// SPDX-License-Identifier: Apache-2.0
// Measured balls as the engine can take them.
#pragma once

#include <span>

#include "billiard_engine/table.hpp"

namespace billiard::vision {

/// Measured positions may overlap a little, or reach into a cushion; for the engine that would be a
/// violent contact. Moves the balls apart and off the cushions by as little as that takes.
/// Real-time safe.
void separate_balls(std::span<Ball> balls, const Table& table, double ball_radius) noexcept;

}  // namespace billiard::vision
