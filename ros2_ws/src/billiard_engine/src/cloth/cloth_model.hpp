// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "billiard_engine/ball.hpp"
#include "billiard_engine/physics.hpp"
#include "cloth/friction_exact.hpp"
#include "cloth/friction_pade.hpp"

namespace billiard {

/// Motion of a ball on the cloth in the variables that make it simple: velocity v of the centre,
/// slip u of the contact point and spin about z. The horizontal spin follows:
/// ω_x = (u_y − v_y)/r, ω_y = (v_x − u_x)/r.
template <typename Scalar>
struct ClothState {
  Scalar x{}, y{};    ///< centre [m]
  Scalar vx{}, vy{};  ///< [m/s]
  Scalar ux{}, uy{};  ///< slip (v_x − r ω_y, v_y + r ω_x) [m/s]
  Scalar spin{};      ///< ω_z [rad/s]
};

/// Step levels: a free step lasts base · 2^(level + kLowestLevel).
inline constexpr int kLowestLevel = -5;
inline constexpr int kLevels = 14;

/// Constants of a ball that rolls with side spin, cloth/glide.hpp.
template <typename Scalar>
struct GlideConstants {
  Scalar ahead{};              ///< settled slip along the direction of travel per |ω_z| [m]
  Scalar aside{};              ///< and across it, per ω_z [m]
  Scalar spin_down{};          ///< |ω_z'| [rad/s²]
  Scalar inverse_spin_down{};  ///< [s²/rad]
  Scalar lag{};                ///< time in which slip settles, per |ω_z| [s²/rad]
  Scalar floor2{};             ///< (ε_t/b)², what spin² counts at least for slip [rad²/s²]
  Scalar turn{};               ///< A times the rate at which the direction of travel turns [m/s²]
  Scalar slack{};              ///< slip that may still have to settle, per |ω_z| [m]
  Scalar most{};               ///< more slip than this, per |ω_z|, has not settled [m]
  Scalar least_spin{};         ///< [rad/s]
  Scalar least_speed2{};       ///< [m²/s²]
  Scalar longest{};            ///< longest step [s]
  Scalar slow_down{};          ///< longest step per speed [s²/m]
};

/// Products that the rates of `pade` need, cloth/explicit_step.hpp.
template <typename Scalar>
struct PadeConstants {
  Scalar roll{};         ///< (7/2) a_r/â [1/s²]
  Scalar rub{};          ///< (7/2) μ g/â [1/s²]
  Scalar twist{};        ///< (3π/32) b_T d [-]
  Scalar untwist{};      ///< the same times the drilling [1/s²]
  Scalar spun_force{};   ///< b_T² times the drilling [1/s²]
  Scalar spun_moment{};  ///< b_M² times the drilling [1/s²]
  Scalar drilled{};      ///< (3π/16) b_M times the drilling [1/s²]
  Scalar cross{};        ///< d/5 [-]
};

/// Constants of K(21)–(27), worked out once. With a_r = g â d/(7 r):
///   v' = −μ g T,   u' = −(7/2)(μ g T − a_r v̂),   ω_z' = −(5 g/2 r²) â μ M.
/// Hence w = v − (2/7) u obeys w' = −a_r v̂ whatever the friction law: only slip is stiff.
template <typename Scalar>
struct ClothModel {
  ClothModel(const Physics& physics, Scalar base_step) noexcept;

