// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cloth/cloth_model.hpp"
#include "contact/lone_contact.hpp"

namespace billiard {

/// Friction that would take so much of the slip in a step is too steep for an explicit step: the
/// slip is `held`. Runge–Kutta steps are stable up to 2.78.
inline constexpr double kSteep = 2.5;

/// What the cloth may take of a slip in a step without a finer look [m/s]: a ball that rolls into a
/// contact begins to slip by so little.
inline constexpr double kLittleTaken = 1e-3;

/// Slip on the cloth that no contact step turns [m/s].
inline constexpr double kSureSlip = 0.02;

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

/// Square of the part of a slip that changes in a second, where its square counts as at least
/// `soft2`.
template <typename Scalar>
[[nodiscard]] inline Scalar part_changed2(Tangent<Scalar> slip, Tangent<Scalar> change,
                                          Scalar soft2) noexcept {
  return (change.x * change.x + change.y * change.y) /
         ((slip.x * slip.x + slip.y * slip.y) + soft2);
}

/// K(21), K(22) of a ball that presses on the cloth with `load` times its weight while `others`
/// act on it. Sets `held` where its slip is.
template <ClothLaw law, typename Scalar>
[[nodiscard, gnu::always_inline]] inline OnCloth<Scalar> rub_in_contact(
    const ClothModel<Scalar>& m, const OnCloth<Scalar>& b, const OnCloth<Scalar>& others,
    Scalar load, Scalar step, bool& held) noexcept {
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
    held = taken > static_cast<Scalar>(kLittleTaken);
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

/// The same per load of a ball whose slip is fast enough to be `sure` of its direction.
template <ClothLaw law, typename Scalar>
[[nodiscard]] inline OnCloth<Scalar> rub_per_load(const ClothModel<Scalar>& m,
                                                  const OnCloth<Scalar>& b, bool& sure) noexcept {
  const Tangent<Scalar> u = slip_on_cloth(m, b);
  const Direction<Scalar> g = travel_direction(m, b.vx, b.vy);
  const Slip<Scalar> slip{u.x * m.inverse_contact, u.y * m.inverse_contact, b.wz, m.shift * g.x,
                          m.shift * g.y};
  const Friction<Scalar> f = evaluate<law>(slip, m.epsilon_slip);
  const Tangent<Scalar> a{-m.friction_g * f.x, -m.friction_g * f.y};
  const Scalar roll = Scalar(3.5) * m.rolling_g;
  const Scalar spun = m.contact_radius * m.slope * b.wz;
  sure = (u.x * u.x + u.y * u.y) + spun * spun > static_cast<Scalar>(kSureSlip * kSureSlip);
  return {a.x, a.y, m.inverse_radius * (Scalar(2.5) * a.y + roll * g.y),
          -m.inverse_radius * (Scalar(2.5) * a.x + roll * g.x), -m.drilling * f.moment};
}

/// a + load b.
template <typename Scalar>
[[nodiscard]] inline OnCloth<Scalar> plus(const OnCloth<Scalar>& a, const OnCloth<Scalar>& b,
                                          Scalar load = Scalar(1)) noexcept {
  return {a.vx + load * b.vx, a.vy + load * b.vy, a.wx + load * b.wx, a.wy + load * b.wy,
          a.wz + load * b.wz};
}

}  // namespace billiard
