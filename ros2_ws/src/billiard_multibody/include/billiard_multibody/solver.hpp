// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "billiard_multibody/system.hpp"

namespace billiard::multibody {

/// How constraints are held, G §2.3.
enum class Method : std::uint8_t {
  kLagrange,         ///< standard Lagrange multipliers G(2.20): accelerations only, so it drifts
  kBaumgarte,        ///< G(2.23) with α = β = 5
  kAugmented,        ///< augmented Lagrangian G(2.21)
  kDirectCorrection  ///< G(2.28)–(2.29): standard, then positions and velocities are put right
};
inline constexpr Method kMethods[] = {Method::kLagrange, Method::kBaumgarte, Method::kAugmented,
                                      Method::kDirectCorrection};
[[nodiscard]] const char* name(Method method) noexcept;

/// Work done so far.
struct Cost {
  std::int64_t evaluations = 0;  ///< of the accelerations
  std::int64_t solves = 0;       ///< linear systems
};

/// ẏ = (q̇, v̇) of a state.
[[nodiscard]] Vector rate(const System& system, const Vector& y, Method method, Cost& cost);

/// What the method does after a step: nothing, or the direct correction.
void correct(const System& system, Vector& y, Method method, Cost& cost);

}  // namespace billiard::multibody
