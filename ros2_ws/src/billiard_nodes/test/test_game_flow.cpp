// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "game/game_flow.hpp"
#include "game/shot_line.hpp"

namespace billiard_nodes {
namespace {

using billiard::Game;
using testing::HasSubstr;

constexpr double kRadius = 0.028575;
constexpr double kTick = 0.02;  // [s]

/// A free game with two balls, one million racks long; time runs by ticks.
class AGame : public testing::Test {
 protected:
  void SetUp() override { make({.game = Game::kFree, .racks = 1}); }

  void make(const FlowOptions& options) {
    flow_.emplace(billiard::build_table({}, kRadius), kRadius, options,
                  [this](const billiard::Layout&, billiard::GameState) { return place_; });
    table_.cue_connected = table_.cue_idle = true;
    put("cue", -0.635, 0.12 * 1.27);
    put("3", 0.4, 0.0);
    put("5", 0.8, 0.2);
  }

  void put(const std::string& id, double x, double y) {
    int index = balls_.find(id);
    if (index < 0) {
      balls_.ids.push_back(id);
      balls_.balls.emplace_back();
      index = static_cast<int>(balls_.ids.size()) - 1;
    }
    billiard::Ball ball;
    ball.position = {x, y, kRadius};
    balls_.balls[static_cast<std::size_t>(index)] = ball;
  }
  void pocket(const std::string& id, int pocket) {
    auto& ball = balls_.balls[static_cast<std::size_t>(balls_.find(id))];
    ball.motion = billiard::Motion::kPocketed;
    ball.pocket = static_cast<std::int8_t>(pocket);
  }

  /// Lets time pass until the flow wants something, at most `limit` [s].
  Wish run(double limit) {
    const double end = table_.time + limit;
    while (table_.time < end) {
      table_.time += kTick;
      if (camera_) {
        table_.sighting = Sighting{table_.time, at_rest_, obstruction_, balls_};
        flow_->on_sighting(*table_.sighting);
      }
      const Wish wish = flow_->step(table_);
      if (wish != Wish::kNothing) return wish;
    }
    return Wish::kNothing;
  }

  void answer(std::uint32_t id = 1) { flow_->on_plan({id, {"3", "corner_pn"}, "direct", 0.8}); }

  /// Up to the moment when the stroke is commanded.
  void strike() {
    ASSERT_EQ(run(5.0), Wish::kPlan);
    answer();
    ASSERT_EQ(run(1.0), Wish::kStrike);
  }

  /// The stroke is made; ball 3 moves and the table comes to rest.
  void play_out() {
    flow_->on_stroke(1, StrokeOutcome::kFired, "");
    at_rest_ = false;
    put("3", 0.45, 0.0);
    (void)run(0.5);
    put("3", 1.2, -0.6);
    (void)run(0.5);
    at_rest_ = true;
  }

