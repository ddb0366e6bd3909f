// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/ball.hpp"
#include "math/dot.hpp"
#include "math/square_root.hpp"

namespace billiard {

/// Shortens a vector to at most √most2.
template <typename Scalar>
inline void shorten(Vec3<Scalar>& v, Scalar most2) noexcept {
  const Scalar size2 = squared_length(v);
  if (size2 > most2) v *= math::sqrt(most2 / size2);
}

/// Bodies that rest against each other or creep apart, rather than a contact: the force of such an
/// overlap is a thousandth of what rolling resistance holds. Round-off would keep it on for ever.
template <typename Scalar>
[[nodiscard]] inline bool idle(Scalar depth, Scalar rate) noexcept {
  constexpr auto kDepth = static_cast<Scalar>(sizeof(Scalar) == sizeof(double) ? 1e-9 : 1e-7);
  constexpr auto kRate = static_cast<Scalar>(1e-9);  // m/s
  return depth < kDepth && rate < kRate;
}

}  // namespace billiard
