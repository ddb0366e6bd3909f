// SPDX-License-Identifier: Apache-2.0
#include "game/referee.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "messages.hpp"

namespace billiard_nodes {
namespace {

using billiard::Ball;
using billiard::EventKind;
using billiard::Motion;

constexpr double kAtPocket = 0.35;    // lost this close to a pocket, a ball fell into it [m]
constexpr double kAtCushion = 0.006;  // centre this close to touching a nose: it touches [m]
constexpr double kTurnReach = 0.20;   // a ball that turns this close to a nose met it [m]
constexpr double kTurnSpeed = 0.05;   // slower is noise [m/s]
constexpr double kFlightTime = 0.05;  // a lost ball went on this long the way it was going [s]

double gap(const Ball& a, const Ball& b) { return (a.position - b.position).head<2>().norm(); }

}  // namespace

Referee::Referee(const billiard::Table& table, double ball_radius)
    : table_(table), radius_(ball_radius) {}

void Referee::start(const billiard::Layout& before, billiard::GameState state,
                    const CalledShot& call, double still) {
  before_ = before;
  last_seen_ = before;
  state_ = state;
  call_ = call;
  still_ = still;
  expected_ = {std::numeric_limits<double>::infinity(), {}};
  expected_hit_.clear();
  expected_pocket_.assign(before.ids.size(), -1);
  first_hit_.clear();
  motion_seen_ = false;
  cushion_ = false;
}

// Everything that was expected to happen before `until` has happened.
void Referee::take_over(double until) {
  for (const ExpectedEvent& event : expected_.events) {
    if (event.time > until) break;
    const bool cue = event.ball == "cue" || event.other == "cue";
    if (event.kind == EventKind::kBallBall && cue && expected_hit_.empty()) {
      expected_hit_ = event.ball == "cue" ? event.other : event.ball;
    }
    const bool hit = !first_hit_.empty() || !expected_hit_.empty();
    if (event.kind == EventKind::kBallCushion && hit) cushion_ = true;
    const int ball = before_.find(event.ball);
    if (event.kind == EventKind::kPocketed && ball >= 0) {
      expected_pocket_[static_cast<std::size_t>(ball)] = find_pocket(table_, event.where);
    }
  }
}

void Referee::expect(const Expectation& expectation) {
  if (expectation.time >= expected_.time) take_over(expectation.time);
  expected_ = expectation;
}

void Referee::watch(const Sighting& sighting) {
  if (!sighting.obstruction.empty()) return;
  look_for_first_hit(sighting);
  look_for_cushion(sighting);
  for (std::size_t i = 0; i < before_.ids.size(); ++i) {
    const int now = find_in_play(sighting.layout, before_.ids[i]);
    if (now < 0) continue;
    last_seen_.balls[i] = sighting.layout.balls[static_cast<std::size_t>(now)];
    motion_seen_ = motion_seen_ || gap(last_seen_.balls[i], before_.balls[i]) > still_;
  }
}

// Only the cue ball moves at first, so the first other ball that moves was hit by it. Of several
// in the same frame it is the one that the predictor saw hit, else the one nearest to where the
// cue ball was seen last. In a rack the ball in front hands the blow on and hardly moves itself:
// there every ball may be the one.
void Referee::look_for_first_hit(const Sighting& sighting) {
  const int cue = before_.find("cue");
  if (!first_hit_.empty() || cue < 0) return;
  const Ball& from = last_seen_.balls[static_cast<std::size_t>(cue)];  // before the contact
  const bool racked = still_ > kStill;
  bool any_moved = false;
  std::string nearest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < before_.ids.size(); ++i) {
    if (before_.ids[i] == "cue" || !before_.balls[i].in_play()) continue;
    const bool moved = has_moved(i, sighting);
    any_moved = any_moved || moved;
    const bool expected = before_.ids[i] == expected_hit_;
    const double distance = expected ? -1.0 : gap(from, before_.balls[i]);
    if (!(moved || racked) || distance >= least) continue;
    least = distance;
    nearest = before_.ids[i];
  }
  if (any_moved) first_hit_ = nearest;
}

bool Referee::has_moved(std::size_t ball, const Sighting& sighting) const {
  const int now = find_in_play(sighting.layout, before_.ids[ball]);
  return now >= 0 &&
         gap(sighting.layout.balls[static_cast<std::size_t>(now)], before_.balls[ball]) > still_;
}

