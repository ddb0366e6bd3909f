// SPDX-License-Identifier: Apache-2.0
// What is told of a recorded game: numbers, text and page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "filmed_stroke.hpp"
#include "session/game_html.hpp"

namespace billiard::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

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
