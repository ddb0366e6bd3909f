// SPDX-License-Identifier: Apache-2.0
#include "position.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry.hpp"
#include "layout.hpp"

namespace billiard {
namespace {

/// No rail within a cue's length behind it for shots towards +x.
const Point kHere(0.3, 0.0);

LayoutWorth worth(const Places& places, GameState game = {}) {
  return judge_layout(TestLayout(places, game).scene());
}

TEST(LayoutWorth, IsTheChanceOfTheOnlyPot) {
  const TestLayout layout({{"cue", kHere}, {"1", {0.8, 0.2}}});
  double best = 0.0;
  for (const PocketId id : {PocketId::kCornerPP, PocketId::kCornerPN}) {
    const auto pot = pot_geometry(layout.scene(), kHere, {0.8, 0.2}, pocket(id));
    if (pot) best = std::max(best, estimate_probability(layout.scene(), *pot, pocket(id)));
  }

  const LayoutWorth only = judge_layout(layout.scene());

  EXPECT_GT(best, 0.3);
  EXPECT_NEAR(only.next, best, 1e-12);
  EXPECT_NEAR(only.value, best, 1e-12);
}

TEST(LayoutWorth, WeighsTheThreeEasiestPots) {
  const Places balls = {
      {"1", {0.8, 0.2}}, {"2", {1.0, -0.45}}, {"3", {0.5, 0.5}}, {"4", {0, -0.5}}};
  Places all = {{"cue", kHere}};
  std::vector<double> alone;
  for (const auto& ball : balls) {
    all.push_back(ball);
    alone.push_back(worth({{"cue", kHere}, ball}).next);
  }
  std::sort(alone.rbegin(), alone.rend());
  ASSERT_GT(alone[2], alone[3]);

  const LayoutWorth together = worth(all);

  EXPECT_NEAR(together.next, alone[0], 1e-12);
  EXPECT_NEAR(together.value, (alone[0] + 0.25 * alone[1] + 0.1 * alone[2]) / 1.35, 1e-12);
}

TEST(LayoutWorth, LosesABallThatNoPocketIsOpenFor) {
  Places places = {{"cue", kHere}, {"1", {0.8, 0.2}}, {"2", {-0.7, 0.0}}};
  for (int i = 0; i < 6; ++i) {  // stripes all round the second solid
    const double angle = i * std::numbers::pi / 3.0;
    const Point around = 0.058 * Point(std::cos(angle), std::sin(angle));
    places.emplace_back(std::to_string(9 + i), Point(-0.7, 0.0) + around);
  }
  const double alone = worth({{"cue", kHere}, {"1", {0.8, 0.2}}}).next;

  const LayoutWorth stuck = worth(places, {Game::kEightBall, Group::kSolids});

  // One of two balls is stuck: 0.4 · 1/2 is lost, and the second pot counts 0.
  EXPECT_NEAR(stuck.next, alone, 1e-12);
  EXPECT_NEAR(stuck.value, alone / 1.25 * 0.8, 1e-12);
}

TEST(LayoutWorth, OfAHiddenBallHasNoNextShot) {
  const LayoutWorth hidden = worth({{"cue", kHere}, {"1", {0.8, 0.2}}, {"9", {0.45, 0.06}}},
                                   {Game::kEightBall, Group::kSolids});

  EXPECT_EQ(hidden.next, 0.0);
  EXPECT_EQ(hidden.value, 0.0);
}

TEST(LayoutWorth, FallsWhereTheCueMustBeRaised) {
  const Places open = {{"cue", kHere}, {"1", {0.8, 0.2}}};
  Places behind = open;
  behind.emplace_back("9", Point(0.18, -0.03));
  const GameState solids{Game::kEightBall, Group::kSolids};

  EXPECT_GT(worth(behind, solids).next, 0.0);
  EXPECT_LT(worth(behind, solids).next, 0.8 * worth(open, solids).next);
}

TEST(LayoutWorth, IsWholeWhenNothingIsLeft) {
  const LayoutWorth done = worth({{"cue", kHere}});

  EXPECT_EQ(done.next, 1.0);
  EXPECT_EQ(done.value, 1.0);
}

TEST(LayoutWorth, IsNothingWithoutTheCueBall) {
  TestLayout layout({{"cue", kHere}, {"1", {0.8, 0.2}}});
  layout.request.balls[0].motion = Motion::kPocketed;

  EXPECT_EQ(judge_layout(layout.scene()).value, 0.0);
}

TEST(LayoutWorth, IsMirroredWithTheTable) {
  const Places places = {{"cue", {0.1, 0.2}}, {"1", {0.8, 0.2}}, {"2", {-0.6, -0.4}}};

  EXPECT_NEAR(worth(places).value, worth(mirrored_in_x(places)).value, 1e-12);
}

}  // namespace
}  // namespace billiard
