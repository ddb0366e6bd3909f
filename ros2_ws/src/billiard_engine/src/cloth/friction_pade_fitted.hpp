// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/cloth_friction.hpp"
#include "math/elementary.hpp"

namespace billiard {

// Symbols of K(17): b_T, m_T, b_M, m_M as fitted by the paper (§2.3).
namespace pade_fitted_constants {
inline constexpr double kBT = 0.771;
inline constexpr double kMT = 2.655;
inline constexpr double kBM = 0.419;
inline constexpr double kMM = 3.073;

/// (a^(m/2) + b^(m/2))^(2/m) of two squares a, b ≥ 0, as larger·(1 + ratio^(m/2))^(2/m).
template <typename Scalar>
[[nodiscard]] inline Scalar power_norm(Scalar a, Scalar b, Scalar m) noexcept {
  const Scalar larger = a > b ? a : b;
  if (!(larger > Scalar(0))) return larger;
  const Scalar ratio = (a > b ? b : a) / larger;
  const Scalar sum = Scalar(1) + math::pow(ratio, Scalar(0.5) * m);
  return larger * math::pow(sum, Scalar(2) / m);
}
}  // namespace pade_fitted_constants

/// K(17) with all four parameters fitted.
template <typename Scalar>
[[nodiscard]] inline Friction<Scalar> pade_fitted(const Slip<Scalar>& slip,
                                                  Scalar epsilon) noexcept {
  using namespace pade_fitted_constants;
  constexpr double kPi = 3.14159265358979324;
  const auto number = [](double value) { return static_cast<Scalar>(value); };
  const Scalar v2 = slip.x * slip.x + slip.y * slip.y;
  const Scalar w2 = slip.spin * slip.spin;
  const Scalar e2 = epsilon * epsilon;
  const Scalar force =
      Scalar(1) / math::sqrt(power_norm(v2, number(kBT * kBT) * w2, number(kMT)) + e2);
  const Scalar moment =
      Scalar(1) / math::sqrt(power_norm(v2, number(kBM * kBM) * w2, number(kMM)) + e2);
  const Scalar turn = number(3 * kPi / 32 * kBT) * slip.spin;
  const Scalar cross = slip.shift_s * slip.x - slip.shift_c * slip.y;
  return {(slip.x - turn * slip.shift_s) * force, (slip.y + turn * slip.shift_c) * force,
          (number(3 * kPi / 16 * kBM) * slip.spin - number(0.2) * cross) * moment};
}

}  // namespace billiard
