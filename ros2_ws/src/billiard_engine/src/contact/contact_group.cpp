// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_group.hpp"

#include <algorithm>

#include "math/cross.hpp"
#include "math/dot.hpp"

namespace billiard {

namespace {

template <typename Scalar>
Scalar clearance(const CushionElement<Scalar>& e, const Vec3<Scalar>& p) noexcept {
  const Scalar dx = std::max({e.low.x() - p.x(), p.x() - e.high.x(), Scalar(0)});
  const Scalar dy = std::max({e.low.y() - p.y(), p.y() - e.high.y(), Scalar(0)});
  return std::max(dx, dy);
}

template <typename Scalar>
bool moves(const Body<Scalar>& b) noexcept {
  return squared_length(b.velocity) + squared_length(b.spin) > Scalar(0);
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
}

template <typename Scalar>
void ContactGroup<Scalar>::find_contacts(Scalar skin) noexcept {
  const Scalar reach = Scalar(2) * setup_.models->radius + skin;
  pair_count_ = 0;
  cushion_count_ = 0;
  for (int i = 0; i < body_count_; ++i) {
    for (int j = i + 1; j < body_count_; ++j) {
      if (squared_length(body(i).position - body(j).position) <= reach * reach) {
        pairs_[static_cast<std::size_t>(pair_count_++)] = {i, j};
      }
    }
    const Cushions<Scalar>& c = *setup_.cushions;
    const Scalar near = setup_.models->radius + skin;
    for (int e = 0; e < c.count; ++e) {
      const bool fits = cushion_count_ < static_cast<int>(at_cushion_.size());
      if (fits && clearance(c.elements[static_cast<std::size_t>(e)], body(i).position) <= near) {
        at_cushion_[static_cast<std::size_t>(cushion_count_++)] = {i, e};
      }
    }
  }
}

template <typename Scalar>
bool ContactGroup<Scalar>::only_cushions() const noexcept {
  if (pair_count_ > 0 || setup_.compliant) return false;
  for (int i = 0; i < body_count_; ++i) {
    if (!body(i).on_cloth) return false;
  }
  return true;
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
  ++active_;
  const Scalar distance = math::sqrt(square);
  const Vec3<Scalar> n = d * (Scalar(1) / distance);
  const Vec3<Scalar> relative = a.velocity - b.velocity;
  const Scalar rate = dot(relative, n);
  if (inverse_impact == Scalar(0)) {
    inverse_impact = m.ball_ball.inverse_impact(rate);
    rubbing = {};
    note(EventKind::kBallBall, a, b.ball, -1);
  }
  const Scalar impulse = h * m.ball_ball(reach - distance, rate, inverse_impact, Scalar(0.5) * h);
  const Vec3<Scalar> spin = a.spin + b.spin;
  const Vec3<Scalar> slip = relative + m.radius * cross(spin, n) - rate * n;
  const Scalar per =
      impulse * m.ball_ball_friction.coefficient_per_speed(squared_length(slip), rubbing);
  const Vec3<Scalar> rub = (-per / (Scalar(1) + (Scalar(7) * m.inverse_mass) * per)) * slip;

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
  // A ball below the nose's top cannot be behind it: keep the normal pointing to the table.
  const Scalar least = Scalar(0.1) * m.radius;
  const Scalar ahead = dz < Scalar(0) && near.distance < least ? least : near.distance;
  const Scalar square = ahead * ahead + dz * dz;
  if (!near.applies || !(square < m.radius * m.radius)) {
    inverse_impact = Scalar(0);
    return;
  }
  ++active_;
  const Scalar distance = math::sqrt(square);
  const Scalar inverse = Scalar(1) / distance;
  const Vec3<Scalar> n{near.normal.x() * (ahead * inverse), near.normal.y() * (ahead * inverse),
                       dz * inverse};
  const Scalar rate = -dot(b.velocity, n);
  if (inverse_impact == Scalar(0)) {
    inverse_impact = m.ball_cushion.inverse_impact(rate);
    note(EventKind::kBallCushion, b, -1, at.element);
  }
  const Scalar impulse =
      h * m.ball_cushion(m.radius - distance, rate, inverse_impact, Scalar(0.5) * h);
  const Vec3<Scalar> slip = b.velocity + rate * n - m.radius * cross(b.spin, n);
  const Scalar per = impulse * m.ball_cushion_friction.coefficient_per_speed(squared_length(slip));
  const Vec3<Scalar> rub = (-per / (Scalar(1) + (Scalar(3.5) * m.inverse_mass) * per)) * slip;
  const Scalar push = impulse * m.inverse_mass;
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
  b.velocity += b.kick;
  b.spin += b.twist;
  const bool lands = !b.on_cloth && !setup_.compliant &&
                     memory.cloth[static_cast<std::size_t>(b.ball)] != Scalar(0);
  const auto settle = static_cast<Scalar>(kSettleSpeed);
  if (lands && b.velocity.z() >= Scalar(0) && b.velocity.z() < settle) {
    // Comes to lie on the cloth when the spring is all but released.
    const Scalar depth = setup_.models->radius - b.position.z();
    if (depth < settle * h) {
      b.on_cloth = true;
      b.position.z() = setup_.models->radius;
      b.velocity.z() = Scalar(0);
      memory.cloth[static_cast<std::size_t>(b.ball)] = Scalar(0);
    }
  }
}

// K(21), K(22) over the time b.load at the cloth's usual load, friction implicit in the slip with
// the scale D frozen: T/(1 + α/D).
template <typename Scalar>
void ContactGroup<Scalar>::rub_on_cloth() noexcept {
  const ClothModel<Scalar>& m = *setup_.cloth;
  for (int i = 0; i < body_count_; ++i) {
    Body<Scalar>& b = bodies_[static_cast<std::size_t>(i)];
    const Scalar time = b.load;
    if (!(time > Scalar(0))) continue;
    b.load = Scalar(0);
    const Scalar ux = b.velocity.x() - m.radius * b.spin.y();
    const Scalar uy = b.velocity.y() + m.radius * b.spin.x();
    const Direction<Scalar> g = travel_direction(m, b.velocity.x(), b.velocity.y());
    const Slip<Scalar> slip{ux * m.inverse_contact, uy * m.inverse_contact, b.spin.z(),
                            m.shift * g.x, m.shift * g.y};
    const Friction<Scalar> f = m.law == ClothLaw::kPade
                                   ? pade(slip, m.epsilon_slip)
                                   : cloth_friction(m.law, slip, m.epsilon_slip);
    const Scalar scale = slip_scale(m, slip.x, slip.y, slip.spin);
    const Scalar alpha = Scalar(3.5) * m.friction_g * m.inverse_contact * time;
    const Scalar soft = scale / (scale + alpha);
    const Scalar dx = -m.friction_g * time * soft * f.x;
    const Scalar dy = -m.friction_g * time * soft * f.y;
    const Scalar roll = Scalar(3.5) * m.rolling_g * time;
    b.velocity.x() += dx;
    b.velocity.y() += dy;
    // Slip changes by 7/2 of the velocity's change and of the rolling resistance.
    b.spin.y() -= m.inverse_radius * (Scalar(2.5) * dx + roll * g.x);
    b.spin.x() += m.inverse_radius * (Scalar(2.5) * dy + roll * g.y);
    const Scalar spin = b.spin.z() - m.drilling * time * f.moment;
    b.spin.z() = spin * b.spin.z() < Scalar(0) ? Scalar(0) : spin;
  }
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
    b.position += half * b.velocity;
  }
  ++steps_;
}

/// Could any listed contact begin within `time` at the present velocities (with room to spare)?
template <typename Scalar>
bool ContactGroup<Scalar>::may_touch_within(Scalar time) const noexcept {
  const Scalar reach = Scalar(2) * setup_.models->radius;
  for (int i = 0; i < pair_count_; ++i) {
    const Pair& p = pairs_[static_cast<std::size_t>(i)];
    const Vec3<Scalar> d = body(p.b).position - body(p.a).position;
    const Vec3<Scalar> v = body(p.b).velocity - body(p.a).velocity;
    const Scalar closing = -dot(v, d);
    if (!(closing > Scalar(0))) continue;
    const Scalar distance = math::sqrt(squared_length(d));
    if (distance - reach < Scalar(2) * time * closing / distance) return true;
  }
  for (int i = 0; i < cushion_count_; ++i) {
    const AtCushion& at = at_cushion_[static_cast<std::size_t>(i)];
    const CushionElement<Scalar>& e =
        setup_.cushions->elements[static_cast<std::size_t>(at.element)];
    const Body<Scalar>& b = body(at.body);
    const Nearness<Scalar> near = nearness(e, b.position.x(), b.position.y());
    const Scalar closing = -(near.normal.x() * b.velocity.x() + near.normal.y() * b.velocity.y());
    if (!near.applies || !(closing > Scalar(0))) continue;
    if (near.distance - setup_.models->radius < Scalar(2) * time * closing) return true;
  }
  return false;
}

template <typename Scalar>
double ContactGroup<Scalar>::advance(double from, double to, double h,
                                     ContactMemory<Scalar>& memory, Recorder* recorder) noexcept {
  recorder_ = recorder;
  time_ = from;
  // Steps end on a common grid: the first one is the odd piece.
  auto count = static_cast<int>((to - from) / h);
  if (from + count * h < to) ++count;
  double next = to - (count - 1) * h;
  for (int i = 0; i < count; ++i) {
    step(static_cast<Scalar>(next - time_), memory);
    time_ = next;
    next = to - (count - 2 - i) * h;
    if ((i + 1) % setup_.friction_stride == 0) rub_on_cloth();
    if (active_ == 0 && !setup_.to_the_end && !may_touch_within(static_cast<Scalar>(to - time_))) {
      break;
    }
  }
  rub_on_cloth();
  return time_;
}

template <typename Scalar>
bool ContactGroup<Scalar>::touches(int index, const ContactMemory<Scalar>& memory) const noexcept {
  const auto me = static_cast<std::size_t>(body(index).ball);
  if (memory.cloth[me] != Scalar(0)) return true;
  for (int i = 0; i < pair_count_; ++i) {
    const Pair& p = pairs_[static_cast<std::size_t>(i)];
    if (p.a != index && p.b != index) continue;
    const auto a = static_cast<std::size_t>(body(p.a).ball);
    const auto b = static_cast<std::size_t>(body(p.b).ball);
    if (memory.pair[a][b] != Scalar(0)) return true;
  }
  for (int i = 0; i < cushion_count_; ++i) {
    const AtCushion& at = at_cushion_[static_cast<std::size_t>(i)];
    if (at.body == index && memory.cushion[me][static_cast<std::size_t>(at.element)] != Scalar(0)) {
      return true;
    }
  }
  return false;
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
