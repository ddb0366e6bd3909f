// SPDX-License-Identifier: Apache-2.0
#include "messages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "billiard_engine/simulator.hpp"

namespace billiard_nodes {
namespace {

using billiard::Motion;
using BallMessage = billiard_msgs::msg::Ball;
using billiard_msgs::msg::BallArray;
using billiard_msgs::msg::TrajectoryArray;
using billiard_msgs::msg::TrajectoryEvent;
using ::testing::HasSubstr;

NamedTable pool_table() {
  const billiard::Physics physics;
  return {"pool_9ft", billiard::build_table({}, physics.ball.radius), physics.ball.radius};
}

billiard::Ball ball_at(double x, double y, double vx = 0.0) {
  billiard::Ball ball;
  ball.position = {x, y, billiard::Physics{}.ball.radius};
  ball.velocity = {vx, 0.0, 0.0};
  if (vx != 0.0) ball.motion = Motion::kSliding;
  return ball;
}

TEST(Messages, NumbersOfStatesAndEventsAreTheEngines) {
  const auto state = [](Motion motion) { return static_cast<int>(motion); };
  EXPECT_EQ(state(Motion::kRest), BallMessage::STATE_REST);
  EXPECT_EQ(state(Motion::kSliding), BallMessage::STATE_SLIDING);
  EXPECT_EQ(state(Motion::kRolling), BallMessage::STATE_ROLLING);
  EXPECT_EQ(state(Motion::kSpinning), BallMessage::STATE_SPINNING);
  EXPECT_EQ(state(Motion::kAirborne), BallMessage::STATE_AIRBORNE);
  EXPECT_EQ(state(Motion::kPocketed), BallMessage::STATE_POCKETED);
  EXPECT_EQ(state(Motion::kOffTable), BallMessage::STATE_OFF_TABLE);
  const auto kind = [](billiard::EventKind event) { return static_cast<int>(event); };
  EXPECT_EQ(kind(billiard::EventKind::kStrike), TrajectoryEvent::KIND_STRIKE);
  EXPECT_EQ(kind(billiard::EventKind::kMiscue), TrajectoryEvent::KIND_MISCUE);
  EXPECT_EQ(kind(billiard::EventKind::kBallBall), TrajectoryEvent::KIND_BALL_BALL);
  EXPECT_EQ(kind(billiard::EventKind::kBallCushion), TrajectoryEvent::KIND_BALL_CUSHION);
  EXPECT_EQ(kind(billiard::EventKind::kPocketed), TrajectoryEvent::KIND_POCKETED);
  EXPECT_EQ(kind(billiard::EventKind::kAirborne), TrajectoryEvent::KIND_AIRBORNE);
  EXPECT_EQ(kind(billiard::EventKind::kLanded), TrajectoryEvent::KIND_LANDED);
  EXPECT_EQ(kind(billiard::EventKind::kOffTable), TrajectoryEvent::KIND_OFF_TABLE);
  EXPECT_EQ(kind(billiard::EventKind::kRest), TrajectoryEvent::KIND_REST);
  const auto status = [](billiard::Status value) { return static_cast<int>(value); };
  EXPECT_EQ(status(billiard::Status::kRest), TrajectoryArray::STATUS_REST);
  EXPECT_EQ(status(billiard::Status::kTimeLimit), TrajectoryArray::STATUS_TIME_LIMIT);
  EXPECT_EQ(status(billiard::Status::kStepLimit), TrajectoryArray::STATUS_STEP_LIMIT);
}

TEST(Messages, BallsComeBackAsTheyWent) {
  billiard::Ball pocketed = ball_at(0, 0);
  pocketed.motion = Motion::kPocketed;
  pocketed.pocket = 2;
  const std::vector<std::string> ids = {"cue", "9", "3"};
  const BallArray message =
      to_message({ball_at(0.1, 0.2, 1.5), ball_at(-0.3, 0.4), pocketed}, ids, pool_table());

  EXPECT_FALSE(message.at_rest);
  EXPECT_EQ(message.balls[0].class_name, "cue");
  EXPECT_EQ(message.balls[1].class_name, "stripe");
  EXPECT_EQ(message.balls[1].number, 9);
  EXPECT_EQ(message.balls[2].pocket, "corner_pp");
  EXPECT_GT(message.balls[2].position.x, 1.2);
  const ReadBalls read = read_balls(message, pool_table());
  ASSERT_EQ(read.problem, "");
  EXPECT_EQ(read.layout.ids, ids);
  EXPECT_EQ(read.layout.balls[0].position, ball_at(0.1, 0.2).position);
  EXPECT_EQ(read.layout.balls[0].velocity.x(), 1.5);
  EXPECT_EQ(read.layout.balls[2].pocket, 2);
}

TEST(Messages, RefusesBallsThatMakeNoSense) {
  const NamedTable table = pool_table();
  BallArray message = to_message({ball_at(0, 0), ball_at(0.5, 0)}, {"cue", "1"}, table);
  const auto problem_of = [&](auto change) {
    BallArray changed = message;
    change(changed);
    return read_balls(changed, table).problem;
  };
  EXPECT_THAT(problem_of([](BallArray& b) { b.balls[1].id = "cue"; }), HasSubstr("'cue'"));
  EXPECT_THAT(problem_of([](BallArray& b) { b.balls[1].id = ""; }), HasSubstr("no id"));
  EXPECT_THAT(problem_of([](BallArray& b) { b.balls[1].state = 7; }), HasSubstr("'1' is 7"));
  EXPECT_THAT(problem_of([](BallArray& b) {
                b.balls[0].spin.z = std::numeric_limits<double>::quiet_NaN();
              }),
              HasSubstr("spin.z of ball 'cue' is nan; allowed"));
  EXPECT_EQ(problem_of([](BallArray& b) { b.table = "pool_8ft"; }),
            "table is 'pool_8ft'; allowed: 'pool_9ft'");
  EXPECT_EQ(problem_of([](BallArray& b) { b.table = ""; }), "");
  EXPECT_THAT(problem_of([](BallArray& b) { b.balls.resize(23); }), HasSubstr("at most 22"));
  EXPECT_THAT(problem_of([](BallArray& b) { b.header.stamp.sec = -1; }), HasSubstr("is -1 s"));
  EXPECT_THAT(problem_of([](BallArray& b) { b.header.stamp.nanosec = 1'000'000'000; }),
              HasSubstr("header.stamp"));
  EXPECT_EQ(problem_of([](BallArray&) {}), "");
}

TEST(Messages, ATrajectoryEndsWhereTheRunEnds) {
  const NamedTable table = pool_table();
  const billiard::Physics physics;
  billiard::Simulator simulator(table.table, physics);
  billiard::Recorder recorder(0.02, 100);
  const std::vector<billiard::Ball> balls = {ball_at(-0.5, 0.0, 1.0), ball_at(0.0, 0.0)};
  simulator.reset(balls);
  const billiard::Result result = simulator.run({.time = 1.005}, &recorder);
  const TrajectoryArray message = to_message(result, recorder, {"cue", "8"}, table);

  ASSERT_EQ(message.trajectories.size(), 2U);
  const auto& cue = message.trajectories[0];
  EXPECT_EQ(cue.ball, "cue");
  EXPECT_EQ(cue.points.front().position.x, -0.5);
  EXPECT_EQ(cue.points.back().time, result.time);
  EXPECT_EQ(cue.points.back().position.x, result.balls[0].position.x());
  EXPECT_EQ(message.status, TrajectoryArray::STATUS_TIME_LIMIT);
  ASSERT_FALSE(message.events.empty());
  EXPECT_EQ(message.events[0].kind, TrajectoryEvent::KIND_BALL_BALL);
  EXPECT_EQ(message.events[0].balls[0], "cue");
  EXPECT_EQ(message.events[0].balls[1], "8");
}

// Between two points in STATE_REST a ball lies still: those in the middle are left out.
TEST(Messages, ARestHasItsFirstAndItsLastPoint) {
  const NamedTable table = pool_table();
  billiard::Simulator simulator(table.table, billiard::Physics{});
  billiard::Recorder recorder(0.02, 500);
  const std::vector<billiard::Ball> balls = {ball_at(-0.5, 0.0, 1.0), ball_at(0.0, 0.0)};
  simulator.reset(balls);
  const billiard::Result result = simulator.run({.time = 8.0}, &recorder);

  const auto points = to_message(result, recorder, {"cue", "8"}, table).trajectories[1].points;

  const double hit = recorder.events().front().time;
  ASSERT_GT(hit, 0.1);
  ASSERT_GT(points.size(), 2U);
  EXPECT_EQ(points[0].time, 0.0);
  EXPECT_EQ(points[0].state, BallMessage::STATE_REST);
  EXPECT_NEAR(points[1].time, hit, 0.02);
  EXPECT_EQ(points[1].state, BallMessage::STATE_REST);
  EXPECT_GT(points[2].time, hit);
  EXPECT_NE(points[2].state, BallMessage::STATE_REST);
}

TEST(Messages, RefusesPredictionsThatMakeNoSense) {
  TrajectoryArray message;
  message.events.resize(2);
  EXPECT_EQ(find_problem(message), "");
  message.events[1].kind = 9;
  EXPECT_EQ(find_problem(message), "events[1].kind is 9; allowed: 0 to 8");
  message.events[0].time = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(find_problem(message), "events[0].time is nan; allowed: finite numbers");
  message.header.stamp.sec = -1;
  EXPECT_THAT(find_problem(message), HasSubstr("header.stamp"));
}

TEST(Messages, TheTableHasItsPockets) {
  const auto message = to_message(pool_table());
  EXPECT_EQ(message.name, "pool_9ft");
  EXPECT_EQ(message.ball_set, "pool");
  ASSERT_EQ(message.pockets.size(), 6U);
  EXPECT_EQ(message.pockets[0].name, "corner_nn");
  EXPECT_LT(message.pockets[0].center.x, 0.0);
  EXPECT_EQ(find_pocket(pool_table().table, "side_p"), 5);
  EXPECT_EQ(find_pocket(pool_table().table, "middle"), -1);
}

}  // namespace
}  // namespace billiard_nodes
