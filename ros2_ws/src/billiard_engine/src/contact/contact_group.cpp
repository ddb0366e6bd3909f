// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_group.hpp"

#include <algorithm>

#include "math/dot.hpp"

namespace billiard {

namespace {

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
