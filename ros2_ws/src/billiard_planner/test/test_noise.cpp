// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/noise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "billiard_engine/check_layout.hpp"
#include "billiard_engine/files/settings.hpp"

namespace billiard {
namespace {

constexpr double kRadius = 0.028575;

TEST(Noise, HasTheGivenSpread) {
  const ExecutionNoise noise;
  const Shot shot{0, 3.0, 1.0, 0.5, 0.1, -0.1};
  constexpr int kDraws = 20000;
  double azimuth = 0.0, elevation = 0.0, speed = 0.0, side = 0.0, mean = 0.0;

  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const Shot played = disturb(shot, noise, kRadius, 7, i);
    azimuth += std::pow(played.azimuth - shot.azimuth, 2);
    elevation += std::pow(played.elevation - shot.elevation, 2);
    speed += std::pow(played.speed - shot.speed, 2);
    side += std::pow(kRadius * (played.offset_side - shot.offset_side), 2);
    mean += played.azimuth - shot.azimuth;
  }

  // The relative error of a standard deviation from 20000 draws is 0.5 %; 2.5 % is five of those.
  EXPECT_NEAR(std::sqrt(azimuth / kDraws) / noise.azimuth, 1.0, 0.025);
  EXPECT_NEAR(std::sqrt(elevation / kDraws) / noise.elevation, 1.0, 0.025);
  EXPECT_NEAR(std::sqrt(speed / kDraws) / noise.speed, 1.0, 0.025);
  EXPECT_NEAR(std::sqrt(side / kDraws) / noise.offset, 1.0, 0.025);
  EXPECT_NEAR(mean / kDraws / noise.azimuth, 0.0, 0.035);
}

TEST(Noise, IsTheSameForTheSameDrawAndElseNot) {
  const Shot shot{0, 3.0, 1.0, 0.5, 0.1, -0.1};

  EXPECT_EQ(disturb(shot, {}, kRadius, 7, 3).azimuth, disturb(shot, {}, kRadius, 7, 3).azimuth);
  EXPECT_NE(disturb(shot, {}, kRadius, 7, 3).azimuth, disturb(shot, {}, kRadius, 7, 4).azimuth);
  EXPECT_NE(disturb(shot, {}, kRadius, 7, 3).azimuth, disturb(shot, {}, kRadius, 8, 3).azimuth);
}

TEST(Noise, NeverGivesANegativeSpeedOrElevation) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const Shot played = disturb({}, ExecutionNoise{}, kRadius, 1, i);
    EXPECT_GE(played.speed, 0.0);
    EXPECT_GE(played.elevation, 0.0);
  }
}

TEST(Noise, MovesBallsByTheGivenSpread) {
  const Settings settings = load_settings("pool_9ft");
  std::vector<Ball> balls(1);
  balls[0].position.z() = settings.physics.ball.radius;
  constexpr int kDraws = 20000;
  double x = 0.0, y = 0.0, both = 0.0;

  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const PlacedBalls placed = displace(balls, 0.001, settings.table, settings.physics, 7, i);
    x += std::pow(placed.balls[0].position.x(), 2);
    y += std::pow(placed.balls[0].position.y(), 2);
    both += placed.balls[0].position.x() * placed.balls[0].position.y();
  }

  EXPECT_NEAR(std::sqrt(x / kDraws) / 0.001, 1.0, 0.025);
  EXPECT_NEAR(std::sqrt(y / kDraws) / 0.001, 1.0, 0.025);
  EXPECT_NEAR(both / kDraws / 1e-6, 0.0, 0.035);
}

TEST(Noise, KeepsTouchingBallsApartAndOnTheCloth) {
  const Settings settings = load_settings("pool_9ft");
  const double radius = settings.physics.ball.radius;
  std::vector<Ball> balls(3);
  for (Ball& ball : balls) ball.position.z() = radius;
  balls[1].position.x() = 2.0 * radius;
  balls[2].position.y() = 0.5 * settings.table.spec.width - radius;

  for (std::uint64_t i = 0; i < 1000; ++i) {
    const PlacedBalls placed = displace(balls, 0.001, settings.table, settings.physics, 7, i);
    ASSERT_EQ(placed.count, balls.size());
    EXPECT_FALSE(check_layout(placed.span(), settings.table, settings.physics, 2e-6));
  }
}

}  // namespace
}  // namespace billiard
