// SPDX-License-Identifier: Apache-2.0
// A camera whose lens and calibration are wrong by millimetres.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "fit/camera_map.hpp"
#include "recorded_shots.hpp"

namespace billiard {
namespace {

/// Where such a camera sees a ball.
Vec2<double> seen(const Vec2<double>& p) {
  return {1.001 * p.x() + 0.001 + 0.002 * std::sin(3.0 * p.x()),
          0.997 * p.y() + 0.002 - 0.002 * std::sin(5.0 * p.y())};
}

/// Long shots, so that balls roll and turn all over the table.
std::vector<RecordedShot> shots_played(const Settings& settings, int count) {
  const RecordedAs as{.until = 8.0};
  return record_shots(settings, count, as);
}

/// Largest error of a map over the table, and without it [m].
struct Errors {
  double with = 0.0;
  double without = 0.0;
};

Errors errors(const CameraMap& map) {
  Errors worst;
  for (double x = -1.2; x < 1.21; x += 0.2) {
    for (double y = -0.6; y < 0.61; y += 0.1) {
      const Vec2<double> at{x, y};
      worst.with = std::max(worst.with, (map.place(seen(at)) - at).norm());
      worst.without = std::max(worst.without, (seen(at) - at).norm());
    }
  }
  return worst;
}

TEST(CameraMap, IsLearnedFromBallsThatRollAndTurn) {
  const Settings settings = load_settings("carom_10ft");
  std::vector<RecordedShot> shots = shots_played(settings, 60);
  for (RecordedShot& shot : shots) {
    for (BallTrack& track : shot.balls) {
      for (Vec2<double>& position : track.position) position = seen(position);
    }
  }

  const CameraMap map(shots, settings.table, settings.physics.ball.radius);

  const Errors worst = errors(map);
  std::printf("off by up to %.1f mm, without by %.1f mm\n", 1e3 * worst.with, 1e3 * worst.without);
  EXPECT_LT(worst.with, 0.4 * worst.without);
}

TEST(CameraMap, LeavesACameraAloneThatSeesRight) {
  const Settings settings = load_settings("carom_10ft");
  const std::vector<RecordedShot> shots = shots_played(settings, 60);

  const CameraMap map(shots, settings.table, settings.physics.ball.radius);

  constexpr double kAllowed = 1e-3;  // RMS; 0.5 mm of noise, and balls press into noses [m]
  EXPECT_LT(map.size(), kAllowed);
}

TEST(CameraMap, SeesRightWhereShotsTellTooLittle) {
  const Settings settings = load_settings("carom_10ft");
  const std::vector<RecordedShot> shots = record_shots(settings, 3, {});

  const CameraMap map(shots, settings.table, settings.physics.ball.radius);

  EXPECT_EQ(map.size(), 0.0);
  EXPECT_EQ(map.place({0.3, 0.2}), Vec2<double>(0.3, 0.2));
}

}  // namespace
}  // namespace billiard
