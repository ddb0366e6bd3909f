// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/cloth_friction.hpp"
#include "math/square_root.hpp"

namespace billiard {

// The integral K(5) in closed form. Symbols: v slip, ω spin, d = (d_c, d_s) pressure shift,
// V² = |v|² + ε², k = V/|ω|, d⊥ = (−d_s, d_c), and "cross" = d_s v_x − d_c v_y.
// K(17) with m = 2 is the unregularised Padé form with |v|² replaced by V²; the same replacement
// regularises the closed form, and keeps it smooth at zero slip and spin.
namespace closed_form {

inline constexpr double kPi = 3.14159265358979324;

/// k ≤ 1 (the point that does not slip is inside the disc), with w = v/|ω|, s = sign ω, q = k²:
///   T = A w + s (B d⊥ + C cross(w) w),   M = s D − q C cross(w)
///   A = π(3/8 − 3q/32)                B = π(3/32 − 3q/64 + 3q²/256)
///   C = π(3/32 − 3q/64)               D = π(3/16 − 3q/16 + 9q²/128)
template <typename Scalar>
[[nodiscard]] inline Friction<Scalar> spinning_slip(const Slip<Scalar>& slip, Scalar v2) noexcept {
  const auto number = [](double value) { return static_cast<Scalar>(value); };
  const Scalar inverse = Scalar(1) / slip.spin;  // its sign makes s·|ω|⁻¹
  const Scalar side = slip.spin < Scalar(0) ? Scalar(-1) : Scalar(1);
  const Scalar wx = slip.x * inverse;  // s w
  const Scalar wy = slip.y * inverse;
  const Scalar q = v2 * (inverse * inverse);
  const Scalar a = number(kPi * 3 / 8) - number(kPi * 3 / 32) * q;
  const Scalar c = number(kPi * 3 / 32) - number(kPi * 3 / 64) * q;
  const Scalar b = number(kPi * 3 / 32) + q * (number(-kPi * 3 / 64) + number(kPi * 3 / 256) * q);
  const Scalar d = number(kPi * 3 / 16) + q * (number(-kPi * 3 / 16) + number(kPi * 9 / 128) * q);
  const Scalar cross = c * (slip.shift_s * wx - slip.shift_c * wy);  // s C cross(w)
  const Scalar along = a + cross;
  return {side * (along * wx - b * slip.shift_s), side * (along * wy + b * slip.shift_c),
          side * (d - q * cross)};
}

/// k > 1, with u = v/V, e = ω/V, x = e² = k⁻²:
///   T = A u + e (B d⊥ − C cross(u) u),   M = e D + C cross(u)
/// Each of A, B, C, D is p·asin(√x)/√x + q·√(1−x) with p, q polynomials in 1/x whose leading terms
/// cancel. The cancellation is done on paper: with c = √(1−x), y = 1/(1+c),
///   asin(√x)/√x = 1 + x/6 + 3x²/40 + x³R,   c = 1 − x/2 − x²/8 − x³S,   S = y²(1 + 2y)/8,
/// what is left has no negative powers and holds to k → ∞.
template <typename Scalar>
[[nodiscard]] inline Friction<Scalar> sliding_slip(const Slip<Scalar>& slip, Scalar v2) noexcept {
  const auto number = [](double value) { return static_cast<Scalar>(value); };
  const Scalar inverse = Scalar(1) / math::sqrt(v2);
  const Scalar ux = slip.x * inverse;
  const Scalar uy = slip.y * inverse;
  const Scalar e = slip.spin * inverse;
  const Scalar x = e * e;
  const Scalar c =
      x < Scalar(1) ? math::sqrt(Scalar(1) - x) : Scalar(0);  // rounding may give x > 1
  // R as a rational function of c in [0, 1], largest error 6.5e-14.
  const Scalar c2 = c * c;
  const Scalar above = (number(0.32912966012829492) + number(0.39502022778469226) * c) +
                       c2 * (number(0.16476742707901093) + number(0.024170743628682548) * c);
  const Scalar below = (Scalar(1) + number(4.2385126495803664) * c) +
                       c2 * ((number(7.0301359781477952) + number(5.665843067383153) * c) +
                             c2 * (number(2.1963697232762098) + number(0.32231109474547615) * c));
  const Scalar one_c = Scalar(1) + c;
  const Scalar common = Scalar(1) / (one_c * below);
  const Scalar r = above * (common * one_c);
  const Scalar y = common * below;
  const Scalar s = (y * y) * (number(0.125) + number(0.25) * y);
  const Scalar rs = r + s;

  const Scalar a =
      Scalar(1) + x * (number(-0.1) + x * (number(0.009375) - number(3. / 16) * rs +
                                           x * (number(3. / 4) * r - number(3. / 8) * s)));
  const Scalar b =
      number(0.2) + x * (number(-0.016796875) + number(3. / 128) * rs +
                         x * (number(0.00625) - number(3. / 32) * r - number(5. / 64) * s +
                              x * (number(3. / 16) * r - number(1. / 16) * s)));
  const Scalar d = number(0.2) + x * (number(-0.00078125) + number(9. / 64) * rs +
                                      x * (number(0.028125) - number(9. / 32) * rs +
                                           (x - number(1. / 4)) * (number(3. / 8) * r)));
  const Scalar g =
      number(-0.2) +
      x * (number(0.0328125) + number(3. / 32) * rs +
           x * (number(1. / 64) - number(3. / 16) * r + (x - Scalar(1)) * (number(1. / 8) * s)));
  const Scalar cross = g * (slip.shift_s * ux - slip.shift_c * uy);
  const Scalar along = a - e * cross;
  const Scalar turn = e * b;
  return {along * ux - turn * slip.shift_s, along * uy + turn * slip.shift_c, e * d + cross};
}

}  // namespace closed_form

/// The closed form of the integral model, equal to K(5) to 1e-12 when ε = 0.
template <typename Scalar>
[[nodiscard]] inline Friction<Scalar> exact(const Slip<Scalar>& slip, Scalar epsilon) noexcept {
  const Scalar v2 = (slip.x * slip.x + slip.y * slip.y) + epsilon * epsilon;
  return v2 > slip.spin * slip.spin ? closed_form::sliding_slip(slip, v2)
                                    : closed_form::spinning_slip(slip, v2);
}

}  // namespace billiard
