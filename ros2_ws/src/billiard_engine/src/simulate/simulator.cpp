// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/simulator.hpp"

#include <algorithm>
#include <cmath>

#include "simulate/state.hpp"

namespace billiard {

namespace {

/// Contact steps per window. Longer windows look around less often but farther.
constexpr int kWindowSteps = 64;
/// Contacts of one ball and one nose, or of two balls, are followed in fourth order: in steps this
/// many times as long.
constexpr double kLoneStride = 6.3;
/// A contact at 5 cm/s lasts about this much longer than one at 1 m/s.
constexpr double kSlowContact = 1.8;
/// Longest piece of a flight [s]; the search for contacts works piece by piece.
constexpr double kFlightStep = 0.032;

}  // namespace

template <typename Scalar>
BasicSimulator<Scalar>::State::State(const Table& t, const Physics& p, Stepping s)
    : table_(t),
      physics_(p),
      stepping_(p.cloth.contact == ClothContact::kCompliant ? Stepping::kSingleRate : s),
      cloth_(p, static_cast<Scalar>(p.steps.free)),
      models_(p),
      cushions_(t, p.ball.radius),
      group_({&cloth_, &models_, &cushions_, p.cloth.contact == ClothContact::kCompliant,
              stepping_ == Stepping::kSingleRate ? 1 : 2, stepping_ == Stepping::kSingleRate}),
      radius_(static_cast<Scalar>(p.ball.radius)),
      gravity_(static_cast<Scalar>(p.gravity)),
      compliant_(p.cloth.contact == ClothContact::kCompliant),
      rest_height_(compliant_ ? radius_ - models_.resting_depth : radius_),
      contact_step_(p.steps.contact),
      window_(kWindowSteps * p.steps.contact),
      alone_pair_(kSlowContact * hertz_duration(static_cast<double>(models_.ball_ball.stiffness),
                                                0.5 * p.ball.mass, 1.0)),
      alone_cushion_(
          kSlowContact *
          hertz_duration(static_cast<double>(models_.ball_cushion.stiffness), p.ball.mass, 1.0)),
      lone_part_(kSlowContact * kLoneStride * p.steps.contact / alone_pair_) {}

template <typename Scalar>
void BasicSimulator<Scalar>::State::reset(std::span<const BasicBall<Scalar>> balls) noexcept {
  ball_count_ = static_cast<int>(std::min<std::size_t>(balls.size(), kMaxBalls));
  now_ = 0.0;
  window_end_ = 0.0;
  next_sample_ = 0.0;
  sample_count_ = 0;
  group_.reset_steps();
  in_contact_ = 0;
  free_steps_ = 0;
  pending_count_ = 0;
  memory_ = {};
  for (ContactTrace<Scalar>& trace : traces_) trace.count = 0;
  level_.fill(kLevels - 1);
  // Every ball first stands where it is, then those that move set off and look at the others.
  for (int i = 0; i < ball_count_; ++i) {
    Segment<Scalar>& s = segment(i);
    s = {};
    s.start = s.end = balls[static_cast<std::size_t>(i)];
    s.path = s.start.in_play() ? Path::kRest : Path::kOutOfPlay;
    s.start_time = 0.0;
    s.end_time = kForever;
    bound_path(s);
    appointment(i) = {};
  }
  for (int i = 0; i < ball_count_; ++i) {
    if (segment(i).path == Path::kRest) start_segment(i, segment(i).start, 0.0);
  }
}

template <typename Scalar>
bool BasicSimulator<Scalar>::State::strike(const Shot& shot) noexcept {
  if (shot.ball < 0 || shot.ball >= ball_count_) return false;
  BasicBall<Scalar> ball = state_at(shot.ball, now_);
  if (!ball.in_play()) return false;
  const StrikeResult<Scalar> hit = billiard::strike<Scalar>(shot, physics_);
  ball.velocity += hit.velocity;
  ball.spin += hit.spin;
  note(hit.miscue ? EventKind::kMiscue : EventKind::kStrike, shot.ball, now_);
  if (stepping_ == Stepping::kMultiRate && segment(shot.ball).path == Path::kContact) --in_contact_;
  start_segment(shot.ball, ball, now_);
  return !hit.miscue;
}

/// Derives how the ball goes on from its state and looks for what it will meet.
template <typename Scalar>
void BasicSimulator<Scalar>::State::start_segment(int i, const BasicBall<Scalar>& ball,
                                                  double time) noexcept {
  const auto settle = static_cast<Scalar>(kSettleSpeed);
  const bool was_moving = segment(i).path != Path::kRest;
  const bool flew = ball.motion == Motion::kAirborne;
  Segment<Scalar>& s = segment(i);
  s.start = ball;
  s.start_time = time;
  const bool high = ball.position.z() > radius_ + static_cast<Scalar>(kAboveCloth);
  const bool flies = high || ball.velocity.z() > settle || ball.velocity.z() < -settle;
  if (flies) {
    s.path = Path::kFlight;
    s.start.motion = Motion::kAirborne;
    if (!flew && !high) leave_cloth(i, ball, time);
    const Scalar landing = detect_landing(s.start, gravity_, radius_);
    s.duration = std::min(landing, static_cast<Scalar>(kFlightStep));
    s.end = fly(s.start, gravity_, s.duration);
    s.plan = {};
    s.lands = landing <= s.duration;
    s.end_time = time + static_cast<double>(s.duration);
  } else {
    s.start.position.z() = rest_height_;
    s.start.velocity.z() = Scalar(0);
    const ClothState<Scalar> state = to_cloth(cloth_, s.start);
    s.plan = plan_free_motion(cloth_, state, level_[static_cast<std::size_t>(i)]);
    s.start.motion = s.plan.motion;
    level_[static_cast<std::size_t>(i)] = s.plan.level;
    s.end.motion = s.start.motion;
    s.end.pocket = s.start.pocket;
    if (s.plan.motion == Motion::kRest) {
      s.path = Path::kRest;
      s.duration = Scalar(0);
      s.end_time = kForever;
      s.start.velocity.setZero();
      s.start.spin.setZero();
      s.end = s.start;
      if (was_moving) note(EventKind::kRest, i, time);
    } else {
      s.path = Path::kCloth;
      s.duration = s.plan.duration;
      from_cloth(cloth_, advance_free(cloth_, state, s.plan, s.duration), s.end);
      s.end_time = time + static_cast<double>(s.duration);
      ++free_steps_;
    }
  }
  bound_path(s);
  look_ahead(i);
  for (int j = 0; j < ball_count_; ++j) {
    if (appointment(j).with == i && appointment(j).what == Next::kBall) look_ahead(j);
  }
}

/// Up, or into the cloth, which throws it up: it has not landed then.
template <typename Scalar>
void BasicSimulator<Scalar>::State::leave_cloth(int i, const BasicBall<Scalar>& ball,
                                                double time) noexcept {
  if (ball.velocity.z() > Scalar(0)) {
    note(EventKind::kAirborne, i, time);
  } else {
    memory_.cloth[static_cast<std::size_t>(i)] =
        models_.ball_cloth.inverse_impact(-ball.velocity.z());
    if (compliant_) segment(i).start.motion = Motion::kSliding;  // until watch_flight() sees it fly
  }
}

template <typename Scalar>
void BasicSimulator<Scalar>::State::look_ahead(int i) noexcept {
  const Segment<Scalar>& s = segment(i);
  Appointment& first = appointment(i);
  first = {};
  if (s.path == Path::kRest) look_ahead_at_balls(i, first);  // who may hit it
  if (s.path != Path::kCloth && s.path != Path::kFlight) return;
  const bool lands = s.path == Path::kFlight && s.lands;
  first = {s.end_time, lands ? Next::kLanding : Next::kEnd, -1};
  const auto never = static_cast<Scalar>(kNever);
  const auto consider = [&](const Touch<Scalar>& touch, Next what) {
    if (touch.time >= never) return;
    const double time = s.start_time + static_cast<double>(touch.time);
    if (time < first.time) first = {time, touch.certain ? what : Next::kLookAgain, touch.where};
  };
  const bool inside = s.low.x() >= -cushions_.free_x && s.high.x() <= cushions_.free_x &&
                      s.low.y() >= -cushions_.free_y && s.high.y() <= cushions_.free_y;
  if (!cushions_.none && !inside) {
    consider(detect_cushion(s, cushions_, radius_), Next::kCushion);
    consider(detect_pocket(s, table_, radius_), Next::kPocket);
  }
  look_ahead_at_balls(i, first);
}

template <typename Scalar>
void BasicSimulator<Scalar>::State::look_ahead_at_balls(int i, Appointment& first) const noexcept {
  const Segment<Scalar>& s = segment(i);
  for (int j = 0; j < ball_count_; ++j) {
    const Segment<Scalar>& other = segment(j);
    const bool free =
        other.path == Path::kRest || other.path == Path::kCloth || other.path == Path::kFlight;
    if (j == i || !free || (s.path == Path::kRest && other.path == Path::kRest)) continue;
    const double from = std::max({s.start_time, other.start_time, now_});
    const double to = std::min(first.time, other.end_time);
    if (!(from < to)) continue;
    const PairTouch touch = detect_ball_ball(s, other, radius_, from, to);
    if (touch.time < first.time) {
      first = {touch.time, touch.certain ? Next::kBall : Next::kLookAgain, j};
    }
  }
}

template <typename Scalar>
int BasicSimulator<Scalar>::State::next_ball() const noexcept {
  int first = 0;
  for (int i = 1; i < ball_count_; ++i) {
    if (appointments_[static_cast<std::size_t>(i)].time <
        appointments_[static_cast<std::size_t>(first)].time) {
      first = i;
    }
  }
  return first;
}

template <typename Scalar>
void BasicSimulator<Scalar>::State::handle(int i) noexcept {
  const Appointment what = appointment(i);
  now_ = what.time;
  switch (what.what) {
    case Next::kEnd:
      handle_end(i);
      break;
    case Next::kLookAgain:
      start_segment(i, state_at(i, now_), now_);
      break;
    case Next::kPocket:
      take_out(i, Motion::kPocketed, what.with, now_);
      break;
    case Next::kBall:
      begin_contact(i, what.with, now_);
      break;
    case Next::kLanding:
      if (lands_outside(segment(i).end)) {
        take_out(i, Motion::kOffTable, -1, now_);
        break;
      }
      begin_contact(i, -1, now_);
      break;
    case Next::kCushion:
      begin_contact(i, -1, now_);
      break;
    case Next::kNothing:
      break;
  }
}

template <typename Scalar>
void BasicSimulator<Scalar>::State::handle_end(int i) noexcept {
  const BasicBall<Scalar> ball = segment(i).end;
  if (segment(i).path == Path::kFlight && leaves_table(ball)) {
    take_out(i, Motion::kOffTable, -1, now_);
    return;
  }
  start_segment(i, ball, now_);
}

template <typename Scalar>
void BasicSimulator<Scalar>::State::take_out(int i, Motion motion, int pocket,
                                             double time) noexcept {
  BasicBall<Scalar> ball = state_at(i, time);
  ball.motion = motion;
  ball.pocket = static_cast<std::int8_t>(pocket);
  ball.velocity.setZero();
  ball.spin.setZero();
  Segment<Scalar>& s = segment(i);
  s.start = s.end = ball;
  s.path = Path::kOutOfPlay;
  s.start_time = time;
  s.end_time = kForever;
  appointment(i) = {};
  note(motion == Motion::kPocketed ? EventKind::kPocketed : EventKind::kOffTable, i, time, pocket);
  for (int j = 0; j < ball_count_; ++j) {
    if (appointment(j).with == i && appointment(j).what == Next::kBall) look_ahead(j);
  }
}

template <typename Scalar>
bool BasicSimulator<Scalar>::State::over_limit() const noexcept {
  return free_steps_ + group_.steps() >= limits_.steps;
}

template <typename Scalar>
bool BasicSimulator<Scalar>::State::rests() const noexcept {
  if (stepping_ == Stepping::kMultiRate) {
    return in_contact_ == 0 &&
           appointments_[static_cast<std::size_t>(next_ball())].time == kForever;
  }
  for (int i = 0; i < ball_count_; ++i) {
    const Segment<Scalar>& s = segment(i);
    const bool falls = s.end.motion == Motion::kAirborne;  // also where it has no speed yet
    if (s.path != Path::kOutOfPlay && (falls || moves(s.end))) return false;
  }
  return true;
}

/// When the last ball stopped or left: contacts are stepped to their end, beyond now_.
template <typename Scalar>
double BasicSimulator<Scalar>::State::came_to_rest() const noexcept {
  double last = now_;
  for (int i = 0; i < ball_count_; ++i) last = std::max(last, segment(i).start_time);
  return last;
}

/// States within a contact are asked for by samples, and by the end of the run if it falls there.
template <typename Scalar>
void BasicSimulator<Scalar>::State::trace_contacts(double time) noexcept {
  const double longest = std::max({2.0 * window_, alone_pair_, alone_cushion_});
  const bool samples = recorder_ != nullptr && recorder_->period() > 0.0;
  group_.trace(samples || time + longest > limits_.time ? &traces_ : nullptr);
}

template <typename Scalar>
BasicResult<Scalar> BasicSimulator<Scalar>::State::run(const Limits& limits, Recorder* r) noexcept {
  limits_ = limits;
  running_ = true;
  recorder_ = r;
  for (int i = 0; i < pending_count_ && r != nullptr; ++i) {
    r->add(pending_[static_cast<std::size_t>(i)]);
  }
  pending_count_ = 0;
  if (stepping_ == Stepping::kSingleRate) {
    trace_contacts(now_);
    run_single_rate();
  }
  while (stepping_ == Stepping::kMultiRate) {
    const int i = next_ball();
    const double free_time = ball_count_ > 0 ? appointment(i).time : kForever;
    const double time = in_contact_ > 0 ? std::min(free_time, window_end_) : free_time;
    if (time == kForever || time >= limits.time || over_limit()) break;
    emit_samples(time);
    trace_contacts(time);
    if (in_contact_ > 0 && window_end_ <= free_time) {
      advance_windows();
    } else {
      handle(i);
    }
  }
  const double end = std::max(limits.time, now_);
  const bool at_rest = rests() && came_to_rest() <= end;
  if (at_rest) {
    now_ = came_to_rest();
  } else if (!over_limit() && stepping_ == Stepping::kMultiRate) {
    now_ = end;
  }
  emit_samples(now_ + 1e-12);
  const Status status =
      at_rest ? Status::kRest : (over_limit() ? Status::kStepLimit : Status::kTimeLimit);
  recorder_ = nullptr;
  running_ = false;
  return result(status, now_);
}

template <typename Scalar>
BasicSimulator<Scalar>::BasicSimulator(const Table& table, const Physics& physics,
                                       Stepping stepping) {
  validate(physics);
  (void)build_table(table.spec, physics.ball.radius);  // do these balls fit this table?
  state_ = std::make_unique<State>(table, physics, stepping);
}

template <typename Scalar>
BasicSimulator<Scalar>::~BasicSimulator() = default;
template <typename Scalar>
BasicSimulator<Scalar>::BasicSimulator(BasicSimulator&&) noexcept = default;
template <typename Scalar>
BasicSimulator<Scalar>& BasicSimulator<Scalar>::operator=(BasicSimulator&&) noexcept = default;

template <typename Scalar>
void BasicSimulator<Scalar>::reset(std::span<const BasicBall<Scalar>> balls) noexcept {
  state_->reset(balls);
}

template <typename Scalar>
bool BasicSimulator<Scalar>::strike(const Shot& shot) noexcept {
  return state_->strike(shot);
}

template <typename Scalar>
BasicResult<Scalar> BasicSimulator<Scalar>::run(const Limits& limits, Recorder* recorder) noexcept {
  return state_->run(limits, recorder);
}

template class BasicSimulator<double>;
template class BasicSimulator<float>;

}  // namespace billiard
