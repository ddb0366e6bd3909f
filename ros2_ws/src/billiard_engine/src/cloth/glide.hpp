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
// or, along and across the direction of travel, whose angle is θ,
//   A' = −a_r + |ρ ρ'|/A,   θ' = ±|ρ'|/A,
// so steps of a good part of a second resolve it. Slip that has not quite settled yet decays as
// e^(−t/τ), τ = λ |ω_z|.

/// Part of the slip scale by which slip may still be off, decaying on its way.
inline constexpr double kGlideSlack = 0.2;
/// Times the lag it may still be this far off [m]: what it changes in the spin is left out.
inline constexpr double kGlideCarry = 1e-5;
/// Times the step it may be this far off, else a step of some lags comes first: a segment's path
/// starts with all of the velocity, and a 1/24 of this is how far it strays.
inline constexpr double kGlideStray = 1e-4;  // [m]
inline constexpr double kGlideLags = 4.0;
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
  const Scalar lag = m.glide.lag * spin;
  const Scalar off2 = dx * dx + dy * dy;
  const auto carry = static_cast<Scalar>(kGlideCarry);
  if (!(off2 <= slack * slack) || off2 * (lag * lag) > carry * carry) return Scalar(0);
  Scalar time = spin * m.glide.inverse_spin_down;
  if (time > m.glide.longest) time = m.glide.longest;
  const Scalar slowed = (speed - static_cast<Scalar>(2.0 / 7.0) * ahead) * m.glide.slow_down;
  if (slowed < time) time = slowed;
  const auto stray = static_cast<Scalar>(kGlideStray);
  const Scalar few = static_cast<Scalar>(kGlideLags) * lag;
  return off2 * (time * time) > stray * stray && few < time ? few : time;
}

/// A glide's speed A along v̂ and the angle that v̂ has turned by, at half the time and at its end.
template <typename Scalar>
struct GlideCourse {
  Scalar middle{}, end{};                  ///< A [m/s]
  Scalar middle_inverse{}, end_inverse{};  ///< 1/A [s/m]
  Scalar middle_angle{}, end_angle{};      ///< [rad], towards v̂⊥ for positive spin
};

/// Two-derivative Runge–Kutta step of order four for A; θ by Simpson's rule. `across` is |ρ|.
template <typename Scalar>
[[nodiscard]] inline GlideCourse<Scalar> glide_course(const ClothModel<Scalar>& m, Scalar start,
                                                      Scalar inverse, Scalar across,
                                                      Scalar t) noexcept {
  const Scalar turn = m.glide.turn;  // |ρ'|
  const auto slope = [&](Scalar rho, Scalar over) { return (rho * turn) * over - m.rolling_g; };
  const auto rate = [&](Scalar rho, Scalar over, Scalar first) {
    return -((turn * over) * (turn + rho * (first * over)));
  };
  const Scalar half = Scalar(0.5) * t;
  const Scalar slope0 = slope(across, inverse);
  const Scalar rate0 = rate(across, inverse, slope0);
  GlideCourse<Scalar> c;
  c.middle = start + half * (slope0 + (Scalar(0.5) * half) * rate0);
  c.middle_inverse = Scalar(1) / c.middle;
  const Scalar later = across - turn * half;
  const Scalar rate1 = rate(later, c.middle_inverse, slope(later, c.middle_inverse));
  const auto sixth = static_cast<Scalar>(1.0 / 6.0);
  c.end = start + t * (slope0 + (t * sixth) * (rate0 + Scalar(2) * rate1));
  c.end_inverse = Scalar(1) / c.end;
  const Scalar turned = turn * t;
  c.end_angle = turned * (sixth * ((inverse + c.end_inverse) + Scalar(4) * c.middle_inverse));
  c.middle_angle =
      turned * (static_cast<Scalar>(1.0 / 24.0) *
                ((Scalar(5) * inverse - c.end_inverse) + Scalar(8) * c.middle_inverse));
  return c;
}

/// v̂ turned by a small angle, to the fifth order.
template <typename Scalar>
[[nodiscard]] inline Direction<Scalar> turned(const Direction<Scalar>& g, Scalar angle) noexcept {
  const Scalar square = angle * angle;
  const Scalar cosine = Scalar(1) - square * (Scalar(0.5) - square * static_cast<Scalar>(1.0 / 24));
  const Scalar sine = angle * (Scalar(1) - square * static_cast<Scalar>(1.0 / 6.0));
  return {cosine * g.x - sine * g.y, cosine * g.y + sine * g.x};
}

