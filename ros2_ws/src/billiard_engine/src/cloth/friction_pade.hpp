// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/cloth_friction.hpp"
#include "math/square_root.hpp"

namespace billiard {

// Symbols of Kudra et al. 2016: b_T, b_M are fitted constants; c_… are moments of the pressure,
// K(12).
namespace pade_constants {
inline constexpr double kBT = 0.68102;
inline constexpr double kBM = 0.480909;
inline constexpr double kC011 = 0.29452431127404311;   // 3π/32, per unit of shift
inline constexpr double kC00m1 = 0.58904862254808623;  // 3π/16
inline constexpr double kC010 = 0.2;                   // 1/5, per unit of shift
}  // namespace pade_constants

/// The roots of K(17).
template <typename Scalar>
struct PadeRoots {
  Scalar force2{};          ///< |v|² + b_T² ω² + ε²
  Scalar inverse_force{};   ///< 1/√ of it
  Scalar inverse_moment{};  ///< 1/√(|v|² + b_M² ω² + ε²)
};

template <typename Scalar>
[[nodiscard]] inline PadeRoots<Scalar> pade_roots(const Slip<Scalar>& slip,
                                                  Scalar epsilon) noexcept {
  using namespace pade_constants;
  constexpr auto kBT2 = static_cast<Scalar>(kBT * kBT);
  constexpr auto kBM2 = static_cast<Scalar>(kBM * kBM);
  const Scalar v2 = slip.x * slip.x + slip.y * slip.y;
  const Scalar w2 = slip.spin * slip.spin;
  const Scalar e2 = epsilon * epsilon;
  const Scalar force2 = v2 + (kBT2 * w2 + e2);
  const auto [force, moment] = math::inverse_sqrt(force2, v2 + (kBM2 * w2 + e2));
  return {force2, force, moment};
}

/// K(17) with m_T = m_M = 2:
///   T_x = (v_x − (3π/32) b_T d_s ω)/√(|v|² + b_T² ω² + ε²)
///   T_y = (v_y + (3π/32) b_T d_c ω)/√(|v|² + b_T² ω² + ε²)
///   M   = ((3π/16) b_M ω − (d_s v_x − d_c v_y)/5)/√(|v|² + b_M² ω² + ε²)
template <typename Scalar>
[[nodiscard]] inline Friction<Scalar> pade(const Slip<Scalar>& slip, Scalar epsilon) noexcept {
  using namespace pade_constants;
  const PadeRoots<Scalar> roots = pade_roots(slip, epsilon);
  constexpr auto kTurn = static_cast<Scalar>(kC011 * kBT);
  constexpr auto kDrill = static_cast<Scalar>(kC00m1 * kBM);
  const Scalar turn = kTurn * slip.spin;
  const Scalar cross = slip.shift_s * slip.x - slip.shift_c * slip.y;
  return {(slip.x - turn * slip.shift_s) * roots.inverse_force,
          (slip.y + turn * slip.shift_c) * roots.inverse_force,
          (kDrill * slip.spin - static_cast<Scalar>(kC010) * cross) * roots.inverse_moment};
}

}  // namespace billiard
