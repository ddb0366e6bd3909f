// SPDX-License-Identifier: Apache-2.0
// Contacts: balls that touch, or may soon, advance together over windows of a common time grid.
// Within a window no ball can reach a group that was not gathered into it, because gathering
// reaches as far as two balls can close in that time.
#include <algorithm>

#include "math/dot.hpp"
#include "simulate/state.hpp"

namespace billiard {

/// What a ball at rest on a compliant cloth seems to move by [m/s].
constexpr double kRoundOff = 1e-9;
/// A ball this high above a compliant cloth has left it [m].
constexpr double kHop = 1e-5;

/// Distance two balls can close in `duration`: two equal balls leave a collision at most √2 times
/// as fast as the faster one came.
template <typename Scalar>
Scalar BasicSimulator<Scalar>::State::skin(double duration) const noexcept {
  constexpr double kFaster = 1.5;
  Scalar fastest = Scalar(0);
  for (int i = 0; i < ball_count_; ++i) {
    const Segment<Scalar>& s = segment(i);
    if (s.path != Path::kOutOfPlay) fastest = std::max(fastest, s.speed);
  }
  return static_cast<Scalar>(2.0 * kFaster * duration) * fastest + static_cast<Scalar>(1e-6);
}

template <typename Scalar>
double BasicSimulator<Scalar>::State::window_after(double time) const noexcept {
  const auto windows = static_cast<std::int64_t>(time / window_);
  double end = static_cast<double>(windows + 1) * window_;
  // A sliver of a window is not worth a group.
  if (end - time < 0.5 * contact_step_) end += window_;
  return end;
}

/// Most contacts are alone: nobody else can come near before they end. They are stepped to their
/// end at once and need no windows; one that lasts longer goes on in windows from there.
template <typename Scalar>
bool BasicSimulator<Scalar>::State::run_alone(int i, int j, double time) noexcept {
  if (in_contact_ > 0) return false;
  const double duration = j >= 0 ? alone_pair_ : alone_cushion_;
  Members members;
  members.add(i);
  if (j >= 0) members.add(j);
  const int wanted = members.count;
  const Scalar reach = skin(duration);
  gather(members, time, reach, false);
  if (members.count != wanted) return false;
  window_end_ = time + duration;
  advance_group(members, time, window_end_, reach, true);
  return true;
}

template <typename Scalar>
void BasicSimulator<Scalar>::State::begin_contact(int i, int j, double time) noexcept {
  if (run_alone(i, j, time)) return;
  const double end = in_contact_ > 0 ? window_end_ : window_after(time);
  Members members;
  members.add(i);
  if (j >= 0) members.add(j);
  const Scalar reach = skin(end - time);
  gather(members, time, reach, false);
  advance_group(members, time, end, reach, false);
  if (in_contact_ > 0) window_end_ = end;
}

/// Adds every ball that could come to touch a member, and those that could touch these.
template <typename Scalar>
void BasicSimulator<Scalar>::State::gather(Members& members, double time, Scalar reach,
                                           bool from_contact) noexcept {
  const Scalar distance = Scalar(2) * radius_ + reach;
  for (int k = 0; k < members.count; ++k) {
    const Vec3<Scalar> centre = state_at(members.ball[static_cast<std::size_t>(k)], time).position;
    for (int j = 0; j < ball_count_; ++j) {
      const Segment<Scalar>& s = segment(j);
      if (members.in[static_cast<std::size_t>(j)] || s.path == Path::kOutOfPlay) continue;
      if (s.path == Path::kContact && !from_contact) continue;
      const Vec3<Scalar> low = s.low.array() - distance;
      const Vec3<Scalar> high = s.high.array() + distance;
      if (s.path != Path::kContact &&
          ((centre.array() < low.array()).any() || (centre.array() > high.array()).any())) {
        continue;
      }
      const Vec3<Scalar> apart = state_at(j, time).position - centre;
      if (squared_length(apart) <= distance * distance) members.add(j);
    }
  }
}

/// Steps the balls in the group; returns the time reached.
template <typename Scalar>
double BasicSimulator<Scalar>::State::step_group(double from, double to, bool alone) noexcept {
  if (alone && group_.fits_pair()) {
    return group_.advance_pair(from, to, lone_part_, memory_, recorder_);
  }
  if (alone && group_.fits_cushion()) {
    const double reached = group_.advance_cushion(from, to, lone_part_, memory_, recorder_);
    if (reached > from) return reached;
  }
  const double step =
      group_.only_cushions() ? contact_step_ * models_.cushion_stride : contact_step_;
  return group_.advance(from, to, step, memory_, recorder_);
}

template <typename Scalar>
void BasicSimulator<Scalar>::State::advance_group(Members& members, double from, double to,
                                                  Scalar reach, bool alone) noexcept {
  group_.clear();
  for (int i = 0; i < ball_count_; ++i) {  // in order of balls, so that pairs keep their names
    if (!members.in[static_cast<std::size_t>(i)]) continue;
    const BasicBall<Scalar> ball = state_at(i, from);
    group_.add(i, ball);
    segment(i).start = segment(i).end = ball;
    segment(i).start_time = from;
  }
  group_.find_contacts(reach);
  const double reached = step_group(from, to, alone);
  // First all leave their old paths, then they look for new ones.
  for (int k = 0; k < group_.size(); ++k) {
    const Body<Scalar>& b = group_.body(k);
    Segment<Scalar>& s = segment(b.ball);
    if (!b.touched) continue;
    if (s.path == Path::kContact) --in_contact_;
    s.path = Path::kContact;
    s.end = group_.ball(k, s.start);
    s.end_time = reached;
    s.duration = static_cast<Scalar>(reached - from);
    s.speed = math::sqrt(squared_length(s.end.velocity));
    s.low = s.high = s.end.position;
    appointment(b.ball) = {};
    level_[static_cast<std::size_t>(b.ball)] = kLevels - 1;
    ++in_contact_;
  }
  for (int k = 0; k < group_.size(); ++k) {
    if (group_.body(k).touched) finish_body(k, reached);
  }
  for (int k = 0; k < group_.size(); ++k) {
    const int ball = group_.body(k).ball;
    for (int j = 0; j < ball_count_; ++j) {
      if (appointment(j).what == Next::kBall && appointment(j).with == ball &&
          segment(ball).path == Path::kContact) {
        look_ahead(j);
      }
    }
  }
}

/// Lets a ball go that touches nothing any more, or takes it out of play.
template <typename Scalar>
void BasicSimulator<Scalar>::State::finish_body(int body, double reached) noexcept {
  const int i = group_.body(body).ball;
  const BasicBall<Scalar> ball = segment(i).end;
  const int pocket = pocket_at(ball);
  if (pocket >= 0 || group_.body(body).over_rail || leaves_table(ball)) {
    --in_contact_;
    segment(i).start = ball;
    take_out(i, pocket >= 0 ? Motion::kPocketed : Motion::kOffTable, pocket, reached);
    return;
  }
  if (group_.touches(body, memory_)) return;
  --in_contact_;
  start_segment(i, ball, reached);
}

template <typename Scalar>
void BasicSimulator<Scalar>::State::advance_windows() noexcept {
  now_ = window_end_;
  const double end = window_end_ + window_;
  const Scalar reach = skin(window_);
  std::array<bool, kMaxBalls> done{};
  for (int i = 0; i < ball_count_; ++i) {
    if (segment(i).path != Path::kContact || done[static_cast<std::size_t>(i)]) continue;
    Members members;
    members.add(i);
    gather(members, now_, reach, true);
    for (int k = 0; k < members.count; ++k) {
      done[static_cast<std::size_t>(members.ball[static_cast<std::size_t>(k)])] = true;
    }
    advance_group(members, now_, end, reach, false);
  }
  window_end_ = end;
}

/// Everything in one group, one step for all, window after window.
template <typename Scalar>
void BasicSimulator<Scalar>::State::run_single_rate() noexcept {
  while (now_ < limits_.time && !over_limit()) {
    const double end = std::min(now_ + window_, limits_.time);
    group_.clear();
    for (int i = 0; i < ball_count_; ++i) {
      Segment<Scalar>& s = segment(i);
      if (s.path == Path::kOutOfPlay) continue;
      s.start = s.end = state_at(i, now_);
      group_.add(i, s.start);
    }
    if (rests()) return;
    group_.find_contacts(skin(end - now_));
    group_.advance(now_, end, contact_step_, memory_, recorder_);
    for (int k = 0; k < group_.size(); ++k) {
      const int i = group_.body(k).ball;
      Segment<Scalar>& s = segment(i);
      s.end = group_.ball(k, s.start);
      s.path = Path::kContact;
      s.start_time = now_;
      s.end_time = end;
      s.duration = static_cast<Scalar>(end - now_);
      s.speed = math::sqrt(squared_length(s.end.velocity));
      appointment(i) = {};
    }
    emit_samples(end);
    now_ = end;
    for (int k = 0; k < group_.size(); ++k) settle_single_rate(k);
  }
}

/// Rest, pockets and the floor, looked at once per window.
template <typename Scalar>
void BasicSimulator<Scalar>::State::settle_single_rate(int body) noexcept {
  const int i = group_.body(body).ball;
  Segment<Scalar>& s = segment(i);
  BasicBall<Scalar>& ball = s.end;
  const int pocket = pocket_at(ball);
  if (pocket >= 0 || group_.body(body).over_rail || leaves_table(ball)) {
    take_out(i, pocket >= 0 ? Motion::kPocketed : Motion::kOffTable, pocket, now_);
    return;
  }
  if (compliant_) watch_flight(i);
  if (ball.motion == Motion::kAirborne) return;
  ball.motion = classify(cloth_, to_cloth(cloth_, ball));
  const auto crawl = static_cast<Scalar>(kRestSpeed);
  const Scalar slow = squared_length(ball.velocity) + radius_ * radius_ * squared_length(ball.spin);
  const bool pushed = !moves(s.start) && slow > static_cast<Scalar>(kRoundOff * kRoundOff);
  if (pushed || slow > crawl * crawl) return;
  ball.velocity.setZero();
  ball.spin.setZero();
  ball.motion = Motion::kRest;
  ball.position.z() = rest_height_;
  if (s.start.motion != Motion::kRest) note(EventKind::kRest, i, now_);
}

/// Of a compliant cloth: is the ball above it, and since when?
template <typename Scalar>
void BasicSimulator<Scalar>::State::watch_flight(int i) noexcept {
  Segment<Scalar>& s = segment(i);
  const bool flew = s.start.motion == Motion::kAirborne;
  const Scalar height = s.end.position.z() - radius_;
  const bool flies = height > (flew ? Scalar(0) : static_cast<Scalar>(kHop));
  if (flies) s.end.motion = Motion::kAirborne;
  if (flies != flew) note(flies ? EventKind::kAirborne : EventKind::kLanded, i, now_);
}

template struct BasicSimulator<double>::State;
template struct BasicSimulator<float>::State;

}  // namespace billiard
