// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cloth/cloth_model.hpp"
#include "contact/grip.hpp"

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

/// Velocity of a ball on the cloth and, as r ω, its spin, in any pair of level axes; or how fast
/// they change. All in m/s, so that no slip needs the radius.
template <typename Scalar>
struct OnCloth {
  Scalar vx{}, vy{}, wx{}, wy{}, wz{};
};

/// Slip of a ball on the cloth [m/s], or how fast it changes.
template <typename Scalar>
[[nodiscard]] inline Tangent<Scalar> slip_on_cloth(const OnCloth<Scalar>& b) noexcept {
  return {b.vx - b.wy, b.vy + b.wx};
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
/// act on it, its slip held where friction is too steep for the step. Everything is per load,
/// which is known last.
template <ClothLaw law, typename Scalar>
[[nodiscard, gnu::always_inline]] inline OnCloth<Scalar> rub_in_contact(
    const ClothModel<Scalar>& m, const OnCloth<Scalar>& b, const OnCloth<Scalar>& others,
    Scalar load, Scalar step) noexcept {
  const auto [ux, uy] = slip_on_cloth(b);
  const ClothAction<Scalar> k = cloth_action<law>(
      m, ClothState<Scalar>{Scalar(0), Scalar(0), b.vx, b.vy, ux, uy, m.inverse_radius * b.wz});
  const Friction<Scalar>& f = k.friction;
  const Scalar rolling = Scalar(3.5) * m.rolling_g;
  const auto turn = static_cast<Scalar>(2.5);
  const Tangent<Scalar> a{-m.friction_g * f.x, -m.friction_g * f.y};
  const Tangent<Scalar> roll{rolling * k.direction.x, rolling * k.direction.y};
  const Scalar drill = -(m.radius * m.drilling) * f.moment;
  if (!(load > Scalar(0))) return {};
  const Scalar taken = load * (static_cast<Scalar>(3.5 / kSteep) * m.friction_g * step);
  const Scalar size = m.contact_radius * k.slip_scale;
  if (size < taken) {
    // u' = 7/2 a + what others do and rolling resistance does.
    const auto back = static_cast<Scalar>(-2.0 / 7.0);
    const Tangent<Scalar> needed{back * (others.vx - others.wy + load * roll.x),
                                 back * (others.vy + others.wx + load * roll.y)};
    const Tangent<Scalar> held =
        hold_slip({load * a.x, load * a.y}, needed, taken / size, m.friction_g * load);
    return {held.x, held.y, turn * held.y + load * roll.y, -turn * held.x - load * roll.x,
            load * drill};
  }
  return {load * a.x, load * a.y, load * (turn * a.y + roll.y), -load * (turn * a.x + roll.x),
          load * drill};
}

/// a + b.
template <typename Scalar>
[[nodiscard]] inline OnCloth<Scalar> plus(const OnCloth<Scalar>& a,
                                          const OnCloth<Scalar>& b) noexcept {
  return {a.vx + b.vx, a.vy + b.vy, a.wx + b.wx, a.wy + b.wy, a.wz + b.wz};
}

}  // namespace billiard
