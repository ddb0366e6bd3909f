// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/shaping.hpp"

#include <gmock/gmock.h>

#include "billiard_engine/files/settings.hpp"

namespace billiard {
namespace {

Ball ball_at(double x, double y, const Settings& settings) {
  Ball ball;
  ball.position = {x, y, settings.physics.ball.radius};
  return ball;
}

TEST(Shaping, CurvesRoundABallInTheWay) {
  const Settings settings = load_settings("pool_9ft");
  ShapeRequest request;
  request.balls = {ball_at(-0.4, 0.0, settings), ball_at(0.0, 0.0, settings)};
  request.target = {0.5, 0.0};

  const Shape shape = shape_shot(settings.table, settings.physics, request);

  EXPECT_TRUE(shape.found) << shape.reason;
  EXPECT_LE(shape.miss, request.tolerance);
  EXPECT_GT(shape.clearance, 0.0);
}

TEST(Shaping, SaysHowCloseItComesWhenThereIsNoPath) {
  const Settings settings = load_settings("pool_9ft");
  ShapeRequest request;
  request.balls = {ball_at(-0.4, 0.0, settings)};
  request.target = {-0.1, 0.0};
  request.through = {{-0.25, 0.3}};  // a bend no spin gives
  request.budget = 0.2;

  const Shape shape = shape_shot(settings.table, settings.physics, request);

  EXPECT_FALSE(shape.found);
  EXPECT_GT(shape.miss, request.tolerance);
  EXPECT_THAT(shape.reason, ::testing::HasSubstr("closest comes within"));
}

TEST(Shaping, RefusesATargetOffTheTable) {
  const Settings settings = load_settings("pool_9ft");
  ShapeRequest request;
  request.balls = {ball_at(0.0, 0.0, settings)};
  request.target = {2.0, 0.0};

  EXPECT_THROW((void)shape_shot(settings.table, settings.physics, request), std::invalid_argument);
}

}  // namespace
}  // namespace billiard
