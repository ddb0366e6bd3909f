// SPDX-License-Identifier: Apache-2.0
// Ball against ball. Two balls on the cloth that meet, nobody else near, are followed in one go, in
// the plane of the cloth: the line of centres stays level.
#include "contact/cloth_in_contact.hpp"
#include "contact/contact_group.hpp"
#include "contact/held_contact.hpp"
#include "math/cross.hpp"
#include "math/dot.hpp"

namespace billiard {

namespace {

/// From ball a to ball b (x, y), way of their middle (x, y), then v_x, v_y, ω_x, ω_y, ω_z of a and
/// of b.
template <typename Scalar>
struct PairSystem {
  static constexpr std::size_t kSize = 14;
  static constexpr bool kGrips = false;
  using Numbers = std::array<Scalar, kSize>;

  const ContactModels<Scalar>& models;
  const ClothModel<Scalar>& cloth;
  Scalar inverse_impact;     ///< [s/m]
  Rubbing<Scalar>* rubbing;  ///< kept from step to step
};

/// The equations of motion, per mass. With the normal n = (c, s, 0) from a to b the slip has two
/// parts: q along t = (−s, c, 0) and p along z.
template <ClothLaw law, typename Scalar>
struct PairEquations : PairSystem<Scalar> {
  using typename PairSystem<Scalar>::Numbers;

