// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_group.hpp"

#include <algorithm>

#include "cloth/implicit_slip.hpp"
#include "math/cross.hpp"
#include "math/dot.hpp"

namespace billiard {

namespace {

/// Shortens a vector to at most √most2.
template <typename Scalar>
void shorten(Vec3<Scalar>& v, Scalar most2) noexcept {
  const Scalar size2 = squared_length(v);
  if (size2 > most2) v *= math::sqrt(most2 / size2);
}

/// Bodies that rest against each other or creep apart, rather than a contact: the force of such an
/// overlap is a thousandth of what rolling resistance holds. Round-off would keep it on for ever.
template <typename Scalar>
bool idle(Scalar depth, Scalar rate) noexcept {
  constexpr auto kDepth = static_cast<Scalar>(sizeof(Scalar) == sizeof(double) ? 1e-9 : 1e-7);
  constexpr auto kRate = static_cast<Scalar>(1e-9);  // m/s
  return depth < kDepth && rate < kRate;
}

template <typename Scalar>
bool moves(const Body<Scalar>& b) noexcept {
  return squared_length(b.velocity) + squared_length(b.spin) > Scalar(0);
}

/// Lets a test look at a group; does nothing otherwise.
template <typename Scalar>
void show([[maybe_unused]] const ContactGroup<Scalar>& group,
          [[maybe_unused]] bool begins) noexcept {
#ifdef BILLIARD_CHECK_CONTACT_STEPS
  if constexpr (sizeof(Scalar) == sizeof(double)) check_contact_step(group, begins);
#endif
}

}  // namespace

template <typename Scalar>
void ContactGroup<Scalar>::add(int ball, const BasicBall<Scalar>& state) noexcept {
  Body<Scalar>& b = bodies_[static_cast<std::size_t>(body_count_++)];
  b.ball = ball;
  b.on_cloth = !setup_.compliant && state.motion != Motion::kAirborne;
  b.position = state.position;
  b.velocity = state.velocity;
  b.spin = state.spin;
  b.load = Scalar(0);
  b.touched = moves(b);
  b.over_rail = false;
  b.rub_velocity.setZero();
  b.rub_spin.setZero();
}

template <typename Scalar>
void ContactGroup<Scalar>::note(EventKind kind, const Body<Scalar>& b, int other,
                                int where) noexcept {
  if (recorder_ == nullptr) return;
  Event event;
  event.time = time_;
  event.kind = kind;
  event.ball = static_cast<std::int8_t>(b.ball);
  event.other = static_cast<std::int8_t>(other);
  event.where = static_cast<std::int8_t>(where);
  event.position = {static_cast<double>(b.position.x()), static_cast<double>(b.position.y())};
  recorder_->add(event);
}

template <typename Scalar>
void ContactGroup<Scalar>::drift(Scalar h) noexcept {
  for (int i = 0; i < body_count_; ++i) {
    Body<Scalar>& b = bodies_[static_cast<std::size_t>(i)];
    b.position += h * b.velocity;
    // Velocities in the middle of the step, if the last step's forces go on: friction needs them.
    b.mid_velocity = b.velocity + Scalar(0.5) * (b.kick + b.rub_velocity);
    b.mid_spin = b.spin + Scalar(0.5) * (b.twist + b.rub_spin);
    b.kick.setZero();
    b.twist.setZero();
    b.lift = Scalar(0);
  }
}

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
  if (idle(reach - distance, rate)) {
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
  if (idle(m.radius - distance, rate)) {
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
void ContactGroup<Scalar>::push_cloth(Body<Scalar>& b, Scalar h,
                                      ContactMemory<Scalar>& memory) noexcept {
  const ContactModels<Scalar>& m = *setup_.models;
  Scalar& inverse_impact = memory.cloth[static_cast<std::size_t>(b.ball)];
  const Scalar depth = m.radius - b.position.z();
  if (!(depth > Scalar(0))) {
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

/// Adds the step's impulses. A ball on the cloth keeps its height unless normal forces lift more
/// than its weight; what presses it down the cloth carries.
template <typename Scalar>
void ContactGroup<Scalar>::kick(Body<Scalar>& b, Scalar h, ContactMemory<Scalar>& memory) noexcept {
  const Scalar weight = setup_.models->gravity * h;
  if (b.on_cloth && b.lift > weight) {
    b.on_cloth = false;
    note(EventKind::kAirborne, b, -1, -1);
  }
  if (b.on_cloth) {
    const Scalar carried = weight - b.kick.z();
    if (carried > Scalar(0) && b.touched) b.load += carried / setup_.models->gravity;
    b.kick.z() = Scalar(0);
  } else {
    push_cloth(b, h, memory);
    b.kick.z() -= weight;
  }
  b.velocity += Scalar(0.5) * b.kick;
  b.spin += Scalar(0.5) * b.twist;
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

template <typename Scalar>
void ContactGroup<Scalar>::step(Scalar h, ContactMemory<Scalar>& memory) noexcept {
  const Scalar half = Scalar(0.5) * h;
  drift(half);
  active_ = 0;
  for (int i = 0; i < pair_count_; ++i) push_pair(pairs_[static_cast<std::size_t>(i)], h, memory);
  for (int i = 0; i < cushion_count_; ++i) {
    push_cushion(at_cushion_[static_cast<std::size_t>(i)], h, memory);
  }
  for (int i = 0; i < body_count_; ++i) {
    Body<Scalar>& b = bodies_[static_cast<std::size_t>(i)];
    kick(b, h, memory);
  }
  // With no cushion the cloth carries little more than the weight: rub now and then is enough.
  if (cushion_count_ > 0 || ++since_rub_ >= setup_.friction_stride) rub_on_cloth();
  for (int i = 0; i < body_count_; ++i) {
    Body<Scalar>& b = bodies_[static_cast<std::size_t>(i)];
    b.velocity += Scalar(0.5) * b.kick;
    b.spin += Scalar(0.5) * b.twist;
    b.position += half * b.velocity;
    settle(b, h, memory);
  }
  ++steps_;
}

template <typename Scalar>
void ContactGroup<Scalar>::start_traces() noexcept {
  if (traces_ == nullptr) return;
  for (int i = 0; i < body_count_; ++i) {
    (*traces_)[static_cast<std::size_t>(body(i).ball)].count = 0;
  }
  extend_traces();
}

template <typename Scalar>
void ContactGroup<Scalar>::extend_traces() noexcept {
  if (traces_ == nullptr) return;
  for (int i = 0; i < body_count_; ++i) {
    (*traces_)[static_cast<std::size_t>(body(i).ball)].add(time_, ball(i, {}));
  }
}

template <typename Scalar>
double ContactGroup<Scalar>::advance(double from, double to, double h,
                                     ContactMemory<Scalar>& memory, Recorder* recorder) noexcept {
  recorder_ = recorder;
  time_ = from;
  show(*this, true);
  // Steps end on a common grid: the first one is the odd piece.
  auto count = static_cast<int>((to - from) / h);
  if (from + count * h < to) ++count;
  double next = to - (count - 1) * h;
  const auto first = static_cast<Scalar>(next - from);
  for (int i = 0; i < body_count_; ++i) {
    Body<Scalar>& b = bodies_[static_cast<std::size_t>(i)];
    b.kick = first * memory.push[static_cast<std::size_t>(b.ball)];
    b.twist = first * memory.turn[static_cast<std::size_t>(b.ball)];
  }
  const int thin = 1 + count / ContactTrace<Scalar>::kWanted;
  start_traces();
  for (int i = 0; i < count; ++i) {
    step(static_cast<Scalar>(next - time_), memory);
    show(*this, false);
    time_ = next;
    next = to - (count - 2 - i) * h;
    if (traces_ != nullptr && (i % thin == 0 || active_ == 0)) extend_traces();
    if (active_ == 0 && !setup_.to_the_end && !may_touch_within(static_cast<Scalar>(to - time_))) {
      break;
    }
  }
  rub_on_cloth();
  extend_traces();
  const Scalar per_second = count > 0 ? static_cast<Scalar>(1.0 / h) : Scalar(0);
  for (int i = 0; i < body_count_; ++i) {
    const Body<Scalar>& b = body(i);
    memory.push[static_cast<std::size_t>(b.ball)] = per_second * b.kick;
    memory.turn[static_cast<std::size_t>(b.ball)] = per_second * b.twist;
  }
  return time_;
}

template <typename Scalar>
BasicBall<Scalar> ContactGroup<Scalar>::ball(int index,
                                             const BasicBall<Scalar>& before) const noexcept {
  const Body<Scalar>& b = body(index);
  BasicBall<Scalar> ball = before;
  ball.position = b.position;
  ball.velocity = b.velocity;
  ball.spin = b.spin;
  ball.motion = b.on_cloth || setup_.compliant ? Motion::kSliding : Motion::kAirborne;
  return ball;
}

template class ContactGroup<double>;
template class ContactGroup<float>;

}  // namespace billiard
