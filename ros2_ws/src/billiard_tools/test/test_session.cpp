// SPDX-License-Identifier: Apache-2.0
// Shots, errors and summaries of recordings made by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "session/animation.hpp"
#include "session/game_html.hpp"
#include "session/prediction_error.hpp"
#include "session/retrack.hpp"
#include "session/shots.hpp"
#include "session/statistics.hpp"

namespace billiard::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr double kPeriod = 1.0 / 60.0;  // [s]
constexpr double kSpeed = 1.5;          // [m/s]

Ball ball_at(double x, double y, double vx = 0.0) {
  Ball ball;
  ball.position = {x, y, 0.028};
  ball.velocity = {vx, 0.0, 0.0};
  ball.motion = vx == 0.0 ? Motion::kRest : Motion::kRolling;
  return ball;
}

/// The cue ball leaves x = −0.5 at `strike` and stops after 0.6 s; a ball "1" lies still.
std::vector<BallsMoment> filmed(double from, double to, double strike) {
  std::vector<BallsMoment> moments;
  for (int i = 0; from + i * kPeriod < to; ++i) {
    const double time = from + i * kPeriod, since = std::clamp(time - strike, 0.0, 0.6);
    const bool moves = since > 0.0 && since < 0.6;
    BallsMoment moment;
    moment.time = time;
    moment.at_rest = !moves;
    moment.layout.ids = {"cue", "1"};
    moment.layout.balls = {ball_at(-0.5 + kSpeed * since, 0.1, moves ? kSpeed : 0.0),
                           ball_at(0.9, -0.4)};
    moments.push_back(moment);
  }
  return moments;
}

RecordedResult fired(double time, std::uint32_t id) {
  RecordedResult result;
  result.time = time;
  result.shot_id = id;
  return result;
}

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

