// SPDX-License-Identifier: Apache-2.0
#include "candidates/open_shots.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "cue_clearance.hpp"
#include "geometry.hpp"
#include "run_out.hpp"
#include "traced_way.hpp"

namespace billiard {
namespace {

constexpr double kDiameter = 0.05715;

TEST(Safeties, HitEveryAllowedBallFullAndThin) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0.5, 0.2}}, {"9", {-0.5, 0.3}}},
                          {Game::kEightBall, Group::kSolids});
  std::set<int> offsets;  // [% of a diameter]

  for (const Choice& choice : safety_shots(layout.scene())) {
    EXPECT_EQ(choice.kind, ShotKind::kSafety);
    EXPECT_EQ(choice.call.target, -1);
    const double miss = TracedWay::along({0, 0}, choice.shot.azimuth).miss({0.5, 0.2});
    offsets.insert(static_cast<int>(std::lround(100.0 * miss / kDiameter)));
  }

  EXPECT_THAT(offsets, ::testing::ElementsAre(-95, -80, -50, 0, 50, 80, 95));
}

TEST(Safeties, AreNoneOnAHiddenBall) {
  const TestLayout layout({{"cue", {0, 0}},
                           {"1", {0.9, 0.0}},
                           {"9", {0.3, 0.0}},
                           {"10", {0.3, 0.06}},
                           {"11", {0.3, -0.06}}},
                          {Game::kEightBall, Group::kSolids});

  EXPECT_TRUE(safety_shots(layout.scene()).empty());
}

TEST(Safeties, AreFoundOnATouchingBall) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {kDiameter, 0.0}}});

  const auto shots = safety_shots(layout.scene());

  ASSERT_FALSE(shots.empty());
  for (const Choice& choice : shots) EXPECT_TRUE(std::isfinite(choice.shot.azimuth));
}

TEST(Safeties, RaiseTheCueOverTheRailBehind) {
  const TestLayout layout({{"cue", {-1.2, 0.0}}, {"1", {0.0, 0.0}}});
  const Scene scene = layout.scene();
  const auto shots = safety_shots(scene);

  ASSERT_FALSE(shots.empty());
  for (const Choice& choice : shots) {
    EXPECT_GT(choice.shot.elevation, 0.0);
    EXPECT_GE(choice.shot.elevation,
              minimum_elevation(scene, choice.shot.azimuth, choice.shot.offset_height));
  }
}

TEST(Escapes, LieEvenlyHoweverFewAreTried) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {1.0, 0.3}}});
  const auto shots = escape_shots(layout.scene());
  ASSERT_EQ(shots.size(), 720U * 3U);
  for (const std::size_t count : {8U, 50U, 720U}) {
    std::set<double> azimuths;
    for (std::size_t i = 0; i < 3 * count; ++i) azimuths.insert(shots[i].shot.azimuth);
    ASSERT_EQ(azimuths.size(), count);

    double widest = *azimuths.begin() + 2.0 * std::numbers::pi - *azimuths.rbegin();
    for (auto it = azimuths.begin(); std::next(it) != azimuths.end(); ++it) {
      widest = std::max(widest, *std::next(it) - *it);
    }

    // The golden angle leaves gaps of at most φ² = 2.62 times the mean.
    EXPECT_LT(widest, 2.63 * 2.0 * std::numbers::pi / static_cast<double>(count)) << count;
  }
}

class RackOfBalls : public ::testing::Test {
 protected:
  Scene scene() {
    Scene scene;
    scene.table = &nine_foot().table;
    scene.physics = &nine_foot().physics;
    scene.rules = &rules_;
    scene.balls = request_.balls;
    scene.in_play = in_play(request_.balls);
    return scene;
  }
  PlanRequest request_ = racked(nine_foot(), 1);
  Rules rules_{request_.game, request_.ids};
};

TEST_F(RackOfBalls, IsSeenUntilABallLeavesIt) {
  EXPECT_TRUE(is_racked(scene()));
  request_.balls[11].position.x() += 0.01;

  EXPECT_FALSE(is_racked(scene()));
}

TEST_F(RackOfBalls, OfFewerThanNineBallsIsNone) {
  // The foremost nine and eight of the triangle: all touch two others.
  for (std::size_t i = 10; i < request_.balls.size(); ++i) {
    request_.balls[i].motion = Motion::kPocketed;
  }
  EXPECT_TRUE(is_racked(scene()));
  request_.balls[9].motion = Motion::kPocketed;

  EXPECT_FALSE(is_racked(scene()));
}

TEST_F(RackOfBalls, IsBrokenAtItsNearestBall) {
  const Point start = request_.balls[0].position.head<2>();
  const Point apex = request_.balls[1].position.head<2>();

  const auto shots = break_shots(scene());

  ASSERT_EQ(shots.size(), 15U);
  EXPECT_NEAR(TracedWay::along(start, shots[0].shot.azimuth).miss(apex), 0.0, 1e-9);
  for (const Choice& choice : shots) {
    EXPECT_EQ(choice.kind, ShotKind::kBreak);
    EXPECT_GE(choice.shot.speed, 5.0);
    EXPECT_LT(std::abs(TracedWay::along(start, choice.shot.azimuth).miss(apex)), 0.31 * kDiameter);
  }
}

TEST_F(RackOfBalls, ThatIsGoneIsNotBroken) {
  for (std::size_t i = 1; i < request_.balls.size(); ++i) {
    request_.balls[i].motion = Motion::kPocketed;
  }

  EXPECT_FALSE(is_racked(scene()));
  EXPECT_TRUE(break_shots(scene()).empty());
}

}  // namespace
}  // namespace billiard
