// SPDX-License-Identifier: Apache-2.0
#include "shot_runner.hpp"

#include <algorithm>
#include <cmath>

#include "geometry.hpp"

namespace billiard {
namespace {

/// No shot takes longer; bounds the work of one simulation.
constexpr Limits kLimits{.time = 40.0, .steps = 400000};
/// Steps between two looks at the clock: a fraction of a millisecond, even in a break.
constexpr std::int64_t kSlice = 200;
constexpr int kMaxEvents = 512;
/// How often a ball is looked at on its way to the pocket: below 5 cm of path.
constexpr double kLookPeriod = 0.016;  // [s]

void read_contact(const Event& event, int cue, Outcome& outcome) {
  if (outcome.first_hit >= 0) return;
  if (event.ball == cue) outcome.first_hit = event.other;
  if (event.other == cue) outcome.first_hit = event.ball;
}

void read_event(const Event& event, int cue, Outcome& outcome) {
  switch (event.kind) {
    case EventKind::kMiscue:
      outcome.miscue = true;
      break;
    case EventKind::kBallBall:
      read_contact(event, cue, outcome);
      break;
    case EventKind::kBallCushion:
      if (outcome.first_hit >= 0) outcome.cushion_after_hit = true;
      break;
    case EventKind::kPocketed:
      outcome.pocketed |= mask_of(event.ball);
      break;
    case EventKind::kOffTable:
      outcome.off_table |= mask_of(event.ball);
      break;
    default:
      break;
  }
}

int count_cushions(const Recorder& recorder, int ball) {
  int count = 0;
  for (const Event& event : recorder.events()) {
    if (event.kind == EventKind::kBallCushion && event.ball == ball) ++count;
  }
  return count;
}

/// Closest approach of the segment to the point aimed at.
struct Pass {
  double distance = 1e9;
  double miss = 0.0;
};

Pass pass_by(const Point& from, const Point& to, const Point& aim) {
  const Point line = to - from;
  const double length = line.norm();
  if (length < 1e-9) return {};
  const double along = (aim - from).dot(line) / length;
  const Point nearest = from + line * (std::min(std::max(along, 0.0), length) / length);
  return {(aim - nearest).norm(), cross(line / length, aim - from)};
}

}  // namespace

ShotRunner::ShotRunner(const Table& table, const Physics& physics)
    : simulator_(table, physics), recorder_(0.0, 0, kMaxEvents) {}

bool ShotRunner::start(std::span<const Ball> balls, const Shot& shot) noexcept {
  ++count_;
  steps_ = 0;
  recorder_.clear();
  simulator_.reset(balls);
  return simulator_.strike(shot);
}

// A run that is stopped by its number of steps goes on as if it had not been: same bits.
Result ShotRunner::advance(double time) noexcept {
  for (;;) {
    const std::int64_t cap = std::min(steps_ + kSlice, kLimits.steps);
    const Result result = simulator_.run({.time = time, .steps = cap}, &recorder_);
    steps_ = result.free_steps + result.contact_steps;
    expired_ = expired_ || Clock::now() >= deadline_;
    const bool goes_on = result.status == Status::kStepLimit && steps_ < kLimits.steps;
    if (!goes_on || expired_) return result;
  }
}

Outcome ShotRunner::run(std::span<const Ball> balls, const Shot& shot) noexcept {
  Outcome outcome;
  if (expired_) return outcome;
  outcome.miscue = !start(balls, shot);
  const Result result = advance(kLimits.time);
  for (const Event& event : recorder_.events()) read_event(event, shot.ball, outcome);
  outcome.status = result.status;
  outcome.ball_count = result.ball_count;
  outcome.balls = result.balls;
  return outcome;
}

Outcome ShotRunner::repeat(const Scene& scene, const Shot& shot, std::uint64_t seed,
                           std::uint64_t draw) noexcept {
  const PlacedBalls placed =
      displace(scene.balls, scene.position_sigma, *scene.table, *scene.physics, seed, draw);
  return run(placed.span(), disturb(shot, scene.noise, scene.radius(), seed, draw));
}

Approach ShotRunner::approach(std::span<const Ball> balls, const Shot& shot,
                              const Watch& watch) noexcept {
  Approach approach;
  if (expired_) return approach;
  (void)start(balls, shot);
  const auto index = static_cast<std::size_t>(watch.ball);
  const Point begin = balls[index].position.head<2>();
  Point last = begin;
  Pass best;
  for (int look = 1; look * kLookPeriod < kLimits.time; ++look) {
    const Result result = advance(look * kLookPeriod);
    const Ball& ball = result.balls[index];
    const Point now = ball.position.head<2>();
    approach.touched = approach.touched || (now - begin).norm() > 1e-6;
    const int cushions = count_cushions(recorder_, watch.ball);
    if (approach.touched && cushions >= watch.cushions) {
      const Pass pass = pass_by(last, now, watch.aim);
      const bool passed = pass.distance > best.distance + 1e-6;
      if (pass.distance < best.distance) best = pass;
      approach.potted = ball.motion == Motion::kPocketed && ball.pocket == watch.pocket;
      // Past the point, bounced off a jaw, fell or came to rest: nothing more to learn. A ball
      // that bounced may still drop, so only a miss that has turned away ends early.
      const bool over = !ball.in_play() || (passed && cushions > watch.cushions + 2) ||
                        (passed && pass.distance > 0.2);
      if (over) break;
    }
    last = now;
    if (expired_ || result.status != Status::kTimeLimit) break;
    if (approach.touched && ball.motion == Motion::kRest) break;
  }
  approach.miss = best.miss;
  return approach;
}

}  // namespace billiard
