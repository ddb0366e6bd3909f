// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "contact/cloth_in_contact.hpp"
#include "contact/contact_models.hpp"
#include "contact/lone_contact.hpp"
#include "table/cushions.hpp"

namespace billiard {

/// x, y, v_x, v_y, ω_x, ω_y, ω_z.
template <typename Scalar>
struct CushionSystem {
  static constexpr std::size_t kSize = 7;
  static constexpr bool kGrips = true;
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
  ContactPhase<Scalar> phase;
};

/// The equations of motion, per mass. The slip has two parts: q along (s, 0, −c) and p along t.
/// What presses the ball down the cloth carries. Of a ball at one straight nose (`straight`) the
/// numbers are in n and t.
template <ClothLaw law, bool straight, typename Scalar>
struct CushionEquations : CushionSystem<Scalar> {
  using typename CushionSystem<Scalar>::Numbers;

  ContactPhase<Scalar> rate(const Numbers& y, Scalar step, Numbers& dy) const noexcept {
    AtNose<Scalar> at = look(y);
    const Scalar push = press(at);
    const Tangent<Scalar> slip = slip_at_nose(at, at.ball);
    at.phase.slip = slip;
    const Scalar per_speed =
        this->models.ball_cushion_friction.coefficient_per_speed(slip.x * slip.x + slip.y * slip.y);
    const Scalar per = push * per_speed;
    if (static_cast<Scalar>(3.5 / kSteep) * per * step > Scalar(1)) {
      return hold(at, push, per_speed, step, dy);
    }
    const Tangent<Scalar> j{-per * slip.x, -per * slip.y};
    const OnCloth<Scalar> nose = from_nose(at, push, j);
    const OnCloth<Scalar> rub =
        rub_in_contact<law>(this->cloth, at.ball, nose, load(at, push, j), step, at.phase.held);
    dy = rates(at, plus(nose, rub));
    return at.phase;
  }

  Grip<Scalar, 7> loosen(const Numbers& y, Numbers& dy) const noexcept {
    const TangentialForce<Scalar>& friction = this->models.ball_cushion_friction;
    AtNose<Scalar> at = look(y);
    const Scalar push = press(at);
    Grip<Scalar, 7> g;
    const OnCloth<Scalar> rub = rub_per_load<law>(this->cloth, at.ball, g.known);
    const Scalar weights = load(at, push, {});
    const OnCloth<Scalar> all = plus(from_nose(at, push, {}), rub, weights);
    dy = rates(at, all);
    const OnCloth<Scalar> by_x =
        plus(from_nose(at, Scalar(0), {Scalar(1), Scalar(0)}), rub, at.c * this->inverse_gravity);
    const OnCloth<Scalar> by_y = from_nose(at, Scalar(0), {Scalar(0), Scalar(1)});
    g.per_x = rates(at, by_x);
    g.per_y = rates(at, by_y);
    g.per_x[0] = g.per_x[1] = g.per_y[0] = g.per_y[1] = Scalar(0);
    const Tangent<Scalar> turn = turning(at);
    const Tangent<Scalar> x = slip_at_nose(at, by_x);
    const Tangent<Scalar> z = slip_at_nose(at, by_y);
    g.slip = slip_at_nose(at, at.ball);
    const Tangent<Scalar> change = slip_at_nose(at, all);
    g.drive = {change.x + turn.x, change.y + turn.y};
    g.xx = x.x;
    g.yx = x.y;
    g.xy = z.x;
    g.yy = z.y;
    g.most = push * friction.friction;
    g.soft = friction.low;
    g.known = g.known && weights > Scalar(0) && friction.law == FrictionLaw::kCoulombRegularised;
    return g;
  }

  bool turns(const Numbers& y, const Numbers& end, Scalar step) const noexcept {
    if (!(this->cloth.friction_g * step > static_cast<Scalar>(kLittleTurned))) return false;
    const Tangent<Scalar> before = slip_on_cloth(this->cloth, ball(y));
    const Tangent<Scalar> after = slip_on_cloth(this->cloth, ball(end));
    // Rolling resistance and the shift of the pressure turn with the way.
    const bool goes_back = y[2] * end[2] + y[3] * end[3] < Scalar(0);
    return goes_back || !turns_little(before, after) || falls_below(kNearTurn, before, after);
  }

  Scalar haste(const Numbers& y, const Numbers& dy) const noexcept {
    const ClothModel<Scalar>& m = this->cloth;
    const AtNose<Scalar> at = look(y);
    const Scalar spun = m.slope * at.ball.wz;
    const Scalar soft2 =
        m.contact_radius * m.contact_radius * (spun * spun + m.epsilon_slip * m.epsilon_slip);
    const Scalar low = this->models.ball_cushion_friction.low;
    const Scalar cloth2 =
        part_changed2(slip_on_cloth(m, ball(y)), slip_on_cloth(m, ball(dy)), soft2);
    const Scalar nose2 = part_changed2(slip_at_nose(at, at.ball),
                                       slip_at_nose(at, turned(ball(dy), at.normal)), low * low);
    const Scalar way2 = part_changed2<Scalar>({y[2], y[3]}, {dy[2], dy[3]}, m.epsilon_roll2);
    const Scalar slips2 = cloth2 > nose2 ? cloth2 : nose2;
    return math::sqrt(slips2 > way2 ? slips2 : way2);
  }

 private:
  /// What the cloth would take in a step whose turn of slip does not matter [m/s].
  static constexpr double kLittleTurned = 1e-5;
  /// Part of itself to which a slip on the cloth falls that may turn.
  static constexpr double kNearTurn = 0.6;

