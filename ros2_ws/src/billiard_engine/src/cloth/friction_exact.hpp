// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
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

/// Rows of coefficients of 1, y, …, y⁷ of A, B, C, D below, one part for y up to each kPartEnd and
/// one up to 1: polynomials through the functions at Chebyshev's points of each part, good to
/// 3e-11. The first goes through (A(y) − A(0))/y there, so that it is exact at y = 0.
inline constexpr double kPartEnd[3] = {0.375, 0.625, 0.8125};
alignas(16) inline constexpr double kSliding[4][8][4] = {
    {{1.0, 0.2, -0.2, 0.2},
     {-0.20000000005994245, -0.028571428578463617, 0.08571428574608798, 0.02857142858916075},
     {0.0571428727662813, 0.009523811359069137, -0.019047627330004754, -4.611866479657626e-09},
     {0.01904696150487735, 0.0025973249985610557, -0.008657661510633125, -0.0034630115135110134},
     {0.006070843656038696, 0.0006006199566558123, -0.0036683638294154465, -0.0024671239161038216},
     {0.0015906477713881245, 5.7600599159272304e-05, -0.0013602453747510355,
      -0.0012450441764324909},
     {0.0005330878722293771, -9.871870929025426e-06, -0.0005725753559454788,
      -0.0005923190978035296},
     {-0.0005396572180709143, -0.00010170835786142525, 0.00013282378662521336,
      -7.059292909763715e-05}},
    {{1.0000135950932627, 0.20000052601363907, -0.20001149103870647, 0.19998956098857168},
     {-0.20021651062434778, -0.028580008504953132, 0.08589647660453524, 0.028736459594628977},
     {0.058629518616645754, 0.00958445447554162, -0.020291700714479277, -0.00112279176339604},
     {0.013325170119134944, 0.0023554508526849225, -0.003903366708395254, 0.0008075349969745912},
     {0.019457513339424366, 0.0011923418280238133, -0.014688146027329114, -0.012303462371281486},
     {-0.017558660949142286, -0.0008378766162959983, 0.014207154483958293, 0.012531401251366297},
     {0.016162048751423602, 0.0007741858747790743, -0.013065305252307303, -0.011516933502749155},
     {-0.006207495711905882, -0.0004111267728127954, 0.0045629886206547, 0.003740735075029109}},
    {{1.0012742954375133, 0.1999815739750416, -0.20134799953734686, 0.19861514841273636},
     {-0.2135837925971924, -0.028390510031064353, 0.10002175247293499, 0.04324073241080629},
     {0.11961561826975274, 0.008777318820064528, -0.08450634298949462, -0.06695170534936558},
     {-0.14194798673387982, 0.004250341715457988, 0.15894935359571177, 0.16745003702662775},
     {0.25784812043186095, -0.0014489452112064745, -0.26364390127668685, -0.2665417916990998},
     {-0.23837867811688135, 0.0013398302996088364, 0.2437379993153167, 0.24641765991453438},
     {0.13048852446189696, -0.00020353839021557967, -0.13130267802275927, -0.13170975480319044},
     {-0.03174187332654167, -0.0002284288470122059, 0.030828157938492844, 0.030371300244468435}},
    {{1.037019514379968, 0.19739447383741612, -0.24744161903030368, 0.14734732864452857},
     {-0.5083036486099491, -0.007276880269638904, 0.47919612753139357, 0.46464236699211575},
     {1.1631187372118155, -0.06516632675777445, -1.4237840442429133, -1.5541166977584622},
     {-2.198991114873581, 0.1483248538809046, 2.792290530397199, 3.0889402381590085},
     {2.696505385904631, -0.17014458414411882, -3.3770837224811063, -3.717372890769344},
     {-1.977317529527269, 0.12005644691086079, 2.457543317170712, 2.6976562109924336},
     {0.821185496814125, -0.04670309600808656, -1.0079978808464714, -1.1014040728626444},
     {-0.1496439074691653, 0.007592807095922608, 0.18001513585285572, 0.19520075004470094}}};

/// A, B, C, D at y, side by side.
template <std::size_t Part, typename Scalar>
[[nodiscard]] inline Eigen::Array<Scalar, 4, 1> evaluate_sliding(Scalar y) noexcept {
  const auto row = [](std::size_t n) {
    using Row = Eigen::Map<const Eigen::Array4d, Eigen::Aligned16>;
    return Row(kSliding[Part][n]).template cast<Scalar>();
  };
  const Scalar y2 = y * y;  // terms in pairs: a shorter chain than Horner's
  return ((row(0) + row(1) * y) + (row(2) + row(3) * y) * y2) +
         ((row(4) + row(5) * y) + (row(6) + row(7) * y) * y2) * (y2 * y2);
}

/// k > 1, with u = v/V, e = ω/V and y = 1 − √(V² − ω²)/V:
///   T = A u + e (B d⊥ − C cross(u) u),   M = e D + C cross(u)
/// As in the table of docs/physics.md, each of A, B, C, D is p·asin(1/k) + q·√(k²−1). In y they are
/// smooth on [0, 1], with no cancellation for k → ∞ (y → 0); the nearest singularity is y = 2.
template <typename Scalar>
[[nodiscard]] inline Friction<Scalar> sliding_slip(const Slip<Scalar>& slip, Scalar v2) noexcept {
  const Scalar inverse = Scalar(1) / math::sqrt(v2);
  const Scalar y = Scalar(1) - math::sqrt(v2 - slip.spin * slip.spin) * inverse;
  const Scalar ux = slip.x * inverse;
  const Scalar uy = slip.y * inverse;
  const Scalar e = slip.spin * inverse;
  const auto resultants = [&](const auto& value) -> Friction<Scalar> {
    const Scalar cross = value[2] * (slip.shift_s * ux - slip.shift_c * uy);
    const Scalar along = value[0] - e * cross;
    const Scalar turn = e * value[1];
    return {along * ux - turn * slip.shift_s, along * uy + turn * slip.shift_c,
            e * value[3] + cross};
  };
  if (y < static_cast<Scalar>(kPartEnd[0])) return resultants(evaluate_sliding<0>(y));
  if (y < static_cast<Scalar>(kPartEnd[1])) return resultants(evaluate_sliding<1>(y));
  if (y < static_cast<Scalar>(kPartEnd[2])) return resultants(evaluate_sliding<2>(y));
  return resultants(evaluate_sliding<3>(y));
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
