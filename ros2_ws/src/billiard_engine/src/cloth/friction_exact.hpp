// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

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

/// Rows of coefficients of 1, z, …, z⁷ of A, B, C, D below, for z up to kSplit and beyond it: fits
/// with the least largest error, 4e-11; the first is exact at z = 0.
inline constexpr double kSplit = 0.4375;  // both fits are about equally good
inline constexpr double kSliding[2][8][4] = {
    {{1.0, 0.2, -0.2, 0.2},
     {0.60000000487182847, 0.14285714409942657, -0.028571428474135907, 0.057142850346559526},
     {0.22857113446420915, 0.038095163112474136, -0.076190482013654706, -0.057142444625086296},
     {-0.076184437189749959, -0.017314477970716176, 0.0069265252962851902, 0.029428704905954044},
     {0.020719760336000852, 0.0061120534139725456, 0.0037284533975048485, -0.013368580866712297},
     {-0.0087375522592312918, -0.0023160690853092419, -0.00052672436571783005,
      0.0076641582481100238},
     {0.0038042981807453117, 0.00098569009996303915, 0.00013846272387862686, -0.004037026835696106},
     {-0.0010762228842374733, -0.00027660023147148217, -3.0178389857631093e-05,
      0.0012705042284690896}},
    {{0.99999519285842486, 0.19999876120726959, -0.20000014807285579, 0.20000513977905227},
     {0.60006113927737836, 0.14287289172795059, -0.028569571905657412, 0.057076848682704302},
     {0.22822970033000708, 0.038007261800516855, -0.07620065518137123, -0.056768973482813484},
     {-0.075083601249378365, -0.017031279630877152, 0.0069584877463742837, 0.028203052170653817},
     {0.018466688842591814, 0.0055329865388959159, 0.0036652500515568969, -0.01080100838421388},
     {-0.0057550459586348142, -0.001550408867555603, -0.00044658329621758216,
      0.0041679395314951862},
     {0.0014108872062627055, 0.00037201907367161603, 7.7186171976983804e-05,
      -0.0011446360299717324},
     {-0.00017909368315544686, -4.6842762682766344e-05, -8.276788544940243e-06,
      0.00015487120963297287}}};

/// A, B, C, D at z.
template <std::size_t Part, typename Scalar>
inline void evaluate_sliding(Scalar z, Scalar (&value)[4]) noexcept {
  const auto row = [](std::size_t n, std::size_t i) {
    return static_cast<Scalar>(kSliding[Part][n][i]);
  };
  const Scalar z2 = z * z;
  const Scalar z4 = z2 * z2;
  for (std::size_t i = 0; i < 4; ++i) {  // terms side by side: a shorter chain than Horner's
    const Scalar low = (row(0, i) + row(1, i) * z) + (row(2, i) + row(3, i) * z) * z2;
    const Scalar high = (row(4, i) + row(5, i) * z) + (row(6, i) + row(7, i) * z) * z2;
    value[i] = low + high * z4;
  }
}

/// k > 1, with u = v/V, e = ω/V, W = √(V² − ω²), z = (ω/(V + W))², f = (V + W)/(2V) = 1/(1 + z):
///   T = f (A u + e (B d⊥ − C cross(u) u)),   M = e D + f C cross(u)
/// As in the table of docs/physics.md, each of A, B, C, D is p·asin(1/k) + q·√(k²−1). In z they are
/// smooth on [0, 1], with no cancellation for k → ∞ (z → 0): asin(1/k) = 2 atan(√z), and the
/// factors 1 + z that f takes back leave (1 + z)ⁿ ln(1 + z) as the nearest singularity, at z = −1.
template <typename Scalar>
[[nodiscard]] inline Friction<Scalar> sliding_slip(const Slip<Scalar>& slip, Scalar v2) noexcept {
  const Scalar v = math::sqrt(v2);
  const Scalar sum = v + math::sqrt(v2 - slip.spin * slip.spin);
  const Scalar inverse = Scalar(1) / v;
  const Scalar root = slip.spin / sum;
  const Scalar factor = Scalar(0.5) * (sum * inverse);
  const Scalar z = root * root;
  Scalar value[4];
  if (z < static_cast<Scalar>(kSplit)) {
    evaluate_sliding<0>(z, value);
  } else {
    evaluate_sliding<1>(z, value);
  }
  const Scalar ux = slip.x * inverse;
  const Scalar uy = slip.y * inverse;
  const Scalar e = slip.spin * inverse;
  const Scalar cross = value[2] * (slip.shift_s * ux - slip.shift_c * uy);
  const Scalar along = factor * (value[0] - e * cross);
  const Scalar turn = factor * (e * value[1]);
  return {along * ux - turn * slip.shift_s, along * uy + turn * slip.shift_c,
          e * value[3] + factor * cross};
}

}  // namespace closed_form

/// The closed form of the integral model, equal to K(5) to 1e-10 when ε = 0.
template <typename Scalar>
[[nodiscard]] inline Friction<Scalar> exact(const Slip<Scalar>& slip, Scalar epsilon) noexcept {
  const Scalar v2 = (slip.x * slip.x + slip.y * slip.y) + epsilon * epsilon;
  return v2 > slip.spin * slip.spin ? closed_form::sliding_slip(slip, v2)
                                    : closed_form::spinning_slip(slip, v2);
}

}  // namespace billiard
