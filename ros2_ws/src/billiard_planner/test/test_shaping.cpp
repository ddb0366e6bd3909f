// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/shaping.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <limits>

#include "billiard_engine/files/settings.hpp"
#include "billiard_engine/simulator.hpp"
#include "curved_problem.hpp"

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
  Simulator simulator(settings.table, settings.physics);
  simulator.reset(request.balls);
  simulator.strike(shape.shot);
  const Result there = simulator.run({.time = shape.arrival});
  EXPECT_LE((there.balls[0].position.head<2>() - request.target).norm(), request.tolerance);
}

TEST(Shaping, PassesItsPlacesInOrder) {
  const Settings settings = load_settings("pool_9ft");
  ShapeRequest request;
  request.balls = {ball_at(-0.4, 0.0, settings)};
  request.target = {0.5, 0.0};
  request.budget = 1.0;

  request.through = {{-0.1, 0.0}, {0.2, 0.0}};
  EXPECT_TRUE(shape_shot(settings.table, settings.physics, request).found);
  request.through = {{0.2, 0.0}, {-0.1, 0.0}};
  EXPECT_FALSE(shape_shot(settings.table, settings.physics, request).found);
  request.through = {{0.7, 0.0}};  // behind the target
  EXPECT_FALSE(shape_shot(settings.table, settings.physics, request).found);
}

TEST(Shaping, KeepsClearOfTheNamedBall) {
  const Settings settings = load_settings("pool_9ft");
  ShapeRequest request;
  request.balls = {ball_at(-0.4, 0.0, settings), ball_at(0.0, 0.0, settings),
                   ball_at(0.1, -0.3, settings)};
  request.target = {0.5, 0.0};
  request.avoid = {1};
  request.clearance = 0.02;

  const Shape shape = shape_shot(settings.table, settings.physics, request);

  ASSERT_TRUE(shape.found) << shape.reason;
  EXPECT_GE(shape.clearance, request.clearance);
}

TEST(Shaping, RefusesToAvoidTheCueBallOrNoBall) {
  const Settings settings = load_settings("pool_9ft");
  for (const int ball : {0, 2, -1}) {
    ShapeRequest request;
    request.balls = {ball_at(-0.4, 0.0, settings), ball_at(0.0, 0.0, settings)};
    request.target = {0.5, 0.0};
    request.avoid = {ball};

    EXPECT_THROW((void)shape_shot(settings.table, settings.physics, request),
                 std::invalid_argument);
  }
}

TEST(Shaping, SolvesProblemsMadeFromRealCurves) {
  const Settings settings = load_settings("pool_9ft");
  const int problems = std::getenv("BILLIARD_FULL_TESTS") != nullptr ? 100 : 6;
  int solved = 0;

  for (int i = 0; i < problems; ++i) {
    ShapeRequest request = curved_problem(settings, 5001 + static_cast<std::uint64_t>(i));
    request.budget = 30.0;  // the search ends by itself; a slow machine may take its time
    const Shape shape = shape_shot(settings.table, settings.physics, request);
    solved += shape.found && shape.miss <= 0.005 ? 1 : 0;
    if (!shape.found) std::printf("problem %d: %s\n", i, shape.reason.c_str());
  }

  EXPECT_GE(solved, 0.95 * problems);
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

TEST(Shaping, RefusesNumbersThatMakeNoSenseAndNamesThem) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const Settings settings = load_settings("pool_9ft");
  const auto objection = [&](const char* field, double ShapeRequest::*member, double value) {
    ShapeRequest request;
    request.balls = {ball_at(-0.4, 0.0, settings)};
    request.target = {0.5, 0.0};
    request.*member = value;
    try {
      (void)shape_shot(settings.table, settings.physics, request);
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), ::testing::StartsWith(std::string(field) + " is "));
      return;
    }
    ADD_FAILURE() << field << " = " << value << " is accepted";
  };
  for (const double value : {kNan, -1.0, 1e6}) {
    objection("budget", &ShapeRequest::budget, value);
    objection("clearance", &ShapeRequest::clearance, value);
    objection("tolerance", &ShapeRequest::tolerance, value);
  }
}

TEST(Shaping, NamesTheBallThatCannotLieThere) {
  const Settings settings = load_settings("pool_9ft");
  ShapeRequest request;
  request.balls = {ball_at(-0.4, 0.0, settings), ball_at(0.2, 0.7, settings)};
  request.target = {0.5, 0.0};
  try {
    (void)shape_shot(settings.table, settings.physics, request);
    ADD_FAILURE() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("ball '1' at [0.2, 0.7]"));
  }
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
