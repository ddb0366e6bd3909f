// SPDX-License-Identifier: Apache-2.0
// Two balls on the cloth that meet, nobody else near, in the plane of the cloth: the line of
// centres stays level.
#pragma once

#include <array>

#include "contact/cloth_in_contact.hpp"
#include "contact/contact_models.hpp"
#include "contact/lone_contact.hpp"

namespace billiard {

/// z and t of the contact's clock, from ball a to ball b (x, y), way of their middle (x, y), then
/// v_x, v_y, r ω_x, r ω_y, r ω_z of a and of b.
template <typename Scalar>
struct PairSystem {
  static constexpr std::size_t kSize = 16;
  using Numbers = std::array<Scalar, kSize>;

  const ContactModels<Scalar>& models;
  const ClothModel<Scalar>& cloth;
  Scalar inverse_impact;     ///< [s/m]
  Rubbing<Scalar>* rubbing;  ///< kept from step to step
  Grip<Scalar> grip{};       ///< of the balls on each other
};

/// Where the balls touch: the normal n = (c, s, 0) runs from a to b, and the slip has two parts,
/// q along t = (−s, c, 0) and p along z.
template <typename Scalar>
struct AtBalls {
  Scalar inverse{};  ///< of the distance between the centres [1/m]
  Scalar c{}, s{};
  Scalar closing{}, along{};  ///< velocity of a against b along n and t [m/s]
  Tangent<Scalar> slip{};
};

/// The equations of motion, per mass and θ.
template <ClothLaw law, typename Scalar>
struct PairEquations : PairSystem<Scalar> {
  using typename PairSystem<Scalar>::Numbers;

  ContactPhase<Scalar> rate(const Numbers& y, Scalar pace, Scalar step, Numbers& dy) noexcept {
    const ContactModels<Scalar>& m = this->models;
    const OnCloth<Scalar> a = ball_a(y);
    const OnCloth<Scalar> b = ball_b(y);
    const AtBalls<Scalar> at = look(y, y);
    ContactPhase<Scalar> phase{
        m.inverse_mass * m.ball_ball.on_clock(y[0], at.closing, this->inverse_impact), at.closing};
    const Scalar push = phase.push > Scalar(0) ? phase.push : Scalar(0);
    const auto [q, p] = phase.slip = at.slip;
    phase.drag = friction().drag(q * q + p * p, *this->rubbing);
    const Scalar per = push * phase.drag.per_speed();
    const Scalar part = static_cast<Scalar>(kMobility / kSteep) * per * step;
    const bool holds = this->grip.holds() || part > Scalar(1);
    const Scalar strength = -push * phase.drag.strength;
    Tangent<Scalar> j{strength * q * phase.drag.inverse * phase.drag.root,
                      strength * p * phase.drag.inverse * phase.drag.root};
    if (holds)
      j = this->grip.holds() ? this->grip.last(push) : Tangent<Scalar>{j.x / part, j.y / part};
    OnCloth<Scalar> on_a = from_b(push, j, at.c, at.s);
    OnCloth<Scalar> on_b = from_a(on_a);
    OnCloth<Scalar> rub_a = rub(a, on_a, j.y, pace, step);
    OnCloth<Scalar> rub_b = rub(b, on_b, -j.y, pace, step);
    if (holds) {
      const Tangent<Scalar> wanted = needed(y, at, rub_a, rub_b, pace);
      j = this->grip.holds()
              ? this->grip.hold(wanted, push)
              : hold_slip<Scalar>({-per * q, -per * p}, wanted, part, push * phase.drag.most);
      on_a = from_b(push, j, at.c, at.s);
      on_b = from_a(on_a);
      rub_a = rub(a, on_a, j.y, pace, step);
      rub_b = rub(b, on_b, -j.y, pace, step);
    }
    const Scalar half = Scalar(0.5) * pace;
    dy = {static_cast<Scalar>(1.25) * at.closing,
          pace,
          (b.vx - a.vx) * pace,
          (b.vy - a.vy) * pace,
          half * (a.vx + b.vx),
          half * (a.vy + b.vy),
          on_a.vx + rub_a.vx,
          on_a.vy + rub_a.vy,
          on_a.wx + rub_a.wx,
          on_a.wy + rub_a.wy,
          on_a.wz + rub_a.wz,
          on_b.vx + rub_b.vx,
          on_b.vy + rub_b.vy,
          on_b.wx + rub_b.wx,
          on_b.wy + rub_b.wy,
          on_b.wz + rub_b.wz};
    return phase;
  }

  void put(Numbers& y, Scalar deep) const noexcept {
    const Scalar wide =
        (Scalar(2) * this->models.radius - deep) / math::sqrt(y[2] * y[2] + y[3] * y[3]);
    y[2] *= wide;
    y[3] *= wide;
  }

  Scalar depth(const Numbers& y) const noexcept {
    return Scalar(2) * this->models.radius - math::sqrt(y[2] * y[2] + y[3] * y[3]);
  }

  Scalar closing_rate(const Numbers& y, const Numbers& dy) const noexcept {
    return look(y, dy).closing;
  }