  ClothLaw law;
  Scalar radius;
  Scalar inverse_radius;
  Scalar contact_radius;               ///< â [m]
  Scalar inverse_contact;              ///< 1/â [1/m]
  Scalar friction_g;                   ///< μ g [m/s²]
  Scalar rolling_g;                    ///< a_r, deceleration of a rolling ball [m/s²]
  Scalar rolling_part;                 ///< a_r/(μ g), what rolling takes of the friction [-]
  Scalar rolling_scale;                ///< largest D of rolling per b |ω_z| + ε_t [-]
  Scalar drilling;                     ///< (5 g/2 r²) â μ [rad/s²]
  Scalar spin_down;                    ///< |ω_z'| of a ball that spins on the spot [rad/s²]
  Scalar shift;                        ///< d [-]
  Scalar epsilon_slip;                 ///< ε_t [1/s]
  Scalar epsilon_roll2;                ///< (â ε_r)² [m²/s²]
  Scalar slope;                        ///< b: T ≈ u/(â b |ω_z|) for small slip [-]
  std::array<Scalar, kLevels> step{};  ///< [s]
  std::array<Scalar, kLevels> explicit_scale{};  ///< smallest D an explicit step resolves [1/s]
  std::array<Scalar, kLevels> settled_rate2{};   ///< largest |u'|² an implicit step resolves
  Scalar spin_part2;   ///< (part of the spin per step/spin_down)² [s⁴/rad²]
  Scalar turn_limit2;  ///< (step fraction of |v|/|v'|)²
  Scalar little_slip;  ///< below, coarser steps do [m/s]
  GlideConstants<Scalar> glide;
  PadeConstants<Scalar> pade;
};

/// Regularised direction of travel, K(14) without d.
template <typename Scalar>
struct Direction {
  Scalar x{}, y{};
};

template <typename Scalar>
[[nodiscard, gnu::always_inline]] inline Direction<Scalar> travel_direction(
    const ClothModel<Scalar>& m, Scalar vx, Scalar vy) noexcept {
  const Scalar square = (vx * vx + vy * vy) + m.epsilon_roll2;
  if (!(square > Scalar(0))) return {};  // ε_r = 0 and the ball stands
  const Scalar inverse = math::inverse_sqrt(square);
  return {vx * inverse, vy * inverse};
}

/// b of each law: T ≈ u/(â b |ω_z|) for small slip.
[[nodiscard]] constexpr double small_slip_slope(ClothLaw law) noexcept {
  if (law == ClothLaw::kPade) return pade_constants::kBT;
  if (law == ClothLaw::kPadeFitted) return 0.771;
  return 0.84882636315677518;  // 8/(3π), from A0 = 3π k/8
}

/// D of a slip. For `pade` it is the root its force needs as well.
template <ClothLaw law, typename Scalar>
[[nodiscard]] inline Scalar slip_scale(const Slip<Scalar>& slip, Scalar epsilon) noexcept {
  constexpr auto kSlope2 = static_cast<Scalar>(small_slip_slope(law) * small_slip_slope(law));
  return math::sqrt(((slip.x * slip.x + slip.y * slip.y) + epsilon * epsilon) +
                    kSlope2 * (slip.spin * slip.spin));
}

/// Dispatch of the two laws that real-time code uses inline; the others go through a call.
template <ClothLaw law, typename Scalar>
[[nodiscard]] inline Friction<Scalar> evaluate(const Slip<Scalar>& slip, Scalar epsilon) noexcept {
  if constexpr (law == ClothLaw::kPade) {
    return pade(slip, epsilon);
  } else if constexpr (law == ClothLaw::kExact) {
    return exact(slip, epsilon);
  } else {
    return cloth_friction(law, slip, epsilon);
  }
}

/// Calls `action` with the model's law as a compile-time constant.
template <typename Scalar, typename Action>
inline auto with_law(const ClothModel<Scalar>& m, Action action) noexcept {
  switch (m.law) {
    case ClothLaw::kPadeFitted:
      return action.template operator()<ClothLaw::kPadeFitted>();
    case ClothLaw::kIntegral:
      return action.template operator()<ClothLaw::kIntegral>();
    case ClothLaw::kExact:
      return action.template operator()<ClothLaw::kExact>();
    case ClothLaw::kPade:
      break;
  }
  return action.template operator()<ClothLaw::kPade>();
}

/// What acts on a ball: v' = −μ g f, u' = −(7/2)(μ g f − a_r v̂), ω_z' = −(5 g/2 r²) â μ f.moment.
template <typename Scalar>
struct ClothAction {
  Friction<Scalar> friction{};    ///< f
  Direction<Scalar> direction{};  ///< v̂
  Scalar slip_scale{};            ///< D = √(|u/â|² + b² ω_z² + ε_t²) [1/s]
  // Of `pade`, whose rates need them:
  Scalar inverse_speed{};   ///< [s/m]
  Scalar inverse_force{};   ///< 1/D [s]
  Scalar inverse_moment{};  ///< the same with b_M [s]
};

/// Of `pade`, with the roots that friction and its rates share. The shift is d v̂, so what K(17)
/// adds to the slip is τ ω (−v̂_y, v̂_x); the slip's own shift is not read.
template <typename Scalar>
[[nodiscard, gnu::always_inline]] inline ClothAction<Scalar> pade_action(
    const ClothModel<Scalar>& m, Scalar vx, Scalar vy, Slip<Scalar> slip) noexcept {
  using namespace pade_constants;
  const PadeRoots<Scalar> roots = pade_roots(slip, m.epsilon_slip);
  const Scalar speed2 = (vx * vx + vy * vy) + m.epsilon_roll2;
  const Scalar inverse_speed = speed2 > Scalar(0) ? math::inverse_sqrt(speed2) : Scalar(0);
  const Direction<Scalar> g{vx * inverse_speed, vy * inverse_speed};
  const Scalar twist = m.pade.twist * slip.spin;
  const Scalar across = slip.x * g.y - slip.y * g.x;
  const Scalar drill = static_cast<Scalar>(kC00m1 * kBM) * slip.spin;
  return {
      {(slip.x - twist * g.y) * roots.inverse_force, (slip.y + twist * g.x) * roots.inverse_force,
       (drill - m.pade.cross * across) * roots.inverse_moment},
      g,
      roots.force2 * roots.inverse_force,
      inverse_speed,
      roots.inverse_force,
      roots.inverse_moment};
}

template <ClothLaw law, typename Scalar>
[[nodiscard, gnu::always_inline]] inline ClothAction<Scalar> cloth_action(
    const ClothModel<Scalar>& m, const ClothState<Scalar>& s) noexcept {
  Slip<Scalar> slip{s.ux * m.inverse_contact, s.uy * m.inverse_contact, s.spin, Scalar(0),
                    Scalar(0)};
  if constexpr (law == ClothLaw::kPade) return pade_action(m, s.vx, s.vy, slip);
  const Direction<Scalar> g = travel_direction(m, s.vx, s.vy);
  slip.shift_c = m.shift * g.x;
  slip.shift_s = m.shift * g.y;
  return {evaluate<law>(slip, m.epsilon_slip),
          g,
          slip_scale<law>(slip, m.epsilon_slip),
          Scalar(0),
          Scalar(0),
          Scalar(0)};
}

template <typename Scalar>
[[nodiscard]] inline ClothState<Scalar> to_cloth(const ClothModel<Scalar>& m,
                                                 const BasicBall<Scalar>& ball) noexcept {
  const auto& v = ball.velocity;
  return {ball.position.x(),
          ball.position.y(),
          v.x(),
          v.y(),
          v.x() - m.radius * ball.spin.y(),
          v.y() + m.radius * ball.spin.x(),
          ball.spin.z()};
}

template <typename Scalar>
inline void from_cloth(const ClothModel<Scalar>& m, const ClothState<Scalar>& s,
                       BasicBall<Scalar>& ball) noexcept {
  ball.position = {s.x, s.y, m.radius};
  ball.velocity = {s.vx, s.vy, Scalar(0)};
  ball.spin = {(s.uy - s.vy) * m.inverse_radius, (s.vx - s.ux) * m.inverse_radius, s.spin};
}

}  // namespace billiard
