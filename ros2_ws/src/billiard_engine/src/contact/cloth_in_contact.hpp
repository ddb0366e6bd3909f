// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cloth/cloth_model.hpp"
#include "contact/lone_contact.hpp"

namespace billiard {

/// Friction that would take so much of the slip in a step is too steep for an explicit step: the
/// slip is `held`. Runge–Kutta steps are stable up to 2.78.
inline constexpr double kSteep = 2.5;

/// Friction on a held slip, `part` > 1 times too steep for the step: linearly implicit, so that the
/// slip settles within the step where friction is what is `needed` against all else that acts on
/// the slip, if the cone of `most` allows.
template <typename Scalar>
[[nodiscard]] inline Tangent<Scalar> hold_slip(Tangent<Scalar> friction, Tangent<Scalar> needed,
                                               Scalar part, Scalar most) noexcept {
  const Scalar inverse = Scalar(1) / part;
  Tangent<Scalar> f{needed.x + (friction.x - needed.x) * inverse,
                    needed.y + (friction.y - needed.y) * inverse};
  const Scalar size2 = f.x * f.x + f.y * f.y;
  if (size2 > most * most) {
    const Scalar less = most / math::sqrt(size2);
    f.x *= less;
    f.y *= less;
  }
  return f;
}

/// Does friction hold a slip, and will it go on to? It must be within a tenth of what is needed,
/// and that well within the cone of `most`.
template <typename Scalar>
[[nodiscard]] inline bool holds_surely(Tangent<Scalar> friction, Tangent<Scalar> needed,
                                       Scalar most) noexcept {
  constexpr double kSure = 0.85;
  constexpr double kOff = 0.1;
  const auto within = [most](Scalar x, Scalar y, double part) {
    const Scalar limit = static_cast<Scalar>(part) * most;
    return x * x + y * y < limit * limit;
  };
  return within(needed.x, needed.y, kSure) &&
         within(friction.x - needed.x, friction.y - needed.y, kOff);
}

/// Velocity and spin of a ball on the cloth, in any pair of level axes; or how fast they change.
template <typename Scalar>
struct OnCloth {
  Scalar vx{}, vy{}, wx{}, wy{}, wz{};
};

/// Slip of a ball on the cloth [m/s], or how fast it changes.
template <typename Scalar>
[[nodiscard]] inline Tangent<Scalar> slip_on_cloth(const ClothModel<Scalar>& m,
                                                   const OnCloth<Scalar>& b) noexcept {
  return {b.vx - m.radius * b.wy, b.vy + m.radius * b.wx};
}

/// How fast a slip turns or falls, in parts of its size: where it turns or ends, friction does, and
/// steps must be short. `inverse2` is 1/size².
template <typename Scalar>
[[nodiscard]] inline Scalar turning_haste(Tangent<Scalar> slip, Tangent<Scalar> change,
                                          Scalar inverse2) noexcept {
  const Scalar across = slip.x * change.y - slip.y * change.x;
  const Scalar falls = -(slip.x * change.x + slip.y * change.y);
  const Scalar turns = across < Scalar(0) ? -across : across;
  return inverse2 * (turns > falls ? turns : falls);
}

/// K(21), K(22) of a ball that presses on the cloth with `load` times its weight while `others`
/// act on it, its slip held where friction is too steep for the step.
template <ClothLaw law, typename Scalar>
[[nodiscard, gnu::always_inline]] inline OnCloth<Scalar> rub_in_contact(
    const ClothModel<Scalar>& m, const OnCloth<Scalar>& b, const OnCloth<Scalar>& others,
    Scalar load, Scalar step) noexcept {
  if (!(load > Scalar(0))) return {};
  const Scalar ux = b.vx - m.radius * b.wy;
  const Scalar uy = b.vy + m.radius * b.wx;
  const Direction<Scalar> g = travel_direction(m, b.vx, b.vy);
  const Slip<Scalar> slip{ux * m.inverse_contact, uy * m.inverse_contact, b.wz, m.shift * g.x,
                          m.shift * g.y};
  const Friction<Scalar> f = evaluate<law>(slip, m.epsilon_slip);
  const Scalar most = m.friction_g * load;
  const Scalar roll = Scalar(3.5) * m.rolling_g * load;
  Tangent<Scalar> a{-most * f.x, -most * f.y};
  const Scalar taken = static_cast<Scalar>(3.5 / kSteep) * most * step;
  const Scalar spun = m.contact_radius * m.slope * b.wz;
  if ((ux * ux + uy * uy) + spun * spun < taken * taken) {
    const Scalar part = taken / (m.contact_radius * slip_scale<law>(slip, m.epsilon_slip));
    // u' = 7/2 a + what others do and rolling resistance does.
    const auto back = static_cast<Scalar>(-2.0 / 7.0);
    const Tangent<Scalar> needed{back * (others.vx - m.radius * others.wy + roll * g.x),
                                 back * (others.vy + m.radius * others.wx + roll * g.y)};
    if (part > Scalar(1)) a = hold_slip(a, needed, part, most);
  }
  return {a.x, a.y, m.inverse_radius * (Scalar(2.5) * a.y + roll * g.y),
          -m.inverse_radius * (Scalar(2.5) * a.x + roll * g.x), -m.drilling * load * f.moment};
}

/// a + b.
template <typename Scalar>
[[nodiscard]] inline OnCloth<Scalar> plus(const OnCloth<Scalar>& a,
                                          const OnCloth<Scalar>& b) noexcept {
  return {a.vx + b.vx, a.vy + b.vy, a.wx + b.wx, a.wy + b.wy, a.wz + b.wz};
}

}  // namespace billiard
