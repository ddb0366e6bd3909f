// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "contact/cloth_in_contact.hpp"
#include "contact/contact_models.hpp"
#include "contact/lone_contact.hpp"
#include "table/cushions.hpp"

namespace billiard {

/// z and t of the contact's clock, where the ball is (three numbers, see CushionEquations), then
/// v_x, v_y, r ω_x, r ω_y, r ω_z.
template <typename Scalar>
struct CushionSystem {
  static constexpr std::size_t kSize = 10;
  static constexpr int kMostPieces = 8;
  using Numbers = std::array<Scalar, kSize>;

  const ContactModels<Scalar>& models;
  const ClothModel<Scalar>& cloth;
  Scalar above;             ///< centre above the nose, negative below [m]
  Scalar touch;             ///< plan distance at which the ball touches [m]
  Scalar inverse_gravity;   ///< [s²/m]
  Scalar inverse_impact{};  ///< [s/m]
  int count = 0;
  std::array<const CushionElement<Scalar>*, kMostPieces> piece{};
  Grip<Scalar> grip{};  ///< of the nose on the ball

  /// The nearest of the pieces. Neighbours meet without a corner, so that it changes smoothly; a
  /// ball that touches two others is `between` them.
  [[nodiscard]] Nearness<Scalar> nearest(Scalar x, Scalar y, bool& between,
                                         Scalar& curvature) const noexcept {
    constexpr auto kSame = static_cast<Scalar>(0.99);
    Nearness<Scalar> best;
    Scalar radius{};
    for (int i = 0; i < count; ++i) {
      const Nearness<Scalar> near = nearness(*piece[static_cast<std::size_t>(i)], x, y);
      if (!near.applies) continue;
      if (best.applies && best.distance < touch && near.distance < touch) {
        const Scalar same = best.normal.x() * near.normal.x() + best.normal.y() * near.normal.y();
        between |= same < kSame;
      }
      if (best.applies && !(near.distance < best.distance)) continue;
      best = near;
      radius = piece[static_cast<std::size_t>(i)]->radius;
    }
    curvature = radius > Scalar(0) ? Scalar(1) / (best.distance + radius) : Scalar(0);
    return best;
  }
};

/// A ball at the nearest piece, in axes n square to the cushion (to the table), t along it and z
/// up. The normal of the contact is (c, 0, s).
template <typename Scalar>
struct AtNose {
  OnCloth<Scalar> ball;
  Vec2<Scalar> normal;  ///< n
  Scalar c{}, s{};
  Scalar inverse{};    ///< of the distance between nose and centre [1/m]
  Scalar curvature{};  ///< by how much n turns on the way along t [1/m]
  bool applies = true, crowded = false;
};

/// The equations of motion, per mass and θ. The slip has two parts: q along (s, 0, −c) and p along
/// t. What presses the ball down the cloth carries. The place of the ball is x and y; of a ball at
/// one straight nose (`straight`) all numbers are in n and t, and the place is the inverse of the
/// distance between nose and centre, the way along t, and c.
template <ClothLaw law, bool straight, typename Scalar>
struct CushionEquations : CushionSystem<Scalar> {
  using typename CushionSystem<Scalar>::Numbers;

  ContactPhase<Scalar> rate(const Numbers& y, Scalar pace, Scalar step, Numbers& dy) noexcept {
    const AtNose<Scalar> at = look(y);
    ContactPhase<Scalar> phase = press(at, y[0]);
    const Scalar push = phase.push > Scalar(0) ? phase.push : Scalar(0);
    phase.slip = slip_at_nose(at, at.ball);
    if (this->grip.holds()) {
      const OnCloth<Scalar> under = rub(at, push, this->grip.last(push), pace, step);
      act(at, push, this->grip.hold(needed(at, push, under, pace), push), pace, step, dy);
      return phase;
    }
    const auto [q, p] = phase.slip;
    phase.drag = friction().drag(q * q + p * p);
    const Drag<Scalar>& drag = phase.drag;
    const Scalar per = push * drag.per_speed();
    if (static_cast<Scalar>(kMobility / kSteep) * per * step > Scalar(1)) {
      hold(at, phase, push, pace, step, dy);
    } else {
      const Scalar strength = -push * drag.strength;
      act(at, push,
          {strength * q * drag.inverse * drag.root, strength * p * drag.inverse * drag.root}, pace,
          step, dy);
    }
    return phase;
  }

