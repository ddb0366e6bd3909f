// SPDX-License-Identifier: Apache-2.0
#include "fit/clock.hpp"

#include <algorithm>
#include <cmath>

namespace billiard {
namespace {

constexpr double kLongestPeriod = 0.05;  // [s]
constexpr double kSlowest = 0.3;         // a slower ball does not show it [m/s]
constexpr double kAlike = 0.06;          // steps that agree, as part of their length [-]
constexpr double kSameMoment = 0.03;     // [s]
constexpr std::size_t kHabit = 5;        // shots that agree make a habit of the recorder

/// By how many periods the step after sight k is too long; 0 if the steps around do not agree.
int missing_periods(const BallTrack& track, std::size_t k) {
  const double period = track.time[k + 1] - track.time[k];
  if (period > kLongestPeriod) return 0;
  Vec2<double> usual = Vec2<double>::Zero();
  for (const std::size_t i : {k - 2, k - 1, k + 1, k + 2}) {
    if (std::abs(track.time[i + 1] - track.time[i] - period) > 0.1 * period) return 0;
    usual += 0.25 * (track.position[i + 1] - track.position[i]);
  }
  const double length = usual.norm();
  if (length < kSlowest * period) return 0;
  for (const std::size_t i : {k - 2, k - 1, k + 1, k + 2}) {
    const Vec2<double> step = track.position[i + 1] - track.position[i];
    if ((step - usual).norm() > 2.0 * kAlike * length) return 0;
  }
  const Vec2<double> step = track.position[k + 1] - track.position[k];
  for (const int missing : {1, 2}) {
    const double times = 1.0 + missing;
    if ((step - times * usual).norm() < times * kAlike * length) return missing;
  }
  return 0;
}

void shift_after(double moment, double by, ObservedShot& shot) {
  for (BallTrack& track : shot.balls) {
    for (double& time : track.time) {
      if (time > moment - 1e-6) time += by;
    }
  }
}

}  // namespace

Standstill find_standstill(const ObservedShot& shot) {
  for (const BallTrack& track : shot.balls) {
    for (std::size_t k = 2; k + 3 < track.time.size(); ++k) {
      const int periods = missing_periods(track, k);
      if (periods == 0) continue;
      return {track.time[k + 1], periods * (track.time[k + 1] - track.time[k])};
    }
  }
  return {};
}

void mend_clock(std::vector<ObservedShot>& shots) {
  std::vector<Standstill> found;
  std::vector<double> times;
  for (const ObservedShot& shot : shots) {
    found.push_back(find_standstill(shot));
    if (found.back().missing > 0.0) times.push_back(found.back().time);
  }
  if (times.empty()) return;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  const double usual = *middle;
  double missing = 0.0;
  std::size_t agree = 0;
  for (const Standstill& s : found) {
    if (s.missing == 0.0 || std::abs(s.time - usual) > kSameMoment) continue;
    missing = s.missing;
    ++agree;
  }
  const bool habit = agree >= kHabit && 2 * agree > times.size();
  for (std::size_t i = 0; i < shots.size(); ++i) {
    if (found[i].missing > 0.0) {
      shift_after(found[i].time, found[i].missing, shots[i]);
    } else if (habit) {
      shift_after(usual, missing, shots[i]);
    }
  }
}

}  // namespace billiard
