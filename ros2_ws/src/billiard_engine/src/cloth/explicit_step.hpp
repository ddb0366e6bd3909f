// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cloth/cloth_model.hpp"

namespace billiard {

/// Classical Runge–Kutta step; position by the Nyström weights.
template <ClothLaw law, typename Scalar>
[[nodiscard]] inline ClothState<Scalar> runge_kutta_step(const ClothModel<Scalar>& m,
                                                         const ClothState<Scalar>& s,
                                                         const ClothAction<Scalar>& start,
                                                         Scalar h) noexcept {
  const Scalar sx = s.ux * m.inverse_contact;
  const Scalar sy = s.uy * m.inverse_contact;
  const auto direction_after = [&](const Friction<Scalar>& f, Scalar t) {
    const Scalar rub = m.friction_g * t;
    return travel_direction(m, s.vx - rub * f.x, s.vy - rub * f.y);
  };
  const auto friction_after = [&](const Friction<Scalar>& f, const Direction<Scalar>& before,
                                  const Direction<Scalar>& g, Scalar t) {
    const Scalar scaled = Scalar(3.5) * m.inverse_contact * t;
    const Scalar roll = scaled * m.rolling_g;
    const Scalar rub = scaled * m.friction_g;
    const Slip<Scalar> slip{(sx + roll * before.x) - rub * f.x, (sy + roll * before.y) - rub * f.y,
                            s.spin - (m.drilling * t) * f.moment, m.shift * g.x, m.shift * g.y};
    return evaluate<law>(slip, m.epsilon_slip);
  };
  const Scalar half = h * Scalar(0.5);
  const Direction<Scalar>& g1 = start.direction;
  const Friction<Scalar>& f1 = start.friction;
  const Direction<Scalar> g2 = direction_after(f1, half);
  const Friction<Scalar> f2 = friction_after(f1, g1, g2, half);
  const Direction<Scalar> g3 = direction_after(f2, half);
  const Friction<Scalar> f3 = friction_after(f2, g2, g3, half);
  const Direction<Scalar> g4 = direction_after(f3, h);
  const Friction<Scalar> f4 = friction_after(f3, g3, g4, h);

  const Scalar sixth = h * static_cast<Scalar>(1.0 / 6.0);
  const auto mean = [sixth](Scalar a, Scalar b, Scalar c, Scalar d) {
    return sixth * ((a + d) + Scalar(2) * (b + c));
  };
  const Scalar ax = m.friction_g * mean(f1.x, f2.x, f3.x, f4.x);
  const Scalar ay = m.friction_g * mean(f1.y, f2.y, f3.y, f4.y);
  ClothState<Scalar> e;
  e.x = s.x + h * (s.vx - (m.friction_g * sixth) * ((f1.x + f2.x) + f3.x));
  e.y = s.y + h * (s.vy - (m.friction_g * sixth) * ((f1.y + f2.y) + f3.y));
  e.vx = s.vx - ax;
  e.vy = s.vy - ay;
  e.ux = s.ux - Scalar(3.5) * (ax - m.rolling_g * mean(g1.x, g2.x, g3.x, g4.x));
  e.uy = s.uy - Scalar(3.5) * (ay - m.rolling_g * mean(g1.y, g2.y, g3.y, g4.y));
  e.spin = s.spin - m.drilling * mean(f1.moment, f2.moment, f3.moment, f4.moment);
  return e;
}

/// How fast what acts on a ball changes.
template <typename Scalar>
struct ClothRate {
  Friction<Scalar> friction{};    ///< f' [1/s]
  Direction<Scalar> direction{};  ///< v̂' [1/s]
};

/// Of `pade`, by the chain rule, at slip s (per â). Friction is a numerator over a root, f = n/√q,
/// so f' = n'/√q − f (q'/2)/q needs no root or division that f has not had. What is added last is
/// known last. The numerator is n = s + τ ω (−v̂_y, v̂_x) with τ = (3π/32) b_T d, hence
///   v̂·n = v̂·s,   s·n = |s|² − τ ω (s × v̂),   v̂ × n = τ ω |v̂|² − s × v̂,   s × n = τ ω (s·v̂).
template <typename Scalar>
[[nodiscard]] inline ClothRate<Scalar> pade_rate(const ClothModel<Scalar>& m,
                                                 const ClothAction<Scalar>& k,
                                                 const Slip<Scalar>& s) noexcept {
  const PadeConstants<Scalar>& c = m.pade;
  const Friction<Scalar>& f = k.friction;
  const Direction<Scalar>& g = k.direction;
  const Scalar twist = c.twist * s.spin;
  const Scalar along = s.x * g.x + s.y * g.y;   // s·v̂
  const Scalar across = s.x * g.y - s.y * g.x;  // s × v̂
  const Scalar slip2 = s.x * s.x + s.y * s.y;
  // v̂' is what of v' = −μ g f is across v̂, over |v|.
  const Scalar slowed = m.friction_g * k.inverse_speed;
  const Scalar straight = slowed * (k.inverse_force * along);
  const Scalar gx = straight * g.x - slowed * f.x;
  const Scalar gy = straight * g.y - slowed * f.y;
  // q'/2 = s·s' + b² ω ω' with s' = (7/2)(a_r v̂ − μ g f)/â and ω' = −drilling f.moment.
  const Scalar rub = c.rub * k.inverse_force;
  const Scalar slide = (c.roll * along - rub * slip2) + (rub * twist) * across;
  const Scalar force2 = k.inverse_force * k.inverse_force;
  const Scalar moment2 = k.inverse_moment * k.inverse_moment;
  const Scalar fade = force2 * slide - ((c.spun_force * s.spin) * force2) * f.moment;
  const Scalar fade_moment = moment2 * slide - ((c.spun_moment * s.spin) * moment2) * f.moment;
  const Scalar twisted = twist * slowed;
  const Scalar nx = (c.roll * g.x - c.rub * f.x) +
                    ((c.untwist * g.y) * f.moment - ((twist * straight) * g.y - twisted * f.y));
  const Scalar ny = (c.roll * g.y - c.rub * f.y) -
                    ((c.untwist * g.x) * f.moment - ((twist * straight) * g.x - twisted * f.x));
  const Scalar aside =
      straight * (across - twist) + rub * (twist * (g.x * g.x + g.y * g.y) - across);
  const Scalar drilled = c.drilled * f.moment + c.cross * aside;
  return {{nx * k.inverse_force - f.x * fade, ny * k.inverse_force - f.y * fade,
           -(drilled * k.inverse_moment + f.moment * fade_moment)},
          {gx, gy}};
}

/// Two-derivative Runge–Kutta step of order four: friction and its rate at the start and in the
/// middle, so two roots one after the other where the classical step has four.
template <typename Scalar>
[[nodiscard]] inline ClothState<Scalar> two_derivative_step(const ClothModel<Scalar>& m,
                                                            const ClothState<Scalar>& s,
                                                            const ClothAction<Scalar>& k0,
                                                            Scalar h) noexcept {
  const PadeConstants<Scalar>& c = m.pade;
  const Friction<Scalar>& f0 = k0.friction;
  const Direction<Scalar>& g0 = k0.direction;
  const Slip<Scalar> s0{s.ux * m.inverse_contact, s.uy * m.inverse_contact, s.spin, {}, {}};
  const ClothRate<Scalar> r0 = pade_rate(m, k0, s0);
  // Every value goes on as y + t y' + w y'' + …; the terms that are known last are added last.
  const Scalar half = Scalar(0.5) * h;
  const Scalar eighth = Scalar(0.5) * (half * half);
  const auto slipped = [&](Scalar value, Scalar f, Scalar fr, Scalar g, Scalar gr) {
    const Scalar rolled = (c.roll * half) * g + (c.roll * eighth) * gr;
    return ((value - (c.rub * half) * f) + rolled) - (c.rub * eighth) * fr;
  };
  const auto velocity = [&](Scalar value, Scalar f, Scalar fr, Scalar t, Scalar w) {
    return (value - (m.friction_g * t) * f) - (m.friction_g * w) * fr;
  };
  const auto spin = [&](Scalar t, Scalar w) {
    return (s.spin - (m.drilling * t) * f0.moment) - (m.drilling * w) * r0.friction.moment;
  };
  const Slip<Scalar> s1{slipped(s0.x, f0.x, r0.friction.x, g0.x, r0.direction.x),
                        slipped(s0.y, f0.y, r0.friction.y, g0.y, r0.direction.y),
                        spin(half, eighth),
                        {},
                        {}};
  const ClothAction<Scalar> k1 = pade_action(m, velocity(s.vx, f0.x, r0.friction.x, half, eighth),
                                             velocity(s.vy, f0.y, r0.friction.y, half, eighth), s1);
  const ClothRate<Scalar> r1 = pade_rate(m, k1, s1);

  const Scalar sixth = (h * h) * static_cast<Scalar>(1.0 / 6.0);
  const Scalar third = sixth + sixth;
  const Scalar push = m.friction_g * third;
  const Scalar roll = (Scalar(3.5) * m.rolling_g) * third;
  const Scalar rub = Scalar(3.5) * push;
  const auto known_slip = [&](Scalar value, Scalar f, Scalar fr, Scalar g, Scalar gr) {
    return value -
           Scalar(3.5) * (m.friction_g * (h * f + sixth * fr) - m.rolling_g * (h * g + sixth * gr));
  };
  const Scalar ux = known_slip(s.ux, f0.x, r0.friction.x, g0.x, r0.direction.x);
  const Scalar uy = known_slip(s.uy, f0.y, r0.friction.y, g0.y, r0.direction.y);
  return {((s.x + h * s.vx) - (m.friction_g * sixth) * f0.x) - push * k1.friction.x,
          ((s.y + h * s.vy) - (m.friction_g * sixth) * f0.y) - push * k1.friction.y,
          velocity(s.vx, f0.x, r0.friction.x, h, sixth) - push * r1.friction.x,
          velocity(s.vy, f0.y, r0.friction.y, h, sixth) - push * r1.friction.y,
          (ux + roll * r1.direction.x) - rub * r1.friction.x,
          (uy + roll * r1.direction.y) - rub * r1.friction.y,
          spin(h, sixth) - (m.drilling * third) * r1.friction.moment};
}

/// The explicit step of a law.
template <ClothLaw law, typename Scalar>
[[nodiscard]] inline ClothState<Scalar> explicit_step(const ClothModel<Scalar>& m,
                                                      const ClothState<Scalar>& s,
                                                      const ClothAction<Scalar>& start,
                                                      Scalar h) noexcept {
  if constexpr (law == ClothLaw::kPade) {
    return two_derivative_step(m, s, start, h);
  } else {
    return runge_kutta_step<law>(m, s, start, h);
  }
}

}  // namespace billiard
