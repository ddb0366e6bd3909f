// SPDX-License-Identifier: Apache-2.0
// What a run tells: states, samples, events, the result.
#include "simulate/state.hpp"

namespace billiard {

template <typename Scalar>
BasicBall<Scalar> BasicSimulator<Scalar>::State::state_at(int i, double time) const noexcept {
  const Segment<Scalar>& s = segment(i);
  const auto after = static_cast<Scalar>(time - s.start_time);
  if (after < Scalar(0) && s.path != Path::kRest && s.path != Path::kOutOfPlay) {
    BasicBall<Scalar> ball = s.start;  // let go inside a window: a straight line back
    ball.position += after * ball.velocity;
    return ball;
  }
  if (s.path != Path::kRest && s.path != Path::kOutOfPlay && time >= s.end_time) return s.end;
  return state_after(s, cloth_, gravity_, after);
}

template <typename Scalar>
BasicBall<Scalar> BasicSimulator<Scalar>::State::shown_at(int i, double time) const noexcept {
  const Segment<Scalar>& s = segment(i);
  const ContactTrace<Scalar>& trace = traces_[static_cast<std::size_t>(i)];
  const bool in_contact = time < s.start_time || (s.path == Path::kContact && time < s.end_time);
  if (!in_contact || !trace.covers(time)) return state_at(i, time);
  BasicBall<Scalar> ball = trace.at(time);
  const bool flies = ball.position.z() > radius_ + static_cast<Scalar>(kAboveCloth);
  ball.motion = flies ? Motion::kAirborne : classify(cloth_, to_cloth(cloth_, ball));
  return ball;
}

template <typename Scalar>
void BasicSimulator<Scalar>::State::emit_samples(double until) noexcept {
  if (recorder_ == nullptr || !(recorder_->period() > 0.0)) return;
  while (next_sample_ < until) {
    Recorder::Sample* sample = recorder_->next_sample();
    if (sample != nullptr) {
      sample->time = next_sample_;
      for (int i = 0; i < ball_count_; ++i) {
        const BasicBall<Scalar> ball = shown_at(i, next_sample_);
        Ball& out = sample->balls[static_cast<std::size_t>(i)];
        out.position = ball.position.template cast<double>();
        out.velocity = ball.velocity.template cast<double>();
        out.spin = ball.spin.template cast<double>();
        out.motion = ball.motion;
        out.pocket = ball.pocket;
      }
    }
    ++sample_count_;
    next_sample_ = static_cast<double>(sample_count_) * recorder_->period();
  }
}

template <typename Scalar>
void BasicSimulator<Scalar>::State::note(EventKind kind, int ball, double time,
                                         int where) noexcept {
  Event event;
  event.time = time;
  event.kind = kind;
  event.ball = static_cast<std::int8_t>(ball);
  event.where = static_cast<std::int8_t>(where);
  const Vec3<Scalar> p = state_at(ball, time).position;
  event.position = {static_cast<double>(p.x()), static_cast<double>(p.y())};
  if (recorder_ != nullptr) {
    recorder_->add(event);
  } else if (!running_ && pending_count_ < kMaxBalls) {
    pending_[static_cast<std::size_t>(pending_count_++)] = event;
  }
}

template <typename Scalar>
BasicResult<Scalar> BasicSimulator<Scalar>::State::result(Status status,
                                                          double time) const noexcept {
  BasicResult<Scalar> r;
  r.status = status;
  r.time = time;
  r.free_steps = free_steps_;
  r.contact_steps = group_.steps();
  r.ball_count = ball_count_;
  for (int i = 0; i < ball_count_; ++i) {
    BasicBall<Scalar> ball = shown_at(i, time);
    if (segment(i).path == Path::kContact && ball.motion != Motion::kAirborne &&
        ball.motion != Motion::kRest) {
      ball.motion = classify(cloth_, to_cloth(cloth_, ball));
    }
    r.balls[static_cast<std::size_t>(i)] = ball;
  }
  return r;
}

template struct BasicSimulator<double>::State;
template struct BasicSimulator<float>::State;

}  // namespace billiard
