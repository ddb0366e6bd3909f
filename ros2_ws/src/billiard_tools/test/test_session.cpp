// SPDX-License-Identifier: Apache-2.0
// Shots, moments and errors of recordings made by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "filmed_stroke.hpp"
#include "session/animation.hpp"
#include "session/prediction_error.hpp"
#include "session/retrack.hpp"
#include "session/shots.hpp"
#include "session/statistics.hpp"

namespace billiard::session {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(Quantile, TakesTheNearestRank) {
  EXPECT_EQ(quantile({}, 0.5), 0.0);
  EXPECT_EQ(quantile({3.0, 1.0, 2.0}, 0.5), 2.0);
  EXPECT_EQ(quantile({4.0, 1.0, 2.0, 3.0}, 0.5), 2.0);
  EXPECT_EQ(quantile({4.0, 1.0, 2.0, 3.0}, 0.99), 4.0);
}

TEST(Shots, StartBetweenFramesByTheMotion) {
  const auto moments = filmed(0.0, 2.0, 0.507);

  const auto shots = find_shots({}, moments);

  ASSERT_THAT(shots, SizeIs(1));
  EXPECT_NEAR(shots[0].strike, 0.507, 1e-9);
  EXPECT_NEAR(shots[0].end, 1.107, kPeriod);
  EXPECT_TRUE(shots[0].ended);
}

TEST(Shots, CarryTheIdOfTheStroke) {
  const auto moments = filmed(0.0, 2.0, 0.507);
  const std::vector<RecordedResult> results{fired(0.49, 7)};

  const auto shots = find_shots(results, moments);

  ASSERT_THAT(shots, SizeIs(1));
  EXPECT_EQ(shots[0].shot_id, 7u);
  EXPECT_NEAR(shots[0].strike, 0.507, 1e-9);
}

TEST(Shots, NeedAStrokeAndMotion) {
  const auto moments = filmed(0.0, 2.0, 0.507);
  std::vector<RecordedResult> refused{fired(0.5, 1)};
  refused[0].outcome = StrokeOutcome::kRefused;

  EXPECT_THAT(find_shots(refused, moments), SizeIs(0));
  EXPECT_THAT(find_shots(std::vector{fired(-3.0, 1)}, moments), SizeIs(0));
  EXPECT_THAT(find_shots(std::vector{fired(0.5, 1)}, {}), SizeIs(0));
}

TEST(Shots, DoNotEndWhereTheRecordingIsCut) {
  const auto moments = filmed(0.0, 0.8, 0.507);

  const auto shots = find_shots({}, moments);

  ASSERT_THAT(shots, SizeIs(1));
  EXPECT_FALSE(shots[0].ended);
  EXPECT_DOUBLE_EQ(shots[0].end, moments.back().time);
}

TEST(Shots, SkipABallThatIsPlacedByHand) {
  auto moments = filmed(0.0, 1.0, 9.0);
  for (std::size_t i = 30; i < moments.size(); ++i) moments[i].layout.balls[0] = ball_at(0.2, 0.3);

  EXPECT_THAT(find_shots({}, moments), SizeIs(0));
}

TEST(Moments, AreFoundNearATimeOrAtRestBeforeIt) {
  const auto moments = filmed(0.0, 2.0, 0.507);

  EXPECT_EQ(moment_at(moments, 0.5 + 0.4 * kPeriod), &moments[30]);
  EXPECT_EQ(moment_at(moments, 5.0), &moments.back());
  EXPECT_EQ(moment_at(moments, -1.0), nullptr);
  EXPECT_EQ(moment_at(std::span(moments).first(40), 5.0), nullptr);  // still moving
  EXPECT_EQ(last_before(moments, -0.1), nullptr);
}

TEST(MatchBalls, PairsTheNearestOnce) {
  const Layout a{{"x", "y", "z"}, {ball_at(0.0, 0.0), ball_at(0.02, 0.0), ball_at(0.8, 0.0)}};
  const Layout b{{"1", "2"}, {ball_at(0.015, 0.0), ball_at(-0.01, 0.0)}};

  EXPECT_THAT(match_balls(a, b), ElementsAre(1, 0, -1));
}

TEST(ForecastErrors, CountMovedBallsAndPockets) {
  const Table table = build_table({}, 0.028575);
  Ball fallen = ball_at(0.0, 0.0);
  fallen.motion = Motion::kPocketed;
  fallen.pocket = 2;
  const Layout rest{{"cue", "1", "2", "3"},
                    {ball_at(0.0, 0.0), ball_at(0.5, 0.0), ball_at(0.5, 0.3), ball_at(0.5, -0.3)}};
  Layout later = rest;
  later.balls[0] = ball_at(0.30, 0.0);
  later.balls[2] = fallen;
  later.balls[3] = fallen;
  std::vector<Ball> said = rest.balls;
  said[0] = ball_at(0.30, 0.004);
  said[2] = ball_at(1.2, 0.5);
  said[3] = fallen;

  const auto errors = forecast_errors({rest, said, rest, later, rest}, table);

  ASSERT_THAT(errors, SizeIs(2));  // "1" never moved, "3" fell in both
  EXPECT_EQ(errors[0].ball, "cue");
  EXPECT_NEAR(errors[0].error, 0.004, 1e-12);
  EXPECT_EQ(errors[1].ball, "2");
  EXPECT_NEAR(errors[1].error, (table.pockets[2].centre - Vec2<double>(1.2, 0.5)).norm(), 1e-12);
}

TEST(RecordedPredictions, AreReadBetweenTheirPoints) {
  RecordedPrediction prediction;
  PredictedPath path{"cue", "corner_pp", {}};
  for (int i = 0; i <= 4; ++i) {  // x = t²
    const double t = 0.1 * i;
    path.points.push_back({t, {t * t, 0.0}, {2.0 * t, 0.0}});
  }
  prediction.paths = {path};
  const Table table = build_table({}, 0.028575);

  EXPECT_NEAR(balls_at(prediction, 0.25, table)[0].position.x(), 0.0625, 1e-12);
  EXPECT_EQ(balls_at(prediction, 0.25, table)[0].motion, Motion::kRest);
  EXPECT_EQ(balls_at(prediction, 9.0, table)[0].motion, Motion::kPocketed);
  EXPECT_EQ(balls_at(prediction, 9.0, table)[0].pocket, 2);
}

TEST(HalfTurn, IsSeenAndUndone) {
  const auto seen = filmed(0.0, 1.0, 0.5);
  auto truth = seen;
  turn_by_half(truth);

  EXPECT_FALSE(is_half_turned(seen, seen));
  EXPECT_TRUE(is_half_turned(truth, seen));
  turn_by_half(truth);
  EXPECT_EQ(truth[40].layout.balls[0].position, seen[40].layout.balls[0].position);
}

TEST(Moments, KeepIdsAndFallenBallsOfTracks) {
  MomentMaker maker(vision::BallSet::kSnooker);
  const int red = vision::find_kind(vision::BallSet::kSnooker, "red");
  vision::TrackedFrame frame;
  for (std::uint32_t i = 1; i <= 3; ++i) {
    vision::TrackedBall ball;
    ball.track = i;
    ball.kind = red;
    ball.position = {0.1 * i, 0.0, 0.026};
    frame.balls.push_back(ball);
  }

  EXPECT_THAT(maker.take(frame).layout.ids, ElementsAre("red", "red2", "red3"));
  vision::LostBall lost;
  lost.track = 2;
  lost.reason = vision::LostBall::Reason::kPocketed;
  lost.pocket = 4;
  frame.balls.erase(frame.balls.begin() + 1);
  frame.lost = {lost};
  BallsMoment moment = maker.take(frame);

  EXPECT_THAT(moment.layout.ids, ElementsAre("red", "red3", "red2"));
  EXPECT_EQ(moment.layout.balls[2].motion, Motion::kPocketed);
  EXPECT_EQ(moment.layout.balls[2].pocket, 4);
  frame.lost.clear();
  EXPECT_THAT(maker.take(frame).layout.ids, ElementsAre("red", "red3", "red2"));
}

TEST(Animation, KeepsFewKeysAndTheFall) {
  auto moments = filmed(0.4, 2.0, 0.5);
  for (auto& m : moments) {
    if (m.time < 0.8) continue;
    m.layout.balls[0].motion = Motion::kPocketed;
    m.layout.balls[0].pocket = 5;
  }
  const Table table = build_table({}, 0.028575);

  const auto balls = animate(moments, 0.5, table);

  ASSERT_THAT(balls, SizeIs(2));
  EXPECT_TRUE(balls[0].falls);
  EXPECT_LE(balls[0].keys.size(), 6u);
  EXPECT_EQ(balls[0].keys.back().place, table.pockets[5].centre);
  EXPECT_THAT(balls[1].keys, SizeIs(1));
}

TEST(StrokeTeller, ExpectsACommandedStrokeUntilTheNextOrUntilItIsGivenUp) {
  Recording recording;
  RecordedCommand command;
  for (const std::uint32_t id : {7u, 8u, 9u}) {
    command.time = 100.0 * id;
    command.shot_id = id;
    command.shot.speed = id;
    command.place = {0.1, 0.2};
    recording.commands.push_back(command);
  }
  recording.results = {fired(760.0, 7), fired(860.0, 9), fired(870.0, 8), fired(960.0, 9)};
  for (RecordedResult& result : recording.results) result.outcome = StrokeOutcome::kAborted;
  recording.results[0].outcome = StrokeOutcome::kFired;
  StrokeTeller strokes(recording);

  EXPECT_FALSE(strokes.take(699.0));
  const auto first = strokes.take(700.0);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->shot.speed, 7.0);
  EXPECT_EQ(first->place.y, 0.2);
  EXPECT_GT(first->until, 1e6) << "a person may take long to arm the cue";
  EXPECT_FALSE(strokes.take(799.0)) << "fired";
  EXPECT_EQ(strokes.take(800.0)->shot.speed, 8.0);
  EXPECT_FALSE(strokes.take(865.0)) << "another shot was aborted";
  EXPECT_LT(strokes.take(870.0)->until, 870.0) << "not expected any more";
  EXPECT_EQ(strokes.take(900.0)->shot.speed, 9.0);
}

}  // namespace
}  // namespace billiard::session
