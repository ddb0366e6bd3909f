// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/ball.hpp"

namespace billiard {

/// a × b (Eigen's own needs its geometry module, which is slow to compile).
template <typename Scalar>
[[nodiscard]] inline Vec3<Scalar> cross(const Vec3<Scalar>& a, const Vec3<Scalar>& b) noexcept {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(),
          a.x() * b.y() - a.y() * b.x()};
}

}  // namespace billiard
