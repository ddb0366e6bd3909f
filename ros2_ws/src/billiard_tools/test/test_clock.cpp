// SPDX-License-Identifier: Apache-2.0
// Recorders lose frames: then balls seem to jump.
#include <gtest/gtest.h>

#include "fit/clock.hpp"

namespace billiard {
namespace {

constexpr double kPeriod = 0.02;  // [s]

/// A ball that rolls on from x [m] at some speed [m/s]; at `stop` [s] the clock misses `missing`
/// periods.
ObservedShot rolling(double x, double speed, double stop, int missing) {
  ObservedShot shot;
  shot.balls.resize(1);
  for (int k = 0; k < 100; ++k) {
    const double shown = k * kPeriod;
    const double time = shown + (shown > stop ? missing * kPeriod : 0.0);
    shot.balls[0].time.push_back(shown);
    shot.balls[0].position.emplace_back(x + speed * time - 0.025 * time * time, 0.1 * time);
  }
  return shot;
}

TEST(Clock, IsSeenToStandStill) {
  for (const int missing : {1, 2}) {
    const Standstill found = find_standstill(rolling(-1.0, 1.0, 1.23, missing));
    EXPECT_NEAR(found.time, 1.24, 1e-9);
    EXPECT_NEAR(found.missing, missing * kPeriod, 1e-9);
  }
}

TEST(Clock, RunsOnWhereABallMeetsSomething) {
  EXPECT_EQ(find_standstill(rolling(-1.0, 1.0, 9.0, 0)).missing, 0.0);
  ObservedShot struck = rolling(-1.0, 1.0, 9.0, 0);
  for (std::size_t k = 50; k < 100; ++k) {  // sent off twice as fast
    struck.balls[0].position[k].x() += static_cast<double>(k - 49) * kPeriod;
  }
  EXPECT_EQ(find_standstill(struck).missing, 0.0);
}

TEST(Clock, IsMendedInEveryShot) {
  std::vector<ObservedShot> shots;
  for (int i = 0; i < 6; ++i) shots.push_back(rolling(-1.0, 0.6 + 0.1 * i, 1.23, 1));
  shots.push_back(rolling(0.0, 0.05, 1.23, 1));  // too slow to show it

  mend_clock(shots);

  for (const ObservedShot& shot : shots) {
    EXPECT_NEAR(shot.balls[0].time[61], 1.22, 1e-9);
    EXPECT_NEAR(shot.balls[0].time[62], 1.26, 1e-9);
    EXPECT_NEAR(shot.balls[0].time[99], 2.00, 1e-9);
  }
}

TEST(Clock, IsMendedInOneShotAlone) {
  std::vector<ObservedShot> shots{rolling(-1.0, 1.0, 1.23, 1), rolling(-1.0, 1.0, 9.0, 0)};

  mend_clock(shots);

  EXPECT_NEAR(shots[0].balls[0].time[99], 2.00, 1e-9);
  EXPECT_NEAR(shots[1].balls[0].time[99], 1.98, 1e-9);
}

}  // namespace
}  // namespace billiard
