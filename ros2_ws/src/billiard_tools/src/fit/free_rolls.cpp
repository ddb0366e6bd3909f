// SPDX-License-Identifier: Apache-2.0
#include "fit/free_rolls.hpp"

#include <algorithm>
#include <cmath>

namespace billiard {
namespace {

constexpr double kLongestPause = 0.065;  // [s]
constexpr double kSlides = 0.55;         // a ball may slide so long after a contact [s]
constexpr double kClear = 0.012;         // of the cushions [m]
constexpr double kSlowestRoll = 0.2;     // [m/s]
constexpr double kKick = 0.15;           // a velocity that changes by more has met something [m/s]
constexpr std::size_t kFewestSights = 12;
constexpr double kShortest = 0.3;  // [m]

/// Whether a ball moves on undisturbed at sight k.
bool undisturbed(const BallTrack& track, std::size_t k, const Vec2<double>& reach) {
  const double before = track.time[k] - track.time[k - 1];
  const double after = track.time[k + 1] - track.time[k];
  if (before > kLongestPause || after > kLongestPause) return false;
  const Vec2<double> room = reach - track.position[k].cwiseAbs();
  if (room.minCoeff() < kClear) return false;
  const Vec2<double> v = (track.position[k] - track.position[k - 1]) / before;
  const Vec2<double> next = (track.position[k + 1] - track.position[k]) / after;
  return v.norm() > kSlowestRoll && (next - v).norm() < kKick + 0.03 * v.norm();
}

/// Adds what is left of sights `from` to `to` when the ball has stopped to slide.
void add_roll(const BallTrack& track, std::size_t from, std::size_t to,
              std::vector<FreeRoll>& rolls) {
  FreeRoll roll;
  for (std::size_t k = from; k < to; ++k) {
    if (track.time[k] < track.time[from] + kSlides) continue;
    roll.time.push_back(track.time[k]);
    roll.position.push_back(track.position[k]);
  }
  if (roll.time.size() < kFewestSights) return;
  if ((roll.position.back() - roll.position.front()).norm() < kShortest) return;
  rolls.push_back(std::move(roll));
}

/// Straight line through four sights of a coordinate.
struct Line {
  double at = 0.0;  ///< time 0
  double slope = 0.0;
};

Line line(const std::vector<double>& time, const std::vector<double>& value) {
  const auto count = static_cast<double>(time.size());
  double t = 0.0;
  double x = 0.0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    t += time[i] / count;
    x += value[i] / count;
  }
  double tt = 0.0;
  double tx = 0.0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    tt += (time[i] - t) * (time[i] - t);
    tx += (time[i] - t) * (value[i] - x);
  }
  return {x - tx / tt * t, tx / tt};
}

/// The four sights nearest to k on one side (`step` ±1) that are clear of the contact.
bool way(const BallTrack& track, std::size_t k, int step, const Turn& turn, double reach,
         Line& found) {
  constexpr double kContact = 0.008;  // a contact and a shutter take no longer [s]
  constexpr std::size_t kSights = 4;
  const auto value = [&](std::size_t i) { return turn.side * track.position[i][turn.axis]; };
  const auto at = [&](int n) {
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(k) + step * n);
  };
  const double rough = std::abs(value(at(1)) - value(at(4))) /
                       std::max(1e-3, std::abs(track.time[at(1)] - track.time[at(4)]));
  std::vector<double> time;
  std::vector<double> values;
  for (int n = 1; n <= 5 && time.size() < kSights; ++n) {
    if (reach - value(at(n)) < kContact * rough) continue;
    time.push_back(track.time[at(n)] - track.time[k]);
    values.push_back(value(at(n)));
  }
  if (time.size() < kSights) return false;
  found = line(time, values);
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (std::abs(found.at + found.slope * time[i] - values[i]) > 0.004) return false;
  }
  return true;
}

/// Adds the turn at sight k, if the ball is nearest to that cushion there.
void add_turn(const BallTrack& track, std::size_t k, Turn turn, double reach,
              std::vector<Turn>& list) {
  constexpr double kNear = 0.06;  // [m]
  if (reach - turn.side * track.position[k][turn.axis] > kNear) return;
  for (std::size_t i = k - 5; i <= k + 5; ++i) {
    if (i > k - 5 && track.time[i] - track.time[i - 1] > 0.025) return;
    const double further = turn.side * (track.position[i] - track.position[k])[turn.axis];
    if (further > 0.0 || (i < k && further == 0.0)) return;
  }
  Line before;
  Line after;
  if (!way(track, k, -1, turn, reach, before) || !way(track, k, 1, turn, reach, after)) return;
  if (before.slope < 0.5 || after.slope > 0.0) return;
  turn.speed = before.slope;
  const double time = (after.at - before.at) / (before.slope - after.slope);
  turn.beyond = before.at + before.slope * time - reach;
  list.push_back(turn);
}

}  // namespace

std::vector<FreeRoll> free_rolls(const std::vector<RecordedShot>& shots,
                                 const Vec2<double>& reach) {
  std::vector<FreeRoll> rolls;
  for (const RecordedShot& shot : shots) {
    for (const BallTrack& track : shot.balls) {
      std::size_t from = 1;
      for (std::size_t k = 1; k + 1 < track.time.size(); ++k) {
        if (undisturbed(track, k, reach)) continue;
        add_roll(track, from, k, rolls);
        from = k + 1;
      }
      if (track.time.size() > from + 1) add_roll(track, from, track.time.size() - 1, rolls);
    }
  }
  return rolls;
}

std::vector<Turn> turns(const std::vector<RecordedShot>& shots, const Vec2<double>& reach) {
  std::vector<Turn> list;
  for (const RecordedShot& shot : shots) {
    for (const BallTrack& track : shot.balls) {
      for (std::size_t k = 5; k + 5 < track.time.size(); ++k) {
        for (const int axis : {0, 1}) {
          for (const double side : {-1.0, 1.0}) {
            add_turn(track, k, {axis, side}, reach[axis], list);
          }
        }
      }
    }
  }
  return list;
}

}  // namespace billiard
