// SPDX-License-Identifier: Apache-2.0
// Ball against cushion. The commonest contact, one ball on the cloth against a nose, tip or jaw
// with nobody else near, is followed in one go, in the axes of the nearest piece.
#include "contact/cloth_in_contact.hpp"
#include "contact/contact_group.hpp"
#include "contact/held_contact.hpp"
#include "math/cross.hpp"
#include "math/dot.hpp"

namespace billiard {

namespace {

/// x, y, v_x, v_y, ω_x, ω_y, ω_z.
template <typename Scalar>
struct CushionSystem {
  static constexpr std::size_t kSize = 7;
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
  [[nodiscard]] Nearness<Scalar> nearest(Scalar x, Scalar y, bool& between) const noexcept {
    constexpr auto kSame = static_cast<Scalar>(0.99);
    Nearness<Scalar> best;
    for (int i = 0; i < count; ++i) {
      const Nearness<Scalar> near = nearness(*piece[static_cast<std::size_t>(i)], x, y);
      if (!near.applies) continue;
      if (best.applies && best.distance < touch && near.distance < touch) {
        const Scalar same = best.normal.x() * near.normal.x() + best.normal.y() * near.normal.y();
        between |= same < kSame;
      }
      if (!best.applies || near.distance < best.distance) best = near;
    }
    return best;
  }
};

/// The equations of motion, per mass, in axes n square to the cushion (to the table), t along it
/// and z up. With the normal (c, 0, s) the slip has two parts: q along (s, 0, −c) and p along t.
/// What presses the ball down the cloth carries.
template <ClothLaw law, typename Scalar>
struct CushionEquations : CushionSystem<Scalar> {
  using typename CushionSystem<Scalar>::Numbers;

  ContactPhase<Scalar> rate(const Numbers& y, Scalar step, Numbers& dy) const noexcept {
    const ContactModels<Scalar>& m = this->models;
    bool between = false;
    const Nearness<Scalar> near = this->nearest(y[0], y[1], between);
    const Scalar nx = near.normal.x();
    const Scalar ny = near.normal.y();
    const OnCloth<Scalar> ball{y[2] * nx + y[3] * ny, y[3] * nx - y[2] * ny, y[4] * nx + y[5] * ny,
                               y[5] * nx - y[4] * ny, y[6]};
    const Scalar reach = math::sqrt(near.distance * near.distance + this->above * this->above);
    const Scalar inverse = Scalar(1) / reach;
    const Scalar c = near.distance * inverse;
    const Scalar s = this->above * inverse;
    ContactPhase<Scalar> phase{m.radius - reach, -c * ball.vx};
    if (!near.applies) phase = {Scalar(-1), Scalar(-1)};
    phase.crowded = between;
    const Scalar push = m.inverse_mass * m.ball_cushion.at(phase.depth, phase.closing,
                                                           this->inverse_impact, phase.hold);
    const Scalar q = ball.vx * s - m.radius * ball.wy;
    const Scalar p = ball.vy - m.radius * (ball.wz * c - ball.wx * s);
    const TangentialForce<Scalar>& friction = m.ball_cushion_friction;
    const Scalar square = q * q + p * p;
    const Scalar per_speed = friction.coefficient_per_speed(square);
    const Scalar per = push * per_speed;
    const Scalar part = static_cast<Scalar>(3.5 / kSteep) * per * step;
    const Scalar less = part > Scalar(1) ? Scalar(1) / part : Scalar(1);
    Tangent<Scalar> j{-per * less * q, -per * less * p};
    OnCloth<Scalar> nose = from_nose(push, j, c, s);
    OnCloth<Scalar> rub =
        rub_in_contact<law>(this->cloth, ball, nose, load(push, j, c, s), step, phase.held);
    if (part > Scalar(1)) {
      // q' and p' without the nose's friction, which changes them by 5/2 + s² and 7/2 of itself.
      // The normal turns as the ball moves: c' = s² v_n/reach, s' = −s c v_n/reach.
      const Scalar turns = s * ball.vx * inverse;
      const Scalar dq = ((push * c + rub.vx) * s - m.radius * rub.wy) - turns * c * ball.vx;
      const Scalar dp =
          rub.vy - m.radius * ((rub.wz * c - rub.wx * s) + turns * (ball.wz * s + ball.wx * c));
      j = hold_slip<Scalar>({-per * q, -per * p}, {dq / (Scalar(-2.5) - s * s), dp / Scalar(-3.5)},
                            part, push * friction.cone(square, per_speed));
      nose = from_nose(push, j, c, s);
      rub = rub_in_contact<law>(this->cloth, ball, nose, load(push, j, c, s), step, phase.held);
      phase.held = true;
    }
    phase.slip_x = q;
    phase.slip_y = p;
    const OnCloth<Scalar> sum{nose.vx + rub.vx, nose.vy + rub.vy, nose.wx + rub.wx,
                              nose.wy + rub.wy, nose.wz + rub.wz};
    dy = {y[2],
          y[3],
          sum.vx * nx - sum.vy * ny,
          sum.vx * ny + sum.vy * nx,
          sum.wx * nx - sum.wy * ny,
          sum.wx * ny + sum.wy * nx,
          sum.wz};
    return phase;
  }