  Tangent<Scalar> needed(const Numbers& y, Scalar push, Tangent<Scalar> j,
                         Scalar pace) const noexcept {
    const AtNose<Scalar> at = look(y);
    return needed(at, push, rub(at, push, j, pace, Scalar(0)), pace);
  }

  void slip_by(Numbers& y, Tangent<Scalar> creep) const noexcept {
    const AtNose<Scalar> at = look(y);
    const Tangent<Scalar> slip = slip_at_nose(at, at.ball);
    const OnCloth<Scalar> kick = from_nose(
        at, Scalar(0),
        {(creep.x - slip.x) / (Scalar(2.5) + at.s * at.s), (creep.y - slip.y) / Scalar(3.5)});
    Numbers change;
    rates(at, Scalar(0), kick, change);
    for (std::size_t i = 5; i < y.size(); ++i) y[i] += change[i];
  }

  [[nodiscard]] const TangentialForce<Scalar>& friction() const noexcept {
    return this->models.ball_cushion_friction;
  }

  void put(Numbers& y, Scalar deep) const noexcept {
    if constexpr (straight) {
      y[2] = Scalar(1) / (this->models.radius - deep);
      const Scalar s = this->above * y[2];
      y[4] = math::sqrt(Scalar(1) - s * s);
    } else {
      const AtNose<Scalar> at = look(y);
      if (!at.applies) return;
      const Scalar back = ((this->models.radius - deep) - Scalar(1) / at.inverse) / at.c;
      y[2] += back * at.normal.x();
      y[3] += back * at.normal.y();
    }
  }

  Scalar depth(const Numbers& y) const noexcept {
    const AtNose<Scalar> at = look(y);
    return at.applies ? this->models.radius - Scalar(1) / at.inverse : Scalar(-1);
  }

  Scalar closing_rate(const Numbers& y, const Numbers& dy) const noexcept {
    const AtNose<Scalar> at = look(y);
    return -at.c * turned(ball(dy), at.normal).vx;
  }

  Scalar haste(const Numbers& y, const Numbers& dy,
               const ContactPhase<Scalar>& phase) const noexcept {
    const ClothModel<Scalar>& m = this->cloth;
    const AtNose<Scalar> at = look(y);
    const OnCloth<Scalar> change = turned(ball(dy), at.normal);
    Scalar nose = this->grip.haste();
    if (!this->grip.holds()) {
      const Scalar turns =
          turning_haste(phase.slip, slip_at_nose(at, change), phase.drag.inverse_size2);
      const Scalar steep =
          static_cast<Scalar>(kMobility / kMostTaken) * (phase.push * phase.drag.per_speed());
      nose = static_cast<Scalar>(1.0 / kNoseTurn) * turns;
      if (steep > nose) nose = steep;
    }

    const Tangent<Scalar> under = slip_on_cloth(at.ball);
    const Scalar spun = m.slope * m.inverse_radius * at.ball.wz;
    const Scalar soft2 =
        m.contact_radius * m.contact_radius * (spun * spun + m.epsilon_slip * m.epsilon_slip);
    const Scalar rubs =
        turning_haste(under, slip_on_cloth(change),
                      Scalar(1) / ((under.x * under.x + under.y * under.y) + soft2));
    const Tangent<Scalar> way{at.ball.vx, at.ball.vy};
    const Scalar back = turning_haste<Scalar>(
        way, {change.vx, change.vy},
        Scalar(1) / ((way.x * way.x + way.y * way.y) + static_cast<Scalar>(kStands * kStands)));
    const Scalar others = static_cast<Scalar>(1.0 / kClothTurn) * (rubs > back ? rubs : back);
    return nose > others ? nose : others;
  }

