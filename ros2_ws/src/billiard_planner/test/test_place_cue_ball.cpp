// SPDX-License-Identifier: Apache-2.0
#include "place_cue_ball.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "billiard_engine/check_layout.hpp"
#include "geometry.hpp"
#include "layout.hpp"

namespace billiard {
namespace {

class BallInHand : public ::testing::Test {
 protected:
  Planner planner_{nine_foot().table, nine_foot().physics, 1};
};

TEST(CueBallPlaces, LieBehindEveryPotAtTheGivenCuts) {
  TestLayout layout({{"cue", {-1, 0}}, {"1", {0.3, 0.1}}});

  const auto places = cue_ball_places(layout.scene());

  ASSERT_EQ(places.size(), 6U * 3U * 5U);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Pocket& into = nine_foot().table.pockets[i / 15];
    const Point ghost = ghost_position({0.3, 0.1}, into.mouth, nine_foot().physics.ball.radius);
    const Point way = ghost - places[i];
    const Point on = into.mouth - Point(0.3, 0.1);
    const double cut = std::abs(std::atan2(cross(way, on), way.dot(on)));
    EXPECT_TRUE(std::abs(cut) < 1e-9 || std::abs(cut - 0.2) < 1e-9 || std::abs(cut - 0.45) < 1e-9);
    EXPECT_THAT(way.norm(), ::testing::AllOf(::testing::Ge(0.2499), ::testing::Le(0.6001)));
  }
}

TEST(CueBallPlaces, AreOfAllowedBallsOnly) {
  const TestLayout layout({{"cue", {-1, 0}}, {"9", {0.3, 0.1}}},
                          {Game::kEightBall, Group::kSolids});

  EXPECT_TRUE(cue_ball_places(layout.scene()).empty());
}

TEST_F(BallInHand, IsPlacedOnTheClothWithAnEasyPot) {
  TestLayout layout({{"1", {0.3, 0.1}}, {"2", {0.5, -0.3}}});
  layout.request.simulations = 300;

  const PlanRequest placed = planner_.place_cue_ball(layout.request);

  ASSERT_EQ(placed.ids.back(), "cue");
  EXPECT_FALSE(check_layout(placed.balls, nine_foot().table, nine_foot().physics));
  EXPECT_GT(planner_.plan(placed).best.success_probability, 0.9);
}

TEST_F(BallInHand, IsPlacedOnTheClothEvenIfNothingCanBePotted) {
  Places places = {{"1", {1.1, 0.45}}};  // the place behind the first pot is beyond the corner
  for (int i = 0; i < 6; ++i) {
    const double angle = i * std::numbers::pi / 3.0;
    const Point around = 0.058 * Point(std::cos(angle), std::sin(angle));
    places.emplace_back(std::to_string(9 + i), Point(1.1, 0.45) + around);
  }
  const TestLayout layout(places, {Game::kEightBall, Group::kSolids});

  const PlanRequest placed = planner_.place_cue_ball(layout.request);

  EXPECT_FALSE(check_layout(placed.balls, nine_foot().table, nine_foot().physics));
}

// Also one that leans against a jaw, as once in a game.
TEST_F(BallInHand, FindsAPotOfABallThatHangsInTheJaws) {
  const Pocket& corner = nine_foot().table.pockets[1];
  for (const Point& at : {Point(corner.mouth + 0.02 * corner.inward), Point(1.221, -0.615)}) {
    TestLayout layout({{"8", at}}, {Game::kEightBall, Group::kSolids});
    layout.request.simulations = 300;

    const PlanRequest placed = planner_.place_cue_ball(layout.request);

    EXPECT_GT(planner_.plan(placed).best.success_probability, 0.5);  // the cue ball may follow
  }
}

TEST_F(BallInHand, MayHaveLainAnywhereBefore) {
  TestLayout layout({{"cue", {0.3, 0.1}}, {"1", {0.3, 0.1}}});  // inside the other ball

  const PlanRequest placed = planner_.place_cue_ball(layout.request);

  EXPECT_EQ(placed.balls.size(), 2U);
  EXPECT_FALSE(check_layout(placed.balls, nine_foot().table, nine_foot().physics));
}

TEST_F(BallInHand, IsPlacedForTheAskedBall) {
  TestLayout layout({{"1", {0.2, 0.4}}, {"2", {-0.7, -0.2}}});
  const auto distance = [&] {
    const Ball cue = planner_.place_cue_ball(layout.request).balls.back();
    return (cue.position.head<2>() - Point(-0.7, -0.2)).norm();
  };
  ASSERT_GT(distance(), 0.8) << "the other ball is easier";
  layout.request.target = "2";

  EXPECT_LT(distance(), 0.4);
}

TEST_F(BallInHand, IsRefusedWhereNothingMayBeHit) {
  EXPECT_THROW((void)planner_.place_cue_ball(TestLayout(Places{}).request), std::invalid_argument);
}

TEST_F(BallInHand, IsRefusedBesideAFullListOfBalls) {
  Places places;
  for (int i = 0; i < kMaxBalls; ++i) {
    places.emplace_back(std::to_string(i + 1), Point(-1.0 + 0.08 * i, 0.0));
  }

  EXPECT_THROW((void)planner_.place_cue_ball(TestLayout(places).request), std::invalid_argument);
}

TEST_F(BallInHand, IsRefusedIfIdsAndBallsDoNotMatch) {
  TestLayout layout({{"1", {0.3, 0.1}}, {"2", {0.5, 0.1}}, {"cue", {0, 0}}});
  layout.request.balls.resize(1);

  EXPECT_THROW((void)planner_.place_cue_ball(layout.request), std::invalid_argument);
}

}  // namespace
}  // namespace billiard