  /// By the slip of the balls alone: beside their push their weight, and so the cloth, does little.
  Scalar haste(const Numbers& y, const Numbers& dy,
               const ContactPhase<Scalar>& phase) const noexcept {
    if (this->grip.holds()) return this->grip.haste();
    const Scalar steep =
        static_cast<Scalar>(kMobility / kMostTaken) * (phase.push * phase.drag.per_speed());
    const Scalar turns = static_cast<Scalar>(1.0 / kTurn) *
                         turning_haste(phase.slip, look(y, dy).slip, phase.drag.inverse_size2);
    return turns > steep ? turns : steep;
  }

  Tangent<Scalar> needed(const Numbers& y, Scalar push, Tangent<Scalar> j,
                         Scalar pace) const noexcept {
    const AtBalls<Scalar> at = look(y, y);
    const OnCloth<Scalar> on_a = from_b(push, j, at.c, at.s);
    return needed(y, at, rub(ball_a(y), on_a, j.y, pace, Scalar(0)),
                  rub(ball_b(y), from_a(on_a), -j.y, pace, Scalar(0)), pace);
  }

  void slip_by(Numbers& y, Tangent<Scalar> creep) const noexcept {
    const AtBalls<Scalar> at = look(y, y);
    const Tangent<Scalar> j{(creep.x - at.slip.x) / Scalar(7), (creep.y - at.slip.y) / Scalar(5)};
    const OnCloth<Scalar> a = from_b(Scalar(0), j, at.c, at.s);
    const OnCloth<Scalar> b = from_a(a);
    const std::array<Scalar, 10> change{a.vx, a.vy, a.wx, a.wy, a.wz, b.vx, b.vy, b.wx, b.wy, b.wz};
    for (std::size_t i = 0; i < change.size(); ++i) y[i + 6] += change[i];
  }

  [[nodiscard]] const TangentialForce<Scalar>& friction() const noexcept {
    return this->models.ball_ball_friction;
  }

  /// Change of the slip per friction.
  static constexpr double kMobility = 7.0;

 private:
  /// As at a cushion, contact/cushion_equations.hpp.
  static constexpr double kTurn = 0.4;
  static constexpr double kMostTaken = 2.0;

  static OnCloth<Scalar> ball_a(const Numbers& y) noexcept {
    return {y[6], y[7], y[8], y[9], y[10]};
  }
  static OnCloth<Scalar> ball_b(const Numbers& y) noexcept {
    return {y[11], y[12], y[13], y[14], y[15]};
  }

  /// Of balls that lie as `y` says and move as `moving` says; or how fast that changes.
  AtBalls<Scalar> look(const Numbers& y, const Numbers& moving) const noexcept {
    const OnCloth<Scalar> a = ball_a(moving);
    const OnCloth<Scalar> b = ball_b(moving);
    AtBalls<Scalar> at;
    at.inverse = Scalar(1) / math::sqrt(y[2] * y[2] + y[3] * y[3]);
    at.c = y[2] * at.inverse;
    at.s = y[3] * at.inverse;
    const Scalar ux = a.vx - b.vx;
    const Scalar uy = a.vy - b.vy;
    at.closing = ux * at.c + uy * at.s;
    at.along = uy * at.c - ux * at.s;
    at.slip = {at.along + (a.wz + b.wz), (a.wx + b.wx) * at.s - (a.wy + b.wy) * at.c};
    return at;
  }

  /// Friction that keeps the slip as it is: q' and p' without it; n turns by (along/distance).
  Tangent<Scalar> needed(const Numbers& y, const AtBalls<Scalar>& at, const OnCloth<Scalar>& rub_a,
                         const OnCloth<Scalar>& rub_b, Scalar pace) const noexcept {
    const OnCloth<Scalar> a = ball_a(y);
    const OnCloth<Scalar> b = ball_b(y);
    const Scalar turns = -at.along * at.inverse * pace;
    const Scalar dq = ((rub_a.vy - rub_b.vy) * at.c - (rub_a.vx - rub_b.vx) * at.s) +
                      (rub_a.wz + rub_b.wz) - turns * at.closing;
    const Scalar dp = ((rub_a.wx + rub_b.wx) * at.s - (rub_a.wy + rub_b.wy) * at.c) +
                      turns * ((a.wx + b.wx) * at.c + (a.wy + b.wy) * at.s);
    // The cloth holds the balls down: friction along z turns them only, by 5/7 of the rest.
    return {dq / Scalar(-7), dp / Scalar(-5)};
  }

  /// What ball b does to ball a: push along −n, friction j along t and z.
  OnCloth<Scalar> from_b(Scalar push, Tangent<Scalar> j, Scalar c, Scalar s) const noexcept {
    const auto turn = static_cast<Scalar>(2.5);
    return {-push * c - j.x * s, j.x * c - push * s, turn * (j.y * s), -turn * (j.y * c),
            turn * j.x};
  }
  /// What ball a does to ball b: the opposite force, the same moment.
  static OnCloth<Scalar> from_a(const OnCloth<Scalar>& on_a) noexcept {
    return {-on_a.vx, -on_a.vy, on_a.wx, on_a.wy, on_a.wz};
  }
  /// The cloth under one ball, which friction lifts by `lift`.
  OnCloth<Scalar> rub(const OnCloth<Scalar>& ball, const OnCloth<Scalar>& others, Scalar lift,
                      Scalar pace, Scalar step) const noexcept {
    const Scalar load = pace - lift / this->models.gravity;
    return rub_in_contact<law>(this->cloth, ball, others, load, step);
  }
};

}  // namespace billiard