  ContactPhase<Scalar> rate(const Numbers& y, Scalar step, Numbers& dy) const noexcept {
    const ContactModels<Scalar>& m = this->models;
    const OnCloth<Scalar> a{y[4], y[5], y[6], y[7], y[8]};
    const OnCloth<Scalar> b{y[9], y[10], y[11], y[12], y[13]};
    const Scalar distance = math::sqrt(y[0] * y[0] + y[1] * y[1]);
    const Scalar inverse = Scalar(1) / distance;
    const Scalar c = y[0] * inverse;
    const Scalar s = y[1] * inverse;
    const Scalar ux = a.vx - b.vx;
    const Scalar uy = a.vy - b.vy;
    ContactPhase<Scalar> phase{Scalar(2) * m.radius - distance, ux * c + uy * s};
    const Scalar push = m.inverse_mass * m.ball_ball.at(phase.depth, phase.closing,
                                                        this->inverse_impact, phase.hold);
    const Scalar along = uy * c - ux * s;
    const Scalar q = along + m.radius * (a.wz + b.wz);
    const Scalar p = m.radius * ((a.wx + b.wx) * s - (a.wy + b.wy) * c);
    const Scalar square = q * q + p * p;
    const TangentialForce<Scalar>& friction = m.ball_ball_friction;
    const Scalar per_speed = friction.coefficient_per_speed(square, *this->rubbing);
    const Scalar per = push * per_speed;
    const Scalar part = static_cast<Scalar>(7.0 / kSteep) * per * step;
    const Scalar less = part > Scalar(1) ? Scalar(1) / part : Scalar(1);
    Tangent<Scalar> j{-per * less * q, -per * less * p};
    OnCloth<Scalar> on_a = from_b(push, j, c, s);
    OnCloth<Scalar> on_b = from_a(on_a);
    OnCloth<Scalar> rub_a = rub(a, on_a, j.y, step, phase);
    OnCloth<Scalar> rub_b = rub(b, on_b, -j.y, step, phase);
    if (part > Scalar(1)) {
      // q' and p' without the balls' friction; n turns by (along/distance).
      const Scalar turns = -along * inverse;
      const Scalar dq = ((rub_a.vy - rub_b.vy) * c - (rub_a.vx - rub_b.vx) * s) +
                        m.radius * (rub_a.wz + rub_b.wz) - turns * phase.closing;
      const Scalar dp = m.radius * (((rub_a.wx + rub_b.wx) * s - (rub_a.wy + rub_b.wy) * c) +
                                    turns * ((a.wx + b.wx) * c + (a.wy + b.wy) * s));
      const auto back = static_cast<Scalar>(-1.0 / 7.0);
      // The cloth holds the balls down: friction along z turns them only, by 5/7 of the rest.
      j = hold_slip<Scalar>({-per * q, -per * p}, {back * dq, dp / Scalar(-5)}, part,
                            push * friction.cone(square, per_speed));
      on_a = from_b(push, j, c, s);
      on_b = from_a(on_a);
      rub_a = rub(a, on_a, j.y, step, phase);
      rub_b = rub(b, on_b, -j.y, step, phase);
      phase.steep = true;
    }
    phase.slip = {q, p};
    dy = {b.vx - a.vx,
          b.vy - a.vy,
          Scalar(0.5) * (a.vx + b.vx),
          Scalar(0.5) * (a.vy + b.vy),
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

  /// Beside their push the weight of the balls, and so the cloth, does little.
  bool turns(const Numbers&, const Numbers&, Scalar) const noexcept { return false; }

  Scalar haste(const Numbers& y, const Numbers& dy) const noexcept {
    const ClothModel<Scalar>& m = this->cloth;
    const Scalar distance = math::sqrt(y[0] * y[0] + y[1] * y[1]);
    const Scalar inverse = Scalar(1) / distance;
    const Scalar c = y[0] * inverse;
    const Scalar s = y[1] * inverse;
    const auto slip = [&](const Numbers& z) -> Tangent<Scalar> {
      return {((z[5] - z[10]) * c - (z[4] - z[9]) * s) + m.radius * (z[8] + z[13]),
              m.radius * ((z[6] + z[11]) * s - (z[7] + z[12]) * c)};
    };
    const Scalar low = this->models.ball_ball_friction.low;
    return math::sqrt(part_changed2(slip(y), slip(dy), low * low));
  }

 private:
  /// What ball b does to ball a: push along −n, friction j along t and z.
  OnCloth<Scalar> from_b(Scalar push, Tangent<Scalar> j, Scalar c, Scalar s) const noexcept {
    const Scalar turn = Scalar(2.5) * this->cloth.inverse_radius;
    return {-push * c - j.x * s, j.x * c - push * s, turn * (j.y * s), -turn * (j.y * c),
            turn * j.x};
  }
  /// What ball a does to ball b: the opposite force, the same moment.
  static OnCloth<Scalar> from_a(const OnCloth<Scalar>& on_a) noexcept {
    return {-on_a.vx, -on_a.vy, on_a.wx, on_a.wy, on_a.wz};
  }
  /// The cloth under one ball, which friction lifts by `lift`.
  OnCloth<Scalar> rub(const OnCloth<Scalar>& ball, const OnCloth<Scalar>& others, Scalar lift,
                      Scalar step, ContactPhase<Scalar>& phase) const noexcept {
    const Scalar load = Scalar(1) - lift / this->models.gravity;
    return rub_in_contact<law>(this->cloth, ball, others, load, step, phase.held);
  }
};

/// Of two balls on the cloth that begin to touch [m/s].
template <typename Scalar>
Scalar closing_speed(const Body<Scalar>& a, const Body<Scalar>& b, Scalar radius) noexcept {
  const Scalar x = (a.velocity.x() - b.velocity.x()) * (b.position.x() - a.position.x());
  const Scalar y = (a.velocity.y() - b.velocity.y()) * (b.position.y() - a.position.y());
  return (x + y) / (Scalar(2) * radius);
}

}  // namespace

// Slip of the surfaces: v_a − v_b + R (ω_a + ω_b) × n without its normal part. The friction
// impulse changes it by 7/m per unit, and is limited so that it can stop but not turn the slip.
template <typename Scalar>
void ContactGroup<Scalar>::push_pair(const Pair& pair, Scalar h,
                                     ContactMemory<Scalar>& memory) noexcept {
  const ContactModels<Scalar>& m = *setup_.models;
  Body<Scalar>& a = bodies_[static_cast<std::size_t>(pair.a)];
  Body<Scalar>& b = bodies_[static_cast<std::size_t>(pair.b)];
  Scalar& inverse_impact =
      memory.pair[static_cast<std::size_t>(a.ball)][static_cast<std::size_t>(b.ball)];
  Rubbing<Scalar>& rubbing =
      memory.rubbing[static_cast<std::size_t>(a.ball)][static_cast<std::size_t>(b.ball)];
  const Vec3<Scalar> d = b.position - a.position;
  const Scalar square = squared_length(d);
  const Scalar reach = Scalar(2) * m.radius;
  if (!(square < reach * reach)) {
    inverse_impact = Scalar(0);
    return;
  }
  const Scalar distance = math::sqrt(square);
  const Vec3<Scalar> n = d * (Scalar(1) / distance);
  const Vec3<Scalar> relative = a.velocity - b.velocity;
  const Scalar rate = dot(relative, n);
  if (idle(reach - distance, rate, kRestingBalls<Scalar>)) {
    inverse_impact = Scalar(0);
    return;
  }
  ++active_;
  if (inverse_impact == Scalar(0)) {
    inverse_impact = m.ball_ball.inverse_impact(rate);
    rubbing = {};
    note(EventKind::kBallBall, a, b.ball, -1);
  }
  const Vec3<Scalar> moving = a.mid_velocity - b.mid_velocity;
  const Scalar closing = dot(moving, n);
  const Scalar impulse = h * m.ball_ball(reach - distance, rate, inverse_impact, Scalar(0.5) * h);
  const Vec3<Scalar> spin = a.mid_spin + b.mid_spin;
  const Vec3<Scalar> slip = moving + m.radius * cross(spin, n) - closing * n;
  const Scalar per =
      impulse * m.ball_ball_friction.coefficient_per_speed(squared_length(slip), rubbing);
  const Scalar mobility = Scalar(7) * m.inverse_mass;
  Vec3<Scalar> rub = -per * slip;
  if (mobility * per >= Scalar(1)) {
    // Sticks: cancel the slip there is, within the cone.
    const Vec3<Scalar> now = relative + m.radius * cross<Scalar>(a.spin + b.spin, n) - rate * n;
    rub = (Scalar(-1) / mobility) * now;
    shorten(rub, per * per * squared_length(slip));
  }

  const Vec3<Scalar> push = (impulse * m.inverse_mass) * n;
  const Vec3<Scalar> drag = m.inverse_mass * rub;
  const Vec3<Scalar> turn = m.spin_per_impulse * cross(n, rub);
  a.kick += drag - push;
  b.kick += push - drag;
  a.lift -= push.z();
  b.lift += push.z();
  a.twist += turn;
  b.twist += turn;
  a.touched = b.touched = true;
}

template <typename Scalar>
bool ContactGroup<Scalar>::fits_pair() const noexcept {
  if (setup_.compliant || body_count_ != 2 || pair_count_ != 1 || cushion_count_ != 0) return false;
  return body(0).on_cloth && body(1).on_cloth &&
         closing_speed(body(0), body(1), setup_.models->radius) > static_cast<Scalar>(kLoneSpeed);
}

template <typename Scalar>
double ContactGroup<Scalar>::advance_pair(double from, double to, double h,
                                          ContactMemory<Scalar>& memory,
                                          Recorder* recorder) noexcept {
  Body<Scalar>& a = bodies_[0];
  Body<Scalar>& b = bodies_[1];
  const auto first = static_cast<std::size_t>(a.ball);
  const auto second = static_cast<std::size_t>(b.ball);
  const Vec3<Scalar> apart = b.position - a.position;
  const Vec3<Scalar> middle = Scalar(0.5) * (a.position + b.position);
  std::array<Scalar, PairSystem<Scalar>::kSize> y{
      apart.x(),      apart.y(),  Scalar(0),  Scalar(0),  a.velocity.x(),
      a.velocity.y(), a.spin.x(), a.spin.y(), a.spin.z(), b.velocity.x(),
      b.velocity.y(), b.spin.x(), b.spin.y(), b.spin.z()};
  recorder_ = recorder;
  time_ = from;
  note(EventKind::kBallBall, a, b.ball, -1);
  const ContactModels<Scalar>& m = *setup_.models;
  const Scalar closing = closing_speed(a, b, m.radius);
  memory.rubbing[first][second] = {};
  const PairSystem<Scalar> system{m, *setup_.cloth, m.ball_ball.inverse_impact(closing),
                                  &memory.rubbing[first][second]};
  const auto store = [&] {
    const Scalar x = middle.x() + y[2];
    const Scalar z = middle.y() + y[3];
    a.position.x() = x - Scalar(0.5) * y[0];
    a.position.y() = z - Scalar(0.5) * y[1];
    b.position.x() = x + Scalar(0.5) * y[0];
    b.position.y() = z + Scalar(0.5) * y[1];
    a.velocity = {y[4], y[5], Scalar(0)};
    a.spin = {y[6], y[7], y[8]};
    b.velocity = {y[9], y[10], Scalar(0)};
    b.spin = {y[11], y[12], y[13]};
  };
  LoneRun run{from, to, h * m.ball_ball.slowness(closing)};
  with_law(*setup_.cloth, [&]<ClothLaw law>() {
    return follow(PairEquations<law, Scalar>{system}, y, run, store);
  });
  memory.pair[first][second] = run.ended ? Scalar(0) : system.inverse_impact;
  a.touched = b.touched = true;
  return time_;
}

template void ContactGroup<double>::push_pair(const Pair&, double, ContactMemory<double>&) noexcept;
template void ContactGroup<float>::push_pair(const Pair&, float, ContactMemory<float>&) noexcept;
template bool ContactGroup<double>::fits_pair() const noexcept;
template bool ContactGroup<float>::fits_pair() const noexcept;
template double ContactGroup<double>::advance_pair(double, double, double, ContactMemory<double>&,
                                                   Recorder*) noexcept;
template double ContactGroup<float>::advance_pair(double, double, double, ContactMemory<float>&,
                                                  Recorder*) noexcept;

}  // namespace billiard