/// State after gliding for `t` ≤ glide_duration(); ω_z is linear in time.
template <typename Scalar>
[[nodiscard]] inline ClothState<Scalar> glide(const ClothModel<Scalar>& m,
                                              const ClothState<Scalar>& s, Scalar t) noexcept {
  const auto part = static_cast<Scalar>(2.0 / 7.0);
  const Scalar side = s.spin < Scalar(0) ? Scalar(-1) : Scalar(1);
  const auto spin_after = [&](Scalar time) {
    const Scalar left = side * s.spin - m.glide.spin_down * time;
    return left > m.glide.least_spin * Scalar(1e-3) ? side * left : Scalar(0);
  };
  const SettledSlip<Scalar> slip0 = settled_slip(m, s.spin);
  const SettledSlip<Scalar> slip1 = settled_slip(m, spin_after(Scalar(0.5) * t));
  const Scalar spin = spin_after(t);
  const SettledSlip<Scalar> slip2 = settled_slip(m, spin);

  const Scalar wx = s.vx - part * s.ux;
  const Scalar wy = s.vy - part * s.uy;
  const Scalar rho = part * slip0.aside;
  const Scalar size2 = wx * wx + wy * wy;
  const Scalar rest = size2 - rho * rho;
  const Scalar start2 = rest > Scalar(0) ? rest : size2;
  const Scalar start = math::sqrt(start2);  // A
  const Scalar inverse = start * (Scalar(1) / start2);
  const Scalar over = Scalar(1) / size2;
  const Direction<Scalar> d0{(start * wx + rho * wy) * over, (start * wy - rho * wx) * over};
  const GlideCourse<Scalar> c = glide_course(m, start, inverse, side * rho, t);
  const Direction<Scalar> d1 = turned(d0, side * c.middle_angle);
  const Direction<Scalar> d2 = turned(d0, side * c.end_angle);
  const Glide<Scalar> g0 = glide_along(m, d0.x, d0.y, slip0, inverse);
  const Glide<Scalar> g1 = glide_along(m, d1.x, d1.y, slip1, c.middle_inverse);

  // Slip that had not settled: it decays, on its way carries the ball and turns it a little.
  const Scalar lag = slip0.lag;
  const Scalar left = t > Scalar(40) * lag ? Scalar(0) : math::exp(-t / lag);
  const Scalar dx = s.ux - g0.ux;
  const Scalar dy = s.uy - g0.uy;
  const Scalar carried = part * (lag * (Scalar(1) - left));
  const Scalar turn = m.rolling_g * (carried * (dy * d0.x - dx * d0.y)) * inverse;
  const Scalar later = t - lag;
  const Scalar nudge = turn * c.end_inverse;
  const Glide<Scalar> g2 =
      glide_along(m, d2.x + nudge * d2.y, d2.y - nudge * d2.x, slip2, c.end_inverse);

  const Scalar rho1 = part * slip1.aside;
  const Scalar rho2 = part * slip2.aside;
  const Scalar w1x = c.middle * d1.x - rho1 * d1.y;
  const Scalar w1y = c.middle * d1.y + rho1 * d1.x;
  const Scalar w2x = c.end * d2.x - rho2 * d2.y;
  const Scalar w2y = c.end * d2.y + rho2 * d2.x;
  const auto sixth = static_cast<Scalar>(1.0 / 6.0);
  const auto mean = [&](Scalar a, Scalar b, Scalar d) { return sixth * ((a + d) + Scalar(4) * b); };
  ClothState<Scalar> e;
  e.spin = spin;
  e.ux = g2.ux + left * dx;
  e.uy = g2.uy + left * dy;
  e.vx = (w2x + turn * d0.y) + part * e.ux;
  e.vy = (w2y - turn * d0.x) + part * e.uy;
  e.x = s.x + (t * (mean(wx, w1x, w2x) + part * mean(g0.ux, g1.ux, g2.ux)) +
               (carried * dx + later * (turn * d0.y)));
  e.y = s.y + (t * (mean(wy, w1y, w2y) + part * mean(g0.uy, g1.uy, g2.uy)) +
               (carried * dy - later * (turn * d0.x)));
  return e;
}

/// Works out the constants of gliding for the model's law.
template <typename Scalar>
void settle_glide(ClothModel<Scalar>& m, const Physics& physics, double base_step) noexcept;

}  // namespace billiard
