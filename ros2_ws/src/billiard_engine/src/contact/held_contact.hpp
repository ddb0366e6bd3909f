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

/// Overlap of bodies that rest against each other [m]: its force is a thousandth of what rolling
/// resistance holds for two balls, and a twentieth for the softer cushion, which a ball would else
/// creep away from for half a minute.
template <typename Scalar>
inline constexpr auto kRestingBalls = static_cast<Scalar>(sizeof(Scalar) == 8 ? 1e-9 : 1e-7);
template <typename Scalar>
inline constexpr auto kRestingCushion = static_cast<Scalar>(5e-7);

/// Bodies that rest against each other or creep apart, rather than a contact. Round-off would keep
/// it on for ever.
template <typename Scalar>
[[nodiscard]] inline bool idle(Scalar depth, Scalar rate, Scalar resting) noexcept {
  constexpr auto kRate = static_cast<Scalar>(1e-9);  // m/s
  return depth < resting && rate < kRate;
}

}  // namespace billiard
