// SPDX-License-Identifier: Apache-2.0
// Ball against ball. Two balls on the cloth that meet, nobody else near, are followed in one go, in
// the plane of the cloth: the line of centres stays level.
#include "contact/contact_group.hpp"
#include "contact/held_contact.hpp"
#include "contact/pair_equations.hpp"
#include "math/cross.hpp"
#include "math/dot.hpp"

namespace billiard {

namespace {

/// Shorter steps than at a cushion: two hard balls lose little, and must not lose more; and where
/// they go decides a shot, so that fits of friction feel how finely they are followed.
constexpr double kFiner = 0.6;

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
  // Balls that were put at one place part along x.
  const Vec3<Scalar> n = distance > Scalar(0) ? Vec3<Scalar>(d * (Scalar(1) / distance))
                                              : Vec3<Scalar>(Scalar(1), Scalar(0), Scalar(0));
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
  const Scalar least = setup_.models->radius;  // less only where balls were put into each other
  if (!(squared_length(body(1).position - body(0).position) > least * least)) return false;
  return body(0).on_cloth && body(1).on_cloth &&
         closing_speed(body(0), body(1), setup_.models->radius) > static_cast<Scalar>(kLoneSpeed);
}

template <typename Scalar>
double ContactGroup<Scalar>::advance_pair(double from, double to, double part,
                                          ContactMemory<Scalar>& memory,
                                          Recorder* recorder) noexcept {
  Body<Scalar>& a = bodies_[0];
  Body<Scalar>& b = bodies_[1];
  const auto first = static_cast<std::size_t>(a.ball);
  const auto second = static_cast<std::size_t>(b.ball);
  const Vec3<Scalar> apart = b.position - a.position;
  const Vec3<Scalar> middle = Scalar(0.5) * (a.position + b.position);
  const Scalar r = setup_.cloth->radius;
  const Scalar over_r = setup_.cloth->inverse_radius;
  std::array<Scalar, PairSystem<Scalar>::kSize> y{
      Scalar(0),      Scalar(0),      apart.x(),      apart.y(),
      Scalar(0),      Scalar(0),      a.velocity.x(), a.velocity.y(),
      r * a.spin.x(), r * a.spin.y(), r * a.spin.z(), b.velocity.x(),
      b.velocity.y(), r * b.spin.x(), r * b.spin.y(), r * b.spin.z()};
  recorder_ = recorder;
  time_ = from;
  note(EventKind::kBallBall, a, b.ball, -1);
  const ContactModels<Scalar>& m = *setup_.models;
  const Scalar closing = closing_speed(a, b, m.radius);
  memory.rubbing[first][second] = {};
  const PairSystem<Scalar> system{m, *setup_.cloth, m.ball_ball.inverse_impact(closing),
                                  &memory.rubbing[first][second]};
  const auto store = [&] {
    const Scalar x = middle.x() + y[4];
    const Scalar z = middle.y() + y[5];
    a.position.x() = x - Scalar(0.5) * y[2];
    a.position.y() = z - Scalar(0.5) * y[3];
    b.position.x() = x + Scalar(0.5) * y[2];
    b.position.y() = z + Scalar(0.5) * y[3];
    a.velocity = {y[6], y[7], Scalar(0)};
    a.spin = over_r * Vec3<Scalar>{y[8], y[9], y[10]};
    b.velocity = {y[11], y[12], Scalar(0)};
    b.spin = over_r * Vec3<Scalar>{y[13], y[14], y[15]};
  };
  LoneRun run{from, to, kFiner * part};
  with_law(*setup_.cloth, [&]<ClothLaw law>() {
    return follow(PairEquations<law, Scalar>{system}, m.ball_ball, y, run, store);
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
