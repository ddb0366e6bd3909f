// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/table.hpp"

namespace billiard {

inline constexpr double kInvSqrt2 = 0.70710678118654752440;

/// Direction of a jaw seen from its rail: unit vector as parts along the nose (towards the
/// pocket) and out of the table.
struct JawDirection {
  double along = 0.0;
  double out = 0.0;
};

/// Same bits everywhere: uses + − × ÷ only. `jaw_angle` in [π/2, π].
[[nodiscard]] JawDirection jaw_direction(double jaw_angle) noexcept;

/// From the meeting point of two noses to the tip of a corner pocket, along a nose [m].
[[nodiscard]] inline double corner_cut(const PocketShape& corner) noexcept {
  return corner.mouth * kInvSqrt2;
}

/// From the tip, where nose and jaw lines meet, to where the rounding touches either [m].
[[nodiscard]] double tip_setback(const PocketShape& shape) noexcept;

/// Geometry of a spec that find_error() accepts. Mirror images are exact to the last bit.
[[nodiscard]] Table make_geometry(const TableSpec& spec) noexcept;

}  // namespace billiard