  TableNow table_;
  billiard::Layout balls_;
  bool camera_{true};
  bool at_rest_{true};
  std::string obstruction_;
  GameFlow::Place place_{{-0.3, -0.3}, ""};
  std::optional<GameFlow> flow_;
};

TEST_F(AGame, PlansWhenTheBallsHaveRestedAndStrikesOncePerPlan) {
  at_rest_ = false;
  EXPECT_EQ(run(2.0), Wish::kNothing);
  EXPECT_EQ(flow_->hindrance(), "balls are moving");
  at_rest_ = true;

  EXPECT_EQ(run(0.7), Wish::kNothing);
  flow_->on_new_look();
  EXPECT_EQ(run(0.5), Wish::kNothing);  // not long enough
  EXPECT_EQ(run(0.2), Wish::kPlan);
  EXPECT_EQ(run(1.0), Wish::kNothing);  // the planner thinks
  answer();
  EXPECT_EQ(run(0.1), Wish::kStrike);
  EXPECT_EQ(run(5.0), Wish::kNothing);  // never again
  EXPECT_EQ(flow_->phase(), Phase::kStriking);
}

TEST_F(AGame, JudgesTheShotAndGoesOn) {
  strike();
  play_out();
  pocket("3", 1);  // corner_pn

  EXPECT_EQ(run(5.0), Wish::kPlan);

  const auto played = flow_->take_played();
  ASSERT_TRUE(played);
  EXPECT_TRUE(played->judgement.verdict.success);
  EXPECT_EQ(flow_->shots(), 1U);
  EXPECT_EQ(flow_->pots(), 1U);
  EXPECT_FALSE(flow_->take_played());
  EXPECT_THAT(shot_line(*played, {.speed = 2.0, .offset_side = -0.2, .offset_height = 0.3}),
              testing::AllOf(HasSubstr("direct 3 corner_pn"), HasSubstr("p 0.80"),
                             HasSubstr("2.0 m/s 0.30 up 0.20 left"), HasSubstr("pocketed")));
}

TEST_F(AGame, PlansAgainWhenABallHasMoved) {
  ASSERT_EQ(run(5.0), Wish::kPlan);
  put("5", 0.803, 0.2);
  answer();

  EXPECT_EQ(run(0.3), Wish::kNothing);
  EXPECT_EQ(run(2.0), Wish::kPlan);
  EXPECT_THAT(flow_->last_call(), HasSubstr("ball 5 has moved by 3.0 mm"));
}

TEST_F(AGame, DoesNotStrikeWhileAHandIsOverTheTable) {
  ASSERT_EQ(run(5.0), Wish::kPlan);
  obstruction_ = "something is over the table";
  answer();

  EXPECT_EQ(run(10.0), Wish::kNothing);
  EXPECT_EQ(flow_->hindrance(), "something is over the table");
  obstruction_.clear();
  EXPECT_EQ(run(2.0), Wish::kStrike);
}

TEST_F(AGame, DoesNotStrikeWithoutFreshBalls) {
  ASSERT_EQ(run(5.0), Wish::kPlan);
  camera_ = false;
  EXPECT_EQ(run(0.4), Wish::kNothing);
  answer();

  EXPECT_EQ(run(3.0), Wish::kNothing);
  EXPECT_THAT(flow_->hindrance(), HasSubstr("last seen 3."));
  camera_ = true;
  EXPECT_EQ(run(2.0), Wish::kStrike);
}

TEST_F(AGame, DoesNotStrikeWithoutTheCue) {
  ASSERT_EQ(run(5.0), Wish::kPlan);
  table_.cue_connected = false;
  answer();
  EXPECT_EQ(run(1.0), Wish::kNothing);
  EXPECT_EQ(flow_->hindrance(), "the cue is not connected");
  table_.cue_connected = true;
  table_.cue_idle = false;
  EXPECT_EQ(run(1.0), Wish::kNothing);
  EXPECT_EQ(flow_->hindrance(), "the cue is not idle");
  table_.cue_idle = true;

  EXPECT_EQ(run(1.0), Wish::kStrike);
}

TEST_F(AGame, MakesANewPlanAfterARefusal) {
  strike();
  flow_->on_stroke(1, StrokeOutcome::kRefused, "ball 3 has moved");

  EXPECT_EQ(flow_->shots(), 0U);
  EXPECT_EQ(run(3.0), Wish::kPlan);
  answer(1);  // a planner that repeats itself: still one command per plan
  EXPECT_EQ(run(1.0), Wish::kStrike);
}

TEST_F(AGame, IgnoresAResultOfAnotherShot) {
  strike();
  flow_->on_stroke(99, StrokeOutcome::kFired, "");

  EXPECT_EQ(flow_->phase(), Phase::kStriking);
  EXPECT_EQ(flow_->shots(), 0U);
}

TEST_F(AGame, GivesUpACueThatNeverAnswers) {
  strike();

  EXPECT_EQ(run(14.0), Wish::kNothing);
  EXPECT_EQ(run(3.0), Wish::kPlan);
  EXPECT_EQ(flow_->last_call(), "no result from the cue");
}

TEST_F(AGame, WaitsAsLongAsItTakesToArmTheCue) {
  strike();
  table_.cue_idle = false;
  table_.cue_loaded = flow_->plan().shot_id;
  EXPECT_EQ(run(100.0), Wish::kNothing);
  EXPECT_EQ(flow_->hindrance(), "shot 1 waits for /cue/arm");

  table_.cue_loaded = 0;
  flow_->on_stroke(flow_->plan().shot_id, StrokeOutcome::kFired, "");
  EXPECT_EQ(flow_->phase(), Phase::kWatching);
}

TEST_F(AGame, AsksAgainWhenThereIsNoPlan) {
  ASSERT_EQ(run(5.0), Wish::kPlan);
  flow_->on_plan_failed("no shot");
  EXPECT_EQ(run(0.5), Wish::kNothing);
  EXPECT_EQ(flow_->hindrance(), "no plan: no shot");

  EXPECT_EQ(run(2.0), Wish::kPlan);
}

TEST_F(AGame, HasTheCueBallInHandAfterAFoul) {
  strike();
  play_out();
  put("3", 0.4, 0.0);
  pocket("cue", 0);
  EXPECT_EQ(run(3.0), Wish::kNothing);

  EXPECT_EQ(flow_->fouls(), 1U);
  ASSERT_TRUE(flow_->placement());
  EXPECT_NEAR(flow_->placement()->x(), -0.3, 1e-9);
  EXPECT_THAT(flow_->hindrance(), HasSubstr("(-0.300, -0.300)"));
  put("cue", 0.5, 0.5);  // somewhere else
  EXPECT_EQ(run(3.0), Wish::kNothing);
  put("cue", -0.301, -0.3);
  EXPECT_EQ(run(3.0), Wish::kPlan);
  EXPECT_FALSE(flow_->placement());
}

TEST_F(AGame, IsOverWhenTheLastBallHasFallen) {
  pocket("5", 2);
  strike();
  play_out();
  pocket("3", 1);

  EXPECT_EQ(run(2.0), Wish::kNothing);
  EXPECT_EQ(flow_->phase(), Phase::kOver);
  EXPECT_EQ(run(2.0), Wish::kNothing);
  EXPECT_TRUE(flow_->finished());
}

TEST_F(AGame, GoesOnWithTheNextRack) {
  make({.game = Game::kFree, .racks = 2});
  pocket("5", 2);
  strike();
  play_out();
  pocket("3", 1);
  (void)run(4.0);

  EXPECT_FALSE(flow_->finished());
  EXPECT_EQ(flow_->rack(), 2U);
  EXPECT_EQ(flow_->shots(), 0U);
  ASSERT_TRUE(flow_->placement());
}

TEST_F(AGame, GivesARackUpAfterTooManyShots) {
  make({.game = Game::kFree, .racks = 1, .most_shots = 1});
  strike();
  play_out();

  EXPECT_EQ(run(2.0), Wish::kNothing);
  EXPECT_EQ(flow_->phase(), Phase::kOver);
  EXPECT_THAT(flow_->last_call(), HasSubstr("too many shots"));
}

TEST_F(AGame, NeedsARackBeforeTheBreak) {
  make({.game = Game::kNineBall});

  EXPECT_EQ(run(3.0), Wish::kNothing);
  EXPECT_THAT(flow_->hindrance(), HasSubstr("a rack of 9 balls is needed"));
  EXPECT_FALSE(flow_->take_new_look());
  EXPECT_EQ(run(1.0), Wish::kNothing);
  EXPECT_TRUE(flow_->take_new_look());  // perhaps the tracker holds on to balls of the last rack
  EXPECT_FALSE(flow_->take_new_look());
}

TEST_F(AGame, LooksAnewAtEveryRack) {
  make({.game = Game::kFree, .racks = 2});
  pocket("5", 2);
  strike();
  EXPECT_TRUE(flow_->take_new_look());
  play_out();
  pocket("3", 1);
  (void)run(2.0);
  ASSERT_EQ(flow_->rack(), 2U);
  EXPECT_TRUE(flow_->take_new_look());  // it may stand there at once
  flow_->on_new_look();

  put("3", 0.4, 0.0);

  EXPECT_EQ(run(5.0), Wish::kPlan);
  EXPECT_TRUE(flow_->take_new_look());
}

TEST_F(AGame, CountsOnlyWhatTheNewLookShows) {
  ASSERT_EQ(run(0.7), Wish::kNothing);
  ASSERT_TRUE(flow_->take_new_look());
  EXPECT_EQ(run(0.9), Wish::kNothing);  // the tracker has not answered yet
  flow_->on_new_look();
  EXPECT_EQ(run(0.5), Wish::kNothing);  // not long enough
  EXPECT_EQ(run(0.2), Wish::kPlan);
}

TEST_F(AGame, LooksAnewAtARackThatIsBuiltSlowly) {
  make({.game = Game::kFree, .settle = 4.0});
  pocket("5", 2);
  pocket("3", 1);
  (void)run(9.0);
  EXPECT_TRUE(flow_->take_new_look());  // perhaps there is a rack
  flow_->on_new_look();
  put("3", 0.4, 0.0);

  (void)run(5.0);
  EXPECT_TRUE(flow_->take_new_look());
  flow_->on_new_look();
  EXPECT_EQ(run(5.0), Wish::kPlan);
}

TEST_F(AGame, DoesNotLookAnewBetweenShots) {
  strike();
  EXPECT_TRUE(flow_->take_new_look());
  play_out();

  EXPECT_EQ(run(5.0), Wish::kPlan);
  EXPECT_FALSE(flow_->take_new_look());
}

TEST_F(AGame, IsRackedAgainWhenTheEightFallsOnTheBreak) {
  make({.game = Game::kEightBall, .racks = 2});
  constexpr std::array kOrder = {1, 9, 2, 10, 8, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15};
  for (int row = 0, at = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i, ++at) {
      put(std::to_string(kOrder[static_cast<std::size_t>(at)]), 0.635 + 1.7325 * kRadius * row,
          1.0005 * kRadius * (2 * i - row));
    }
  }
  strike();
  play_out();
  pocket("8", 1);
  (void)run(4.0);

  const auto played = flow_->take_played();
  ASSERT_TRUE(played);
  EXPECT_TRUE(played->judgement.verdict.racked_again);
  EXPECT_FALSE(played->judgement.verdict.lost);
  EXPECT_EQ(flow_->rack(), 2U);
}

TEST_F(AGame, IsNotDecidedWhileTheCameraIsBlindAfterTheStroke) {
  strike();
  play_out();
  obstruction_ = "the camera stands still";
  EXPECT_EQ(run(10.0), Wish::kNothing);
  EXPECT_EQ(flow_->phase(), Phase::kWatching);
  obstruction_.clear();
  pocket("3", 1);

  EXPECT_EQ(run(3.0), Wish::kPlan);
  EXPECT_EQ(flow_->pots(), 1U);
}

}  // namespace
}  // namespace billiard_nodes