/// A recording of one called shot.
Recording called_shot() {
  Recording recording;
  recording.truth = recording.balls = filmed(0.0, 2.0, 0.507);
  recording.results = {fired(0.5, 7)};
  RecordedPlan plan;
  plan.shot_id = 7;
  plan.target = "1<b>";
  plan.pocket = "corner_pp";
  plan.kind = "direct";
  plan.probability = 0.8;
  recording.plans = {plan};
  RecordedCommand command;
  command.shot_id = 7;
  recording.commands = {command};
  RecordedGame before;
  before.rack = 1;
  RecordedGame after = before;
  after.time = 1.5;
  after.pots = 1;
  after.last_call = "well played";
  recording.game = {before, after};
  return recording;
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

TEST(GameSummary, CountsPotsAndStrokes) {
  Recording recording = called_shot();
  recording.results.push_back(fired(0.6, 7));  // a second stroke for the same shot
  const Settings settings{build_table({}, 0.028575), {}};

  const GameSummary summary = summarise(recording, settings.table, [](const auto&) {});

  EXPECT_EQ(summary.racks, 1u);
  EXPECT_EQ(summary.pots, 1u);
  EXPECT_EQ(summary.fouls, 0u);
  EXPECT_EQ(summary.called, 1u);
  EXPECT_DOUBLE_EQ(summary.promised, 0.8);
  EXPECT_DOUBLE_EQ(summary.realised, 1.0);
  EXPECT_EQ(summary.fired_twice, 1u);
  EXPECT_EQ(summary.unanswered, 0u);
  EXPECT_EQ(summary.balls_missed, 0u);
  EXPECT_THAT(to_text(summary), HasSubstr("FIRED TWICE"));
}

TEST(GameSummary, SaysThatTheGameWasCutShort) {
  Recording recording = called_shot();
  const Settings settings{build_table({}, 0.028575), {}};
  const auto none = [](const auto&) {};

  GameSummary summary = summarise(recording, settings.table, none);
  EXPECT_THAT(to_text(summary),
              HasSubstr("1 rack, 1 shot: 1 potted, 0 fouls\ncut short: 0 of 1 rack "
                        "finished\n"));
  EXPECT_THAT(to_html(summary, recording, settings), HasSubstr("cut short: 0 of 1 rack finished"));
  EXPECT_EQ(to_json(summary, recording)["racks_finished"], 0);

  recording.game.back().over = true;
  summary = summarise(recording, settings.table, none);
  EXPECT_THAT(to_text(summary), Not(HasSubstr("cut short")));
  EXPECT_THAT(to_html(summary, recording, settings), Not(HasSubstr("cut short")));

  summary.racks_asked = 3;
  EXPECT_THAT(to_text(summary), HasSubstr("cut short: 1 of 3 racks finished"));
}

TEST(GameSummary, SaysWhichBallsWereMissedOrInventedAndWhen) {
  Recording recording = called_shot();
  for (BallsMoment& m : recording.balls) {
    if (m.time < 0.51) m.layout.balls[1].position.y() += 0.2;  // seen where no ball is
    if (m.time > 1.5) m.layout.balls[0].motion = Motion::kOffTable;
  }

  const GameSummary summary = summarise(recording, build_table({}, 0.028575), [](const auto&) {});

  EXPECT_EQ(summary.balls_missed, 2u);
  EXPECT_EQ(summary.balls_invented, 1u);
  EXPECT_THAT(summary.notes, ElementsAre("ball 1 was invented before shot 1 of rack 1",
                                         "ball 1 was missed before shot 1 of rack 1",
                                         "ball cue was missed at the end"));
}

TEST(GameSummary, TimesEachFrameOnceAndByOneClock) {
  Recording recording = called_shot();
  recording.predictions = {{0.0, 0.004, 0.005, 1e-4},
                           {0.0, 0.9, 0.91, 1e-4},  // the same frame again: the camera stands still
                           {1.0, 0.006, 0.007, 1e-4},
                           {2.0, -3600.0, 3600.0, 1e-4}};  // stamped by another clock

  const GameSummary summary = summarise(recording, build_table({}, 0.028575), [](const auto&) {});

  EXPECT_EQ(summary.frame_to_prediction.count, 2u);
  EXPECT_NEAR(summary.frame_to_prediction.most_ms, 6.0, 1e-9);
  EXPECT_EQ(summary.frame_to_recorder.count, 2u);
  EXPECT_NEAR(summary.frame_to_recorder.most_ms, 7.0, 1e-9);
  EXPECT_EQ(summary.prediction.count, 4u);
}

TEST(GameSummary, TakesTheErrorOfThePredictionMadeInTime) {
  Recording recording = called_shot();
  const Settings settings{build_table({}, 0.028575), {}};
  const auto predict = [&](const std::function<void(const RecordedPrediction&)>& take) {
    for (const BallsMoment& m : recording.balls) {  // 1 % too fast
      RecordedPrediction prediction;
      prediction.time = m.time;
      for (std::size_t i = 0; i < 2; ++i) {
        const Ball& ball = m.layout.balls[i];
        const Vec2<double> v = 1.01 * ball.velocity.head<2>(), p = ball.position.head<2>();
        const double ends = std::max(0.0, 1.107 - m.time);
        prediction.paths.push_back({m.layout.ids[i], "", {{0.0, p, v}, {ends, p + ends * v, v}}});
      }
      take(prediction);
    }
  };

  const GameSummary summary = summarise(recording, settings.table, predict);

  ASSERT_THAT(summary.errors, SizeIs(5));
  for (const SeenError& e : summary.errors) {
    EXPECT_EQ(e.count, 1u);
    EXPECT_EQ(e.shots, 1u);
    EXPECT_NEAR(e.median_mm, 1e3 * 0.01 * kSpeed * (0.6 - e.seen), 0.3) << e.seen;
  }
}

TEST(GameSummary, SaysHowManyShotsHadAPredictionInTime) {
  Recording recording = called_shot();
  const Settings settings{build_table({}, 0.028575), {}};

  const GameSummary summary = summarise(recording, settings.table, [&](const auto& take) {
    for (const BallsMoment& m : recording.balls) {
      if (m.time > 0.65) continue;  // frames came late from then on
      RecordedPrediction prediction;
      prediction.time = m.time;
      const Vec2<double> p = m.layout.balls[0].position.template head<2>();
      prediction.paths.push_back({m.layout.ids[0], "", {{0.0, p, {1.0, 0.0}}}});
      take(prediction);
    }
  });

  EXPECT_EQ(summary.errors.front().shots, 1u);
  EXPECT_EQ(summary.errors.back().shots, 0u);
  EXPECT_THAT(to_text(summary), HasSubstr("1 of 1 shot)"));
}

TEST(GamePage, EscapesTextsAndLoadsNothing) {
  Recording recording = called_shot();
  recording.notes = {"</script><script>alert(1)</script>"};
  const Settings settings{build_table({}, 0.028575), {}};
  const GameSummary summary = summarise(recording, settings.table, [](const auto&) {});

  const std::string page = to_html(summary, recording, settings);

  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("1<b>")));
  EXPECT_THAT(page, HasSubstr("1&lt;b&gt; into corner_pp"));
  EXPECT_THAT(page, HasSubstr("well played"));
  EXPECT_THAT(page, Not(HasSubstr(" src=")));
}

}  // namespace
}  // namespace billiard::session
