// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/settle.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace billiard {
namespace {

const Physics kPhysics;
const double kRadius = kPhysics.ball.radius;
const Table kTable = build_table({}, kRadius);

Ball ball_at(double x, double y) {
  Ball ball;
  ball.position = {x, y, kRadius};
  return ball;
}

TEST(Settle, LeavesAPossibleLayoutAlone) {
  std::vector<Ball> balls = {ball_at(0, 0), ball_at(0.3, 0.1)};
  EXPECT_FALSE(settle(balls, kTable, kPhysics));
  EXPECT_EQ(balls[1].position, ball_at(0.3, 0.1).position);
}

TEST(Settle, PartsAMeasuredRack) {
  std::mt19937 random(3);
  std::normal_distribution<double> error(0.0, 0.0008);  // [m], of the camera
  std::vector<Ball> balls;
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i) {
      balls.push_back(ball_at(0.635 + 1.732 * kRadius * row + error(random),
                              kRadius * (2 * i - row) + error(random)));
    }
  }
  const std::vector<Ball> before = balls;
  ASSERT_TRUE(check_layout(balls, kTable, kPhysics)) << "balls overlap";

  EXPECT_FALSE(settle(balls, kTable, kPhysics));

  EXPECT_FALSE(check_layout(balls, kTable, kPhysics));
  for (std::size_t i = 0; i < balls.size(); ++i) {
    EXPECT_LT((balls[i].position - before[i].position).norm(), 0.004);
  }
}

TEST(Settle, TakesBallsOutOfCushionAndCloth) {
  std::vector<Ball> balls = {ball_at(0.3, 0.635 - kRadius + 0.002), ball_at(0.0, 0.0)};
  balls[1].position.z() -= 0.001;
  EXPECT_FALSE(settle(balls, kTable, kPhysics));
  EXPECT_NEAR(balls[0].position.y(), 0.635 - kRadius, 0.002);
  EXPECT_EQ(balls[0].position.x(), 0.3);
  EXPECT_EQ(balls[1].position.z(), kRadius);
}

TEST(Settle, CallsABallOverAPocketPocketed) {
  const Vec2<double> hole = kTable.pockets[2].centre;
  std::vector<Ball> balls = {ball_at(hole.x(), hole.y())};
  EXPECT_FALSE(settle(balls, kTable, kPhysics));
  EXPECT_EQ(balls[0].motion, Motion::kPocketed);
  EXPECT_EQ(balls[0].pocket, 2);
}

TEST(Settle, SaysWhatCannotBeMended) {
  std::vector<Ball> balls = {ball_at(0, 0), ball_at(1.6, 0)};
  auto error = settle(balls, kTable, kPhysics);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->ball, 1);
  EXPECT_EQ(error->kind, LayoutError::Kind::kOutside);

  balls = {ball_at(0, 0), ball_at(0.01, 0)};
  error = settle(balls, kTable, kPhysics);
  ASSERT_TRUE(error) << "they would have to move by 24 mm";
  EXPECT_EQ(error->kind, LayoutError::Kind::kOverlap);

  balls = {ball_at(std::numeric_limits<double>::quiet_NaN(), 0)};
  error = settle(balls, kTable, kPhysics);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, LayoutError::Kind::kNotFinite);
  balls.assign(23, ball_at(0, 0));
  EXPECT_TRUE(settle(balls, kTable, kPhysics));
}

}  // namespace
}  // namespace billiard
