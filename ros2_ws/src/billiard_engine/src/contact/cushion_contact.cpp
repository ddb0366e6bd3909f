// SPDX-License-Identifier: Apache-2.0
// Ball against cushion. The commonest contact, one ball on the cloth against a nose, tip or jaw
// with nobody else near, is followed in one go, in the axes of the nearest piece.
#include "contact/contact_group.hpp"
#include "contact/cushion_equations.hpp"
#include "contact/held_contact.hpp"
#include "math/cross.hpp"
#include "math/dot.hpp"

namespace billiard {

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
double ContactGroup<Scalar>::advance_cushion(double from, double to, double part,
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
  // Less only where a ball was put into a nose.
  if (!(near.distance > Scalar(0.5) * setup_.cushions->reach)) return from;
  system.inverse_impact = m.ball_cushion.inverse_impact(closing);
  LoneRun run{from, to, part};
  const Body<Scalar> before = b;
  const bool straight = system.count == 1 && system.piece[0]->straight;
  // In axes n and t of a straight nose, from where the ball touches it; else in the table's.
  const Vec2<Scalar> n = straight ? near.normal : Vec2<Scalar>{Scalar(1), Scalar(0)};
  const auto into = [&n](Scalar x, Scalar z) -> Tangent<Scalar> {
    return {x * n.x() + z * n.y(), z * n.x() - x * n.y()};
  };
  const auto back = [&n](Scalar x, Scalar z) -> Tangent<Scalar> {
    return {x * n.x() - z * n.y(), x * n.y() + z * n.x()};
  };
  const Tangent<Scalar> v = into(b.velocity.x(), b.velocity.y());
  const Tangent<Scalar> w = into(b.spin.x(), b.spin.y());
  const Scalar inverse =
      Scalar(1) / math::sqrt(near.distance * near.distance + system.above * system.above);
  const Scalar r = setup_.cloth->radius;
  const Scalar over_r = setup_.cloth->inverse_radius;
  typename CushionSystem<Scalar>::Numbers y{Scalar(0),
                                            Scalar(0),
                                            straight ? inverse : b.position.x(),
                                            straight ? Scalar(0) : b.position.y(),
                                            straight ? near.distance * inverse : Scalar(0),
                                            v.x,
                                            v.y,
                                            r * w.x,
                                            r * w.y,
                                            r * b.spin.z()};
  const auto store = [&] {
    if (straight) {
      const Tangent<Scalar> way = back(y[4] / y[2] - near.distance, y[3]);
      b.position.x() = before.position.x() + way.x;
      b.position.y() = before.position.y() + way.y;
    } else {
      b.position.x() = y[2];
      b.position.y() = y[3];
    }
    const Tangent<Scalar> velocity = back(y[5], y[6]);
    const Tangent<Scalar> spin = back(y[7], y[8]);
    b.velocity = {velocity.x, velocity.y, Scalar(0)};
    b.spin = over_r * Vec3<Scalar>{spin.x, spin.y, y[9]};
  };
  recorder_ = recorder;
  time_ = from;
  const bool followed = with_law(*setup_.cloth, [&]<ClothLaw law>() {
    if (straight)
      return follow(CushionEquations<law, true, Scalar>{system}, m.ball_cushion, y, run, store);
    return follow(CushionEquations<law, false, Scalar>{system}, m.ball_cushion, y, run, store);
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
