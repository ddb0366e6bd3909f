// SPDX-License-Identifier: Apache-2.0
// The engine's table as the camera sees it.
#pragma once

#include "billiard_engine/table.hpp"
#include "billiard_vision/table.hpp"

namespace billiard::vision {

/// `ball_radius` [m] is that of the physics played on the table.
[[nodiscard]] TableGeometry geometry_of(const TableSpec& spec, double ball_radius);

}  // namespace billiard::vision
