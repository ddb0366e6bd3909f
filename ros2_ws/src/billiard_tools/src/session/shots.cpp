// SPDX-License-Identifier: Apache-2.0
#include "session/shots.hpp"

#include <algorithm>

namespace billiard::session {

namespace {

constexpr double kMoving = 0.05;         // a ball faster than this moves [m/s]
constexpr double kMovedAtLeast = 0.003;  // a ball displaced by more was moved [m]
constexpr double kEarly = 0.25;          // clocks and trackers may disagree by this [s]
constexpr double kLate = 1.5;            // the motion must begin this soon after the stroke [s]
constexpr double kShortestShot = 0.1;    // no shot comes to rest sooner [s]

bool moves(const Ball& ball) { return ball.in_play() && ball.velocity.norm() > kMoving; }

// The moment a ball left its resting place: it was struck when its path, run back at its speed,
// meets that place.
std::optional<double> start_of_motion(const BallsMoment& resting, const BallsMoment& now) {
  std::optional<double> first;
  for (std::size_t i = 0; i < now.layout.balls.size(); ++i) {
    const Ball& ball = now.layout.balls[i];
    const int k = resting.layout.find(now.layout.ids[i]);
    if (k < 0 || !moves(ball)) continue;
    const Ball& rest = resting.layout.balls[static_cast<std::size_t>(k)];
    const double way = (ball.position - rest.position).norm();
    if (way < kMovedAtLeast) continue;
    const double start = std::max(now.time - way / ball.velocity.norm(), resting.time);
    first = std::min(first.value_or(start), start);
  }
  return first;
}

// The first start of motion in the moments, with that moment's index.
struct Start {
  double time{0.0};
  std::size_t index{0};
};
std::optional<Start> next_start(std::span<const BallsMoment> moments, std::size_t from,
                                double until) {
  const BallsMoment* resting = nullptr;
  for (std::size_t i = from; i > 0 && resting == nullptr; --i) {
    if (i <= moments.size() && moments[i - 1].at_rest) resting = &moments[i - 1];
  }
  for (std::size_t i = from; i < moments.size() && moments[i].time <= until; ++i) {
    if (moments[i].at_rest) {
      resting = &moments[i];
    } else if (resting != nullptr) {
      if (const auto time = start_of_motion(*resting, moments[i])) return Start{*time, i};
    }
  }
  return std::nullopt;
}

std::size_t index_after(std::span<const BallsMoment> moments, double time) {
  const auto at = std::lower_bound(moments.begin(), moments.end(), time,
                                   [](const BallsMoment& m, double t) { return m.time < t; });
  return static_cast<std::size_t>(at - moments.begin());
}

RecordedShot follow(std::span<const BallsMoment> moments, const Start& start, double limit) {
  RecordedShot shot;
  shot.strike = start.time;
  shot.end = start.time;
  for (std::size_t i = start.index; i < moments.size() && moments[i].time < limit; ++i) {
    shot.end = moments[i].time;
    shot.ended = moments[i].at_rest && moments[i].time > start.time + kShortestShot;
    if (shot.ended) break;
  }
  return shot;
}

std::vector<RecordedShot> shots_by_motion(std::span<const BallsMoment> moments) {
  std::vector<RecordedShot> shots;
  std::size_t from = 0;
  while (const auto start = next_start(moments, from, 1e300)) {
    shots.push_back(follow(moments, *start, 1e300));
    from = index_after(moments, shots.back().end);
    if (!shots.back().ended) break;
  }
  return shots;
}

}  // namespace

std::vector<RecordedShot> find_shots(std::span<const RecordedResult> results,
                                     std::span<const BallsMoment> moments) {
  if (results.empty()) return shots_by_motion(moments);
  std::vector<RecordedResult> fired(results.begin(), results.end());
  std::erase_if(fired, [](const auto& r) { return r.outcome != StrokeOutcome::kFired; });
  std::vector<RecordedShot> shots;
  for (std::size_t k = 0; k < fired.size(); ++k) {
    const double limit = k + 1 < fired.size() ? fired[k + 1].time : 1e300;
    const auto start = next_start(moments, index_after(moments, fired[k].time - kEarly),
                                  std::min(limit, fired[k].time + kLate));
    if (!start) continue;
    shots.push_back(follow(moments, *start, limit));
    shots.back().shot_id = fired[k].shot_id;
  }
  return shots;
}

std::span<const BallsMoment> between(std::span<const BallsMoment> moments, double from, double to) {
  const std::size_t first = index_after(moments, from);
  std::size_t last = first;
  while (last < moments.size() && moments[last].time <= to) ++last;
  return moments.subspan(first, last - first);
}

const BallsMoment* last_before(std::span<const BallsMoment> moments, double time) {
  std::size_t i = index_after(moments, time);
  if (i < moments.size() && moments[i].time == time) return &moments[i];
  return i == 0 ? nullptr : &moments[i - 1];
}

const BallsMoment* moment_at(std::span<const BallsMoment> moments, double time) {
  constexpr double kNear = 0.03;  // [s], half a period of a slow camera
  const std::size_t next = index_after(moments, time);
  const BallsMoment* after = next < moments.size() ? &moments[next] : nullptr;
  const BallsMoment* before = next > 0 ? &moments[next - 1] : nullptr;
  const double until = after != nullptr ? after->time - time : 1e300;
  const double since = before != nullptr ? time - before->time : 1e300;
  if (std::min(until, since) <= kNear) return until < since ? after : before;
  return before != nullptr && before->at_rest ? before : nullptr;
}

}  // namespace billiard::session