// A ball that touches a nose, or that turns back close to one between two frames.
void Referee::look_for_cushion(const Sighting& sighting) {
  if (first_hit_.empty()) return;
  const std::array<double, 2> half = {0.5 * table_.spec.length, 0.5 * table_.spec.width};
  for (std::size_t i = 0; i < before_.ids.size(); ++i) {
    const int index = find_in_play(sighting.layout, before_.ids[i]);
    if (index < 0) continue;
    const Ball& now = sighting.layout.balls[static_cast<std::size_t>(index)];
    const Ball& earlier = last_seen_.balls[i];
    if (gap(now, before_.balls[i]) < still_) continue;
    for (int axis = 0; axis < 2; ++axis) {
      const double to_nose = half[static_cast<std::size_t>(axis)] - std::abs(now.position[axis]);
      const double side = now.position[axis] > 0.0 ? 1.0 : -1.0;
      const bool turned = side * earlier.velocity[axis] > kTurnSpeed &&
                          side * now.velocity[axis] < -kTurnSpeed && to_nose < kTurnReach;
      if (turned || to_nose < radius_ + kAtCushion) cushion_ = true;
    }
  }
}

int Referee::pocket_of(std::size_t ball, const Sighting& last) const {
  const int index = last.layout.find(before_.ids[ball]);
  if (index >= 0) {
    const Ball& now = last.layout.balls[static_cast<std::size_t>(index)];
    if (now.pocket >= 0) return now.pocket;
    // Not seen any more on its way to a pocket: that is where it went.
    if (now.motion == Motion::kOffTable) return expected_pocket_[ball];
  }
  if (expected_pocket_[ball] >= 0) return expected_pocket_[ball];
  const Ball& seen = last_seen_.balls[ball];
  const billiard::Vec2<double> end =
      seen.position.head<2>() + kFlightTime * seen.velocity.head<2>();
  int nearest = -1;
  double least = kAtPocket;
  for (int k = 0; k < table_.pocket_count; ++k) {
    const double distance = (end - table_.pockets[static_cast<std::size_t>(k)].centre).norm();
    if (distance >= least) continue;
    least = distance;
    nearest = k;
  }
  return nearest;
}

int Referee::count_lost(const Sighting& last) const {
  int lost = count_in_play(before_) - count_in_play(last.layout);
  for (std::size_t i = 0; i < before_.ids.size(); ++i) {
    const bool gone = before_.balls[i].in_play() && find_in_play(last.layout, before_.ids[i]) < 0;
    if (gone && pocket_of(i, last) >= 0) --lost;
  }
  return lost;
}

Judgement Referee::judge(const Sighting& last) const {
  Judgement judgement;
  int lost = count_lost(last);
  billiard::Outcome outcome;
  outcome.ball_count = static_cast<int>(before_.ids.size());
  outcome.first_hit = before_.find(first_hit_.empty() ? expected_hit_ : first_hit_);
  outcome.cushion_after_hit = cushion_;
  for (std::size_t i = 0; i < before_.ids.size(); ++i) {
    const int index = find_in_play(last.layout, before_.ids[i]);
    const auto ball = static_cast<int>(i);
    outcome.balls[i] =
        index >= 0 ? last.layout.balls[static_cast<std::size_t>(index)] : last_seen_.balls[i];
    if (index >= 0 || !before_.balls[i].in_play()) continue;
    const int pocket = pocket_of(i, last);
    if (pocket < 0 && lost-- <= 0) continue;  // as many balls are there as before: renamed
    outcome.balls[i].pocket = static_cast<std::int8_t>(pocket);
    outcome.balls[i].motion = pocket >= 0 ? Motion::kPocketed : Motion::kOffTable;
    (pocket >= 0 ? outcome.pocketed : outcome.off_table) |= billiard::mask_of(ball);
    if (pocket >= 0) {
      const char* where = name(static_cast<billiard::PocketId>(pocket));
      judgement.pocketed.push_back(before_.ids[i] + " in " + where);
    } else {
      judgement.off_table.push_back(before_.ids[i]);
    }
  }
  const billiard::Rules rules(state_, before_.ids);
  const billiard::Call call{before_.find(call_.target), find_pocket(table_, call_.pocket)};
  judgement.verdict = rules.judge(outcome, in_play(before_.balls), call);
  if (outcome.first_hit >= 0) {
    judgement.first_hit = before_.ids[static_cast<std::size_t>(outcome.first_hit)];
  }
  judgement.cushion_after_hit = cushion_;
  return judgement;
}

}  // namespace billiard_nodes