  /// Change of the slip at the nose per friction, at most.
  static constexpr double kMobility = 3.5;

 private:
  /// Parts of the slip at the nose, and of that on the cloth or the way, that may turn or be gone
  /// after a step.
  static constexpr double kNoseTurn = 0.4;
  static constexpr double kClothTurn = 0.6;
  /// Times the slip that steep friction may take in a step; Runge–Kutta is stable up to 2.78.
  static constexpr double kMostTaken = 2.0;
  /// A ball slower than this has no way that could turn [m/s].
  static constexpr double kStands = 1e-4;

  /// rate() where friction at the nose is too steep for the step.
  [[gnu::noinline]] void hold(const AtNose<Scalar>& at, const ContactPhase<Scalar>& phase,
                              Scalar push, Scalar pace, Scalar step, Numbers& dy) const noexcept {
    const auto [q, p] = phase.slip;
    const Scalar per = push * phase.drag.per_speed();
    const Scalar part = static_cast<Scalar>(kMobility / kSteep) * per * step;
    const OnCloth<Scalar> under = rub(at, push, {-per / part * q, -per / part * p}, pace, step);
    act(at, push,
        hold_slip<Scalar>({-per * q, -per * p}, needed(at, push, under, pace), part,
                          push * phase.drag.most),
        pace, step, dy);
  }

  /// Friction that keeps the slip at the nose as it is: q' and p' without it, which it changes by
  /// 5/2 + s² and 7/2 of itself.
  Tangent<Scalar> needed(const AtNose<Scalar>& at, Scalar push, const OnCloth<Scalar>& rub,
                         Scalar pace) const noexcept {
    const Tangent<Scalar> turn = turning(at);
    const Tangent<Scalar> change = slip_at_nose(at, rub);
    return {(push * at.c * at.s + change.x + pace * turn.x) / (Scalar(-2.5) - at.s * at.s),
            (change.y + pace * turn.y) / Scalar(-3.5)};
  }

  static OnCloth<Scalar> ball(const Numbers& y) noexcept { return {y[5], y[6], y[7], y[8], y[9]}; }
  static OnCloth<Scalar> turned(const OnCloth<Scalar>& b, const Vec2<Scalar>& n) noexcept {
    if constexpr (straight) return b;
    return {b.vx * n.x() + b.vy * n.y(), b.vy * n.x() - b.vx * n.y(), b.wx * n.x() + b.wy * n.y(),
            b.wy * n.x() - b.wx * n.y(), b.wz};
  }

  AtNose<Scalar> look(const Numbers& y) const noexcept {
    AtNose<Scalar> at;
    if constexpr (straight) {
      at.normal = {Scalar(1), Scalar(0)};
      at.ball = ball(y);
      at.inverse = y[2];
      at.c = y[4];
    } else {
      const Nearness<Scalar> near = this->nearest(y[2], y[3], at.crowded, at.curvature);
      at.normal = near.normal;
      at.applies = near.applies;
      at.ball = turned(ball(y), near.normal);
      at.inverse =
          Scalar(1) / math::sqrt(near.distance * near.distance + this->above * this->above);
      at.c = near.distance * at.inverse;
    }
    at.s = this->above * at.inverse;
    return at;
  }

  /// The nose's push.
  ContactPhase<Scalar> press(const AtNose<Scalar>& at, Scalar z) const noexcept {
    const ContactModels<Scalar>& m = this->models;
    if (!at.applies) return {Scalar(-1), Scalar(-1), at.crowded};
    const Scalar closing = -at.c * at.ball.vx;
    return {m.inverse_mass * m.ball_cushion.on_clock(z, closing, this->inverse_impact), closing,
            at.crowded};
  }

