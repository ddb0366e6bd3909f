// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cloth/cloth_model.hpp"
#include "math/elementary.hpp"

namespace billiard {

// Gliding: a ball that rolls with side spin. Its slip has settled at what rolling resistance and
// the shifted pressure sustain,
//   u = â (α |ω_z| v̂ − β ω_z v̂⊥),   v̂⊥ = (−v̂_y, v̂_x),
// with α, β and ω_z' = ∓σ constants of the law, since every law depends on slip and spin only
// through their ratio (as ε_t → 0). What is left to integrate is slow: w = v − (2/7) u,
//   w = A v̂ + ρ v̂⊥,   ρ = (2/7) â β ω_z,   A = √(|w|² − ρ²),   w' = −a_r v̂,
// so steps of a good part of a second resolve it. Slip that has not quite settled yet decays as
// e^(−t/τ), τ = λ |ω_z|.

/// Part of the slip scale by which slip may still be off, decaying on its way.
inline constexpr double kGlideSlack = 0.005;
/// Part of its speed that a gliding ball may lose in a step.
inline constexpr double kGlidePart = 0.2;
/// Longest glide [s].
inline constexpr double kGlideStep = 1.0;
/// Smaller base steps than this integrate gliding as any other motion [s].
inline constexpr double kGlideFrom = 5e-4;

/// Settled slip at a spin, in the direction of travel and across it.
template <typename Scalar>
struct SettledSlip {
  Scalar ahead{}, aside{};  ///< [m/s]
  Scalar lag{};             ///< τ [s]
};

template <typename Scalar>
[[nodiscard]] inline SettledSlip<Scalar> settled_slip(const ClothModel<Scalar>& m,
                                                      Scalar spin) noexcept {
  const Scalar size = math::sqrt(spin * spin + m.glide.floor2);
  return {m.glide.ahead * size, m.glide.aside * spin, m.glide.lag * size};
}

/// Direction of travel and slip.
template <typename Scalar>
struct Glide {
  Scalar gx{}, gy{};  ///< v̂
  Scalar ux{}, uy{};  ///< [m/s]
};

/// `inverse` is 1/A. As the direction of travel turns, by σ ρ/(ω_z A), slip follows τ behind.
template <typename Scalar>
[[nodiscard]] inline Glide<Scalar> glide_along(const ClothModel<Scalar>& m, Scalar gx, Scalar gy,
                                               const SettledSlip<Scalar>& slip,
                                               Scalar inverse) noexcept {
  const Scalar behind = (m.glide.turn * slip.lag) * inverse;
  const Scalar side =
      slip.aside > Scalar(0) ? Scalar(1) : (slip.aside < Scalar(0) ? Scalar(-1) : Scalar(0));
  const Scalar ahead = slip.ahead - side * (behind * slip.aside);
  const Scalar aside = slip.aside + side * (behind * slip.ahead);
  return {gx, gy, ahead * gx + aside * gy, ahead * gy - aside * gx};
}

/// The same from w.
template <typename Scalar>
[[nodiscard]] inline Glide<Scalar> glide_from(const ClothModel<Scalar>& m, Scalar wx, Scalar wy,
                                              const SettledSlip<Scalar>& slip) noexcept {
  const Scalar turn = static_cast<Scalar>(2.0 / 7.0) * slip.aside;  // ρ
  const Scalar size2 = wx * wx + wy * wy;
  const Scalar rest = size2 - turn * turn;
  const Scalar part = rest > Scalar(0) ? math::sqrt(rest) : Scalar(0);  // A
  const Scalar inverse = Scalar(1) / size2;
  return glide_along(m, (part * wx + turn * wy) * inverse, (part * wy - turn * wx) * inverse, slip,
                     part * inverse);
}

/// How long a ball may glide from here; 0 if its slip has not settled or it is too slow.
template <typename Scalar>
[[nodiscard]] inline Scalar glide_duration(const ClothModel<Scalar>& m, const ClothState<Scalar>& s,
                                           Scalar speed2) noexcept {
  const Scalar spin = s.spin < Scalar(0) ? -s.spin : s.spin;
  const Scalar ahead = m.glide.ahead * spin;
  if (!(spin > m.glide.least_spin) || !(speed2 > m.glide.least_speed2) ||
      !(speed2 > ahead * ahead)) {
    return Scalar(0);
  }
  const Scalar most = m.glide.most * spin;
  if (s.ux * s.ux + s.uy * s.uy > most * most) return Scalar(0);  // clearly slides
  const Scalar speed = math::sqrt(speed2);
  const Scalar inverse = Scalar(1) / speed;
  const Glide<Scalar> g =
      glide_along(m, s.vx * inverse, s.vy * inverse, settled_slip(m, s.spin), inverse);
  const Scalar dx = s.ux - g.ux;
  const Scalar dy = s.uy - g.uy;
  const Scalar slack = m.glide.slack * spin;
  if (!(dx * dx + dy * dy <= slack * slack)) return Scalar(0);
  Scalar time = spin * m.glide.inverse_spin_down;
  if (time > m.glide.longest) time = m.glide.longest;
  const Scalar slowed = (speed - static_cast<Scalar>(2.0 / 7.0) * ahead) * m.glide.slow_down;
  return slowed < time ? slowed : time;
}

/// State after gliding for `t` ≤ glide_duration(): classical Runge–Kutta for w, ω_z linear.
template <typename Scalar>
[[nodiscard]] inline ClothState<Scalar> glide(const ClothModel<Scalar>& m,
                                              const ClothState<Scalar>& s, Scalar t) noexcept {
  const auto part = static_cast<Scalar>(2.0 / 7.0);
  const auto sixth = static_cast<Scalar>(1.0 / 6.0);
  const Scalar size = s.spin < Scalar(0) ? -s.spin : s.spin;
  const auto spin_after = [&](Scalar time) {
    const Scalar left = size - m.glide.spin_down * time;
    if (!(left > m.glide.least_spin * Scalar(1e-3))) return Scalar(0);
    return s.spin < Scalar(0) ? -left : left;
  };
  const Scalar spin = spin_after(t);
  const SettledSlip<Scalar> first = settled_slip(m, s.spin);
  const SettledSlip<Scalar> middle = settled_slip(m, spin_after(Scalar(0.5) * t));
  const SettledSlip<Scalar> last = settled_slip(m, spin);
  const Scalar wx = s.vx - part * s.ux;
  const Scalar wy = s.vy - part * s.uy;
  const Scalar slow = m.rolling_g * t;
  const Scalar half = Scalar(0.5) * slow;
  const Glide<Scalar> g1 = glide_from(m, wx, wy, first);
  const Glide<Scalar> g2 = glide_from(m, wx - half * g1.gx, wy - half * g1.gy, middle);
  const Glide<Scalar> g3 = glide_from(m, wx - half * g2.gx, wy - half * g2.gy, middle);
  const Glide<Scalar> g4 = glide_from(m, wx - slow * g3.gx, wy - slow * g3.gy, last);

  // Slip that had not settled: it decays, on its way carries the ball and turns it a little.
  const Scalar lag = first.lag;
  const Scalar left = t > Scalar(40) * lag ? Scalar(0) : math::exp(-t / lag);
  const Scalar dx = s.ux - g1.ux;
  const Scalar dy = s.uy - g1.uy;
  const Scalar carried = part * (lag * (Scalar(1) - left));
  const Scalar aside = dy * g1.gx - dx * g1.gy;
  const Scalar turn = m.rolling_g * (carried * aside) / (wx * g1.gx + wy * g1.gy);
  const Scalar later = t - lag;

  const auto mean = [&](Scalar a, Scalar b, Scalar c, Scalar d) {
    return slow * (sixth * ((a + d) + Scalar(2) * (b + c)));
  };
  const Scalar ex = (wx - mean(g1.gx, g2.gx, g3.gx, g4.gx)) + turn * g1.gy;
  const Scalar ey = (wy - mean(g1.gy, g2.gy, g3.gy, g4.gy)) - turn * g1.gx;
  const Glide<Scalar> g5 = glide_from(m, ex, ey, last);
  const auto path = [&](Scalar w, Scalar a, Scalar b, Scalar c, Scalar u1, Scalar u3, Scalar u5) {
    const Scalar slip = sixth * ((u1 + u5) + Scalar(4) * u3);
    return t * ((w - slow * (sixth * ((a + b) + c))) + part * slip);
  };
  ClothState<Scalar> e;
  e.spin = spin;
  e.ux = g5.ux + left * dx;
  e.uy = g5.uy + left * dy;
  e.vx = ex + part * e.ux;
  e.vy = ey + part * e.uy;
  e.x = s.x + (path(wx, g1.gx, g2.gx, g3.gx, g1.ux, g3.ux, g5.ux) +
               (carried * dx + later * (turn * g1.gy)));
  e.y = s.y + (path(wy, g1.gy, g2.gy, g3.gy, g1.uy, g3.uy, g5.uy) +
               (carried * dy - later * (turn * g1.gx)));
  return e;
}

/// Works out the constants of gliding for the model's law.
template <typename Scalar>
void settle_glide(ClothModel<Scalar>& m, const Physics& physics, double base_step) noexcept;

}  // namespace billiard