 private:
  /// What the nose's push and its friction j along q and p do to the ball.
  OnCloth<Scalar> from_nose(Scalar push, Tangent<Scalar> j, Scalar c, Scalar s) const noexcept {
    const Scalar turn = Scalar(2.5) * this->cloth.inverse_radius;
    return {push * c + j.x * s, j.y, turn * j.y * s, -turn * j.x, -turn * j.y * c};
  }
  /// What the cloth carries, in weights of the ball.
  Scalar load(Scalar push, Tangent<Scalar> j, Scalar c, Scalar s) const noexcept {
    return Scalar(1) - (push * s - j.x * c) * this->inverse_gravity;
  }
};

}  // namespace

// The nose is an edge: the normal runs from its nearest point to the centre, tilted down when the
// nose is higher than the centre.
template <typename Scalar>
void ContactGroup<Scalar>::push_cushion(const AtCushion& at, Scalar h,
                                        ContactMemory<Scalar>& memory) noexcept {
  const ContactModels<Scalar>& m = *setup_.models;
  Body<Scalar>& b = bodies_[static_cast<std::size_t>(at.body)];
  Scalar& inverse_impact =
      memory.cushion[static_cast<std::size_t>(b.ball)][static_cast<std::size_t>(at.element)];
  const CushionElement<Scalar>& element =
      setup_.cushions->elements[static_cast<std::size_t>(at.element)];
  const Nearness<Scalar> near = nearness(element, b.position.x(), b.position.y());
  const Scalar dz = b.position.z() - setup_.cushions->height;
  // Only a flying ball gets behind a nose: over its top. There it has left the table.
  if (near.applies && near.distance < Scalar(0) && dz < m.radius) b.over_rail = true;
  const Scalar square = near.distance * near.distance + dz * dz;
  if (!near.applies || b.over_rail || !(square < m.radius * m.radius)) {
    inverse_impact = Scalar(0);
    return;
  }
  const Scalar distance = math::sqrt(square);
  const Scalar inverse = Scalar(1) / distance;
  const Scalar ahead = near.distance * inverse;
  const Vec3<Scalar> n{near.normal.x() * ahead, near.normal.y() * ahead, dz * inverse};
  const Scalar rate = -dot(b.velocity, n);
  if (idle(m.radius - distance, rate, kRestingCushion<Scalar>)) {
    inverse_impact = Scalar(0);
    return;
  }
  ++active_;
  const Scalar freedom = b.on_cloth ? Scalar(1) - n.z() * n.z() : Scalar(1);
  if (inverse_impact == Scalar(0)) {
    inverse_impact = m.ball_cushion.inverse_impact(rate);
    note(EventKind::kBallCushion, b, -1, at.element);
  }
  const Scalar impulse =
      h * m.ball_cushion(m.radius - distance, rate - Scalar(0.5) * dot(b.rub_velocity, n),
                         inverse_impact, Scalar(0.5) * h * freedom);
  const Scalar push = impulse * m.inverse_mass;
  const auto slip_of = [&](const Vec3<Scalar>& velocity, const Vec3<Scalar>& spin) -> Vec3<Scalar> {
    return velocity - dot(velocity, n) * n - m.radius * cross(spin, n);
  };
  const Scalar mobility = Scalar(3.5) * m.inverse_mass;
  const Vec3<Scalar> slip = slip_of(b.mid_velocity, b.mid_spin);
  const Scalar square_slip = squared_length(slip);
  const Scalar per = impulse * m.ball_cushion_friction.coefficient_per_speed(square_slip);
  Vec3<Scalar> rub = -per * slip;
  if (mobility * per >= Scalar(1)) {
    // Sticks: cancel the slip this step would end with, cloth included, within the cone.
    Vec3<Scalar> velocity = b.velocity + b.rub_velocity + push * n;
    if (b.on_cloth) velocity.z() = Scalar(0);
    rub = (Scalar(-1) / mobility) * slip_of(velocity, b.spin + b.rub_spin);
    // The cloth takes the vertical part, so that less of the ball answers: 5/2 + n_z² for 7/2.
    if (b.on_cloth) {
      const Vec3<Scalar> upright = Vec3<Scalar>{Scalar(0), Scalar(0), Scalar(1)} - n.z() * n;
      const Scalar tilt2 = n.z() * n.z();
      const Scalar more = (Scalar(1) - tilt2) / (Scalar(2.5) + tilt2);  // 7/2/(5/2 + n_z²) − 1
      rub += (more * dot(rub, upright) / (Scalar(1) - tilt2)) * upright;
    }
    shorten(rub, per * per * square_slip);
  }
  b.kick += push * n + m.inverse_mass * rub;
  b.lift += push * n.z();
  b.twist -= m.spin_per_impulse * cross(n, rub);
  b.touched = true;
}

template <typename Scalar>
bool ContactGroup<Scalar>::fits_cushion() const noexcept {
  return !setup_.compliant && body_count_ == 1 && body(0).on_cloth && cushion_count_ > 0 &&
         cushion_count_ <= CushionSystem<Scalar>::kMostPieces;
}

template <typename Scalar>
double ContactGroup<Scalar>::advance_cushion(double from, double to, double h,
                                             ContactMemory<Scalar>& memory,
                                             Recorder* recorder) noexcept {
  Body<Scalar>& b = bodies_[0];
  const ContactModels<Scalar>& m = *setup_.models;
  CushionSystem<Scalar> system{m, *setup_.cloth, b.position.z() - setup_.cushions->height,
                               setup_.cushions->reach, Scalar(1) / m.gravity};
  int touched = at_cushion_[0].element;
  Nearness<Scalar> near;
  for (int i = 0; i < cushion_count_; ++i) {
    system.piece[static_cast<std::size_t>(system.count++)] = &element(i);
    const Nearness<Scalar> there = nearness(element(i), b.position.x(), b.position.y());
    if (!there.applies || (near.applies && near.distance <= there.distance)) continue;
    near = there;
    touched = at_cushion_[static_cast<std::size_t>(i)].element;
  }
  const Scalar closing = -(b.velocity.x() * near.normal.x() + b.velocity.y() * near.normal.y()) *
                         (setup_.cushions->reach / m.radius);
  if (!(closing > static_cast<Scalar>(kLoneSpeed))) return from;
  system.inverse_impact = m.ball_cushion.inverse_impact(closing);
  LoneRun run{from, to, h * m.ball_cushion.slowness(closing)};
  std::array<Scalar, CushionSystem<Scalar>::kSize> y{b.position.x(), b.position.y(), b.velocity.x(),
                                                     b.velocity.y(), b.spin.x(),     b.spin.y(),
                                                     b.spin.z()};
  const auto store = [&] {
    b.position.x() = y[0];
    b.position.y() = y[1];
    b.velocity = {y[2], y[3], Scalar(0)};
    b.spin = {y[4], y[5], y[6]};
  };
  recorder_ = recorder;
  time_ = from;
  const Body<Scalar> before = b;
  const bool followed = with_law(*setup_.cloth, [&]<ClothLaw law>() {
    return follow(CushionEquations<law, Scalar>{system}, y, run, store);
  });
  if (!followed) {
    b = before;
    return from;
  }
  time_ = from;
  note(EventKind::kBallCushion, before, -1, touched);
  time_ = run.reached;
  memory.cushion[static_cast<std::size_t>(b.ball)][static_cast<std::size_t>(touched)] =
      run.ended ? Scalar(0) : system.inverse_impact;
  b.touched = true;
  return time_;
}

template void ContactGroup<double>::push_cushion(const AtCushion&, double,
                                                 ContactMemory<double>&) noexcept;
template void ContactGroup<float>::push_cushion(const AtCushion&, float,
                                                ContactMemory<float>&) noexcept;
template bool ContactGroup<double>::fits_cushion() const noexcept;
template bool ContactGroup<float>::fits_cushion() const noexcept;
template double ContactGroup<double>::advance_cushion(double, double, double,
                                                      ContactMemory<double>&, Recorder*) noexcept;
template double ContactGroup<float>::advance_cushion(double, double, double, ContactMemory<float>&,
                                                     Recorder*) noexcept;

}  // namespace billiard