  Tangent<Scalar> slip_at_nose(const AtNose<Scalar>& at, const OnCloth<Scalar>& b) const noexcept {
    return {b.vx * at.s - b.wy, (b.vy - b.wz * at.c) + b.wx * at.s};
  }

  /// What the slip changes in a second because the axes turn as the ball moves: c' = s² v_n/reach,
  /// s' = −s c v_n/reach, and around a tip n' = Ω t.
  Tangent<Scalar> turning(const AtNose<Scalar>& at) const noexcept {
    const OnCloth<Scalar>& b = at.ball;
    const Scalar turns = at.s * b.vx * at.inverse;
    const Scalar omega = at.curvature * b.vy;
    return {omega * (at.s * b.vy + b.wx) - turns * at.c * b.vx,
            omega * (at.s * b.wy - b.vx) - turns * (b.wz * at.s + b.wx * at.c)};
  }

  void rates(const AtNose<Scalar>& at, Scalar pace, const OnCloth<Scalar>& a,
             Numbers& dy) const noexcept {
    const OnCloth<Scalar>& v = at.ball;
    const Scalar z = static_cast<Scalar>(-1.25) * (at.c * v.vx);
    if constexpr (straight) {
      const Scalar nearer = (at.inverse * at.inverse) * (-at.c * v.vx);
      dy = {z,    pace, nearer * pace, v.vy * pace, (at.s * at.s) * (v.vx * at.inverse) * pace,
            a.vx, a.vy, a.wx,          a.wy,        a.wz};
      return;
    }
    const Scalar nx = at.normal.x();
    const Scalar ny = at.normal.y();
    dy = {z,
          pace,
          (v.vx * nx - v.vy * ny) * pace,
          (v.vx * ny + v.vy * nx) * pace,
          Scalar(0),
          a.vx * nx - a.vy * ny,
          a.vx * ny + a.vy * nx,
          a.wx * nx - a.wy * ny,
          a.wx * ny + a.wy * nx,
          a.wz};
  }
  /// What the nose's push and its friction j along q and p do to the ball.
  OnCloth<Scalar> from_nose(const AtNose<Scalar>& at, Scalar push,
                            Tangent<Scalar> j) const noexcept {
    const auto turn = static_cast<Scalar>(2.5);
    return {push * at.c + j.x * at.s, j.y, j.y * (turn * at.s), -turn * j.x, -j.y * (turn * at.c)};
  }
  /// What the cloth does, which carries the ball's weight and what the nose presses it down with.
  [[gnu::always_inline]] OnCloth<Scalar> rub(const AtNose<Scalar>& at, const OnCloth<Scalar>& nose,
                                             Scalar push, Tangent<Scalar> j, Scalar pace,
                                             Scalar step) const noexcept {
    const Scalar load =
        (pace - push * (at.s * this->inverse_gravity)) + j.x * (at.c * this->inverse_gravity);
    return rub_in_contact<law>(this->cloth, at.ball, nose, load, step);
  }
  [[gnu::always_inline]] OnCloth<Scalar> rub(const AtNose<Scalar>& at, Scalar push,
                                             Tangent<Scalar> j, Scalar pace,
                                             Scalar step) const noexcept {
    return rub(at, from_nose(at, push, j), push, j, pace, step);
  }
  /// Rates with this friction at the nose.
  [[gnu::always_inline]] void act(const AtNose<Scalar>& at, Scalar push, Tangent<Scalar> j,
                                  Scalar pace, Scalar step, Numbers& dy) const noexcept {
    const OnCloth<Scalar> nose = from_nose(at, push, j);
    rates(at, pace, plus(nose, rub(at, nose, push, j, pace, step)), dy);
  }
};

}  // namespace billiard