  /// rate() where friction at the nose is too steep for the step.
  [[gnu::noinline]] ContactPhase<Scalar> hold(AtNose<Scalar>& at, Scalar push, Scalar per_speed,
                                              Scalar step, Numbers& dy) const noexcept {
    const auto [q, p] = at.phase.slip;
    const Scalar per = push * per_speed;
    const Scalar part = static_cast<Scalar>(3.5 / kSteep) * per * step;
    Tangent<Scalar> j{-per / part * q, -per / part * p};
    OnCloth<Scalar> nose = from_nose(at, push, j);
    OnCloth<Scalar> rub =
        rub_in_contact<law>(this->cloth, at.ball, nose, load(at, push, j), step, at.phase.held);
    // q' and p' without the nose's friction, which changes them by 5/2 + s² and 7/2 of itself.
    const Tangent<Scalar> turn = turning(at);
    const Tangent<Scalar> change = slip_at_nose(at, rub);
    const Tangent<Scalar> needed{
        (push * at.c * at.s + change.x + turn.x) / (Scalar(-2.5) - at.s * at.s),
        (change.y + turn.y) / Scalar(-3.5)};
    const Scalar cone = this->models.ball_cushion_friction.cone(q * q + p * p, per_speed);
    j = hold_slip<Scalar>({-per * q, -per * p}, needed, part, push * cone);
    nose = from_nose(at, push, j);
    rub = rub_in_contact<law>(this->cloth, at.ball, nose, load(at, push, j), step, at.phase.held);
    at.phase.steep = true;
    dy = rates(at, plus(nose, rub));
    return at.phase;
  }

  static OnCloth<Scalar> ball(const Numbers& y) noexcept { return {y[2], y[3], y[4], y[5], y[6]}; }
  static OnCloth<Scalar> turned(const OnCloth<Scalar>& b, const Vec2<Scalar>& n) noexcept {
    if constexpr (straight) return b;
    return {b.vx * n.x() + b.vy * n.y(), b.vy * n.x() - b.vx * n.y(), b.wx * n.x() + b.wy * n.y(),
            b.wy * n.x() - b.wx * n.y(), b.wz};
  }

  AtNose<Scalar> look(const Numbers& y) const noexcept {
    AtNose<Scalar> at;
    Nearness<Scalar> near{true, y[0], {Scalar(1), Scalar(0)}};
    if constexpr (!straight) {
      near = this->nearest(y[0], y[1], at.phase.crowded, at.curvature);
    }
    at.normal = near.normal;
    at.ball = turned(ball(y), near.normal);
    const Scalar reach = math::sqrt(near.distance * near.distance + this->above * this->above);
    at.inverse = Scalar(1) / reach;
    at.c = near.distance * at.inverse;
    at.s = this->above * at.inverse;
    at.phase.depth = near.applies ? this->models.radius - reach : Scalar(-1);
    at.phase.closing = near.applies ? -at.c * at.ball.vx : Scalar(-1);
    return at;
  }

  /// The nose's push per mass.
  Scalar press(AtNose<Scalar>& at) const noexcept {
    const ContactModels<Scalar>& m = this->models;
    return m.inverse_mass *
           m.ball_cushion.at(at.phase.depth, at.phase.closing, this->inverse_impact, at.phase.hold);
  }

  Tangent<Scalar> slip_at_nose(const AtNose<Scalar>& at, const OnCloth<Scalar>& b) const noexcept {
    const Scalar r = this->models.radius;
    return {b.vx * at.s - r * b.wy, b.vy - r * (b.wz * at.c - b.wx * at.s)};
  }

  /// What the slip changes because the axes turn as the ball moves: c' = s² v_n/reach,
  /// s' = −s c v_n/reach, and around a tip n' = Ω t.
  Tangent<Scalar> turning(const AtNose<Scalar>& at) const noexcept {
    const OnCloth<Scalar>& b = at.ball;
    const Scalar r = this->models.radius;
    const Scalar turns = at.s * b.vx * at.inverse;
    const Scalar omega = at.curvature * b.vy;
    return {omega * (at.s * b.vy + r * b.wx) - turns * at.c * b.vx,
            omega * (r * at.s * b.wy - b.vx) - r * turns * (b.wz * at.s + b.wx * at.c)};
  }

  Numbers rates(const AtNose<Scalar>& at, const OnCloth<Scalar>& a) const noexcept {
    const OnCloth<Scalar>& v = at.ball;
    if constexpr (straight) return {v.vx, v.vy, a.vx, a.vy, a.wx, a.wy, a.wz};
    const Scalar nx = at.normal.x();
    const Scalar ny = at.normal.y();
    return {v.vx * nx - v.vy * ny,
            v.vx * ny + v.vy * nx,
            a.vx * nx - a.vy * ny,
            a.vx * ny + a.vy * nx,
            a.wx * nx - a.wy * ny,
            a.wx * ny + a.wy * nx,
            a.wz};
  }
  /// What the nose's push and its friction j along q and p do to the ball.
  OnCloth<Scalar> from_nose(const AtNose<Scalar>& at, Scalar push,
                            Tangent<Scalar> j) const noexcept {
    const Scalar turn = Scalar(2.5) * this->cloth.inverse_radius;
    return {push * at.c + j.x * at.s, j.y, turn * j.y * at.s, -turn * j.x, -turn * j.y * at.c};
  }
  /// What the cloth carries, in weights of the ball.
  Scalar load(const AtNose<Scalar>& at, Scalar push, Tangent<Scalar> j) const noexcept {
    return Scalar(1) - (push * at.s - j.x * at.c) * this->inverse_gravity;
  }
};

}  // namespace billiard
