// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/simulator.hpp"

#include <algorithm>
#include <cmath>

#include "simulate/state.hpp"

namespace billiard {

namespace {

/// Contact steps per window. Longer windows look around less often but farther.
constexpr int kWindowSteps = 64;
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
          hertz_duration(static_cast<double>(models_.ball_cushion.stiffness), p.ball.mass, 1.0)) {}

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
  const bool high = ball.position.z() > radius_ + static_cast<Scalar>(1e-7);
  const bool flies = high || ball.velocity.z() > settle || ball.velocity.z() < -settle;
  if (flies) {
    s.path = Path::kFlight;
    s.start.motion = Motion::kAirborne;
    if (!flew && !high) leave_cloth(i, ball, time);
    const Scalar landing = detect_landing(s.start, gravity_, radius_);
    s.duration = std::min(landing, static_cast<Scalar>(kFlightStep));
    s.end = fly(s.start, gravity_, s.duration);
    s.plan = {};
    s.plan.level = landing <= s.duration ? 1 : 0;  // ends on the cloth
    s.end_time = time + static_cast<double>(s.duration);
  } else {
    s.start.position.z() = rest_height_;
    s.start.velocity.z() = Scalar(0);
    const ClothState<Scalar> state = to_cloth(cloth_, s.start);
    s.plan = plan_free_motion(cloth_, state, level_[static_cast<std::size_t>(i)]);
    s.start.motion = s.plan.motion;
    level_[static_cast<std::size_t>(i)] = s.plan.level;
    s.end = s.start;
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
  const bool lands = s.path == Path::kFlight && s.plan.level == 1;
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
    const PairTouch<Scalar> touch = detect_ball_ball(s, other, radius_, from, to);
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

/// Beyond the cushions by a radius, and not over a pocket's mouth.
template <typename Scalar>
bool BasicSimulator<Scalar>::State::leaves_table(const BasicBall<Scalar>& ball) const noexcept {
  if (cushions_.none) return false;
  const auto x = static_cast<double>(ball.position.x());
  const auto y = static_cast<double>(ball.position.y());
  const double r = physics_.ball.radius;
  const double beyond = ball.position.z() < Scalar(2) * radius_ ? 0.0 : r;
  return std::abs(x) > 0.5 * table_.spec.length + beyond + 2.0 * r ||
         std::abs(y) > 0.5 * table_.spec.width + beyond + 2.0 * r;
}

/// Comes down behind the noses, and not in a pocket's jaws.
template <typename Scalar>
bool BasicSimulator<Scalar>::State::lands_outside(const BasicBall<Scalar>& ball) const noexcept {
  if (cushions_.none) return false;
  const auto x = static_cast<double>(ball.position.x());
  const auto y = static_cast<double>(ball.position.y());
  if (std::abs(x) < 0.5 * table_.spec.length && std::abs(y) < 0.5 * table_.spec.width) return false;
  for (int i = 0; i < table_.pocket_count; ++i) {
    const Pocket& p = table_.pockets[static_cast<std::size_t>(i)];
    const double dx = x - p.mouth.x();
    const double dy = y - p.mouth.y();
    if (4.0 * (dx * dx + dy * dy) < p.mouth_width * p.mouth_width) return false;
  }
  return true;
}

template <typename Scalar>
int BasicSimulator<Scalar>::State::pocket_at(const BasicBall<Scalar>& ball) const noexcept {
  if (ball.position.z() > Scalar(2) * radius_) return -1;
  for (int i = 0; i < table_.pocket_count; ++i) {
    const Pocket& p = table_.pockets[static_cast<std::size_t>(i)];
    const double dx = static_cast<double>(ball.position.x()) - p.centre.x();
    const double dy = static_cast<double>(ball.position.y()) - p.centre.y();
    if (dx * dx + dy * dy < p.radius * p.radius) return i;
  }
  return -1;
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
    if (s.path != Path::kOutOfPlay && moves(s.end)) return false;
  }
  return true;
}

template <typename Scalar>
BasicResult<Scalar> BasicSimulator<Scalar>::State::run(const Limits& limits, Recorder* r) noexcept {
  limits_ = limits;
  running_ = true;
  recorder_ = r;
  group_.trace(r != nullptr && r->period() > 0.0 ? &traces_ : nullptr);
  for (int i = 0; i < pending_count_ && r != nullptr; ++i) {
    r->add(pending_[static_cast<std::size_t>(i)]);
  }
  pending_count_ = 0;
  if (stepping_ == Stepping::kSingleRate) run_single_rate();
  while (stepping_ == Stepping::kMultiRate) {
    const int i = next_ball();
    const double free_time = ball_count_ > 0 ? appointment(i).time : kForever;
    const double time = in_contact_ > 0 ? std::min(free_time, window_end_) : free_time;
    if (time == kForever || time >= limits.time || over_limit()) break;
    emit_samples(time);
    if (in_contact_ > 0 && window_end_ <= free_time) {
      advance_windows();
    } else {
      handle(i);
    }
  }
  if (!rests() && !over_limit() && stepping_ == Stepping::kMultiRate) now_ = limits.time;
  emit_samples(now_ + 1e-12);
  const Status status =
      rests() ? Status::kRest : (over_limit() ? Status::kStepLimit : Status::kTimeLimit);
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
