// SPDX-License-Identifier: Apache-2.0
// A ball and the cloth while it touches others: landing on it, coming to lie on it, rubbing on it.
#include <algorithm>

#include "cloth/implicit_slip.hpp"
#include "contact/contact_group.hpp"

namespace billiard {

template <typename Scalar>
void ContactGroup<Scalar>::push_cloth(Body<Scalar>& b, Scalar h,
                                      ContactMemory<Scalar>& memory) noexcept {
  const ContactModels<Scalar>& m = *setup_.models;
  Scalar& inverse_impact = memory.cloth[static_cast<std::size_t>(b.ball)];
  const Scalar depth = m.radius - b.position.z();
  if (!(depth > Scalar(0))) {
    if (inverse_impact > Scalar(0) && !setup_.compliant) note(EventKind::kAirborne, b, -1, -1);
    inverse_impact = Scalar(0);
    return;
  }
  ++active_;
  const Scalar rate = -b.velocity.z();
  if (inverse_impact == Scalar(0)) {
    inverse_impact = m.ball_cloth.inverse_impact(rate);
    if (!setup_.compliant) note(EventKind::kLanded, b, -1, -1);
  }
  // The weight changes the mid-step rate as the force does: a resting ball must feel no damping.
  const Scalar half = Scalar(0.5) * h;
  const Scalar force = m.ball_cloth(depth, rate + half * m.gravity, inverse_impact, half);
  const Scalar push = h * m.inverse_mass * force;
  b.kick.z() += push;
  b.load += push / m.gravity;
}

/// A ball that bounced lies on the cloth when it is slow and the spring holds little more than its
/// weight.
template <typename Scalar>
void ContactGroup<Scalar>::settle(Body<Scalar>& b, Scalar h,
                                  ContactMemory<Scalar>& memory) const noexcept {
  Scalar& touching = memory.cloth[static_cast<std::size_t>(b.ball)];
  if (b.on_cloth || setup_.compliant || touching == Scalar(0)) return;
  const auto slow = static_cast<Scalar>(kSettleSpeed);
  const Scalar depth = setup_.models->radius - b.position.z();
  const Scalar shallow = std::max(slow * h, Scalar(2) * setup_.models->resting_depth);
  if (b.velocity.z() < Scalar(0) || b.velocity.z() >= slow || depth >= shallow) return;
  b.on_cloth = true;
  b.position.z() = setup_.models->radius;
  b.velocity.z() = Scalar(0);
  touching = Scalar(0);
}

template <typename Scalar>
void ContactGroup<Scalar>::rub_on_cloth() noexcept {
  since_rub_ = 0;
  for (int i = 0; i < body_count_; ++i) {
    Body<Scalar>& b = bodies_[static_cast<std::size_t>(i)];
    const Scalar time = b.load;
    b.load = Scalar(0);
    b.rub_velocity.setZero();
    b.rub_spin.setZero();
    if (!(time > Scalar(0))) continue;
    with_law(*setup_.cloth, [&]<ClothLaw law>() { rub<law>(b, time); });
  }
}

// K(21), K(22) over a time at the ball's own weight, slip by backward Euler: exact for sliding
// with constant direction, and it stops the slip where friction can.
template <typename Scalar>
template <ClothLaw law>
void ContactGroup<Scalar>::rub(Body<Scalar>& b, Scalar time) const noexcept {
  const ClothModel<Scalar>& m = *setup_.cloth;
  const Direction<Scalar> g = travel_direction(m, b.velocity.x(), b.velocity.y());
  const Scalar roll = Scalar(3.5) * m.rolling_g * time;
  const Scalar sx = (b.velocity.x() - m.radius * b.spin.y()) * m.inverse_contact;
  const Scalar sy = (b.velocity.y() + m.radius * b.spin.x()) * m.inverse_contact;
  const Direction<Scalar> r{sx + roll * g.x * m.inverse_contact,
                            sy + roll * g.y * m.inverse_contact};
  const Scalar spin = b.spin.z();
  const Scalar turn = static_cast<Scalar>(pade_constants::kC011) * m.slope * m.shift * spin;
  const Scalar floor2 = m.epsilon_slip * m.epsilon_slip + (m.slope * m.slope) * (spin * spin);
  const Scalar alpha = Scalar(3.5) * m.friction_g * m.inverse_contact * time;
  SlipSolution<Scalar> slip = solve_slip<Scalar>(r, {-turn * g.y, turn * g.x}, alpha, floor2,
                                                 likely_scale(r, alpha, floor2));
  const Friction<Scalar> f = refine_slip<law>(m, r, g, spin, alpha, slip);
  // Slip changed by 7/2 of the velocity's change and of the rolling resistance.
  const Scalar dx = (slip.x - r.x) * m.contact_radius * static_cast<Scalar>(2.0 / 7.0);
  const Scalar dy = (slip.y - r.y) * m.contact_radius * static_cast<Scalar>(2.0 / 7.0);
  const Scalar drilled = spin - m.drilling * time * f.moment;
  b.rub_velocity = {dx, dy, Scalar(0)};
  b.rub_spin = {m.inverse_radius * (Scalar(2.5) * dy + roll * g.y),
                -m.inverse_radius * (Scalar(2.5) * dx + roll * g.x),
                (drilled * spin < Scalar(0) ? Scalar(0) : drilled) - spin};
  b.velocity += b.rub_velocity;
  b.spin += b.rub_spin;
}

template void ContactGroup<double>::push_cloth(Body<double>&, double,
                                               ContactMemory<double>&) noexcept;
template void ContactGroup<float>::push_cloth(Body<float>&, float, ContactMemory<float>&) noexcept;
template void ContactGroup<double>::settle(Body<double>&, double,
                                           ContactMemory<double>&) const noexcept;
template void ContactGroup<float>::settle(Body<float>&, float,
                                          ContactMemory<float>&) const noexcept;
template void ContactGroup<double>::rub_on_cloth() noexcept;
template void ContactGroup<float>::rub_on_cloth() noexcept;

}  // namespace billiard
