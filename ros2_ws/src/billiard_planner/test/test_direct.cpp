// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "candidates/candidate.hpp"
#include "traced_way.hpp"

namespace billiard {
namespace {

const Places kOpenPot = {{"cue", {-0.5, -0.1}}, {"1", {0.4, 0.1}}};

Candidates direct_pots(const TestLayout& layout, BallMask wanted = ~0U) {
  Candidates list;
  add_direct(layout.scene(), wanted, list);
  return list;
}

std::vector<int> pockets_of(const Candidates& list) {
  std::vector<int> pockets;
  for (const Candidate& candidate : list) pockets.push_back(candidate.call.pocket);
  return pockets;
}

TEST(DirectPots, SendTheBallIntoTheCalledPocket) {
  const TestLayout layout(kOpenPot);

  const Candidates list = direct_pots(layout);

  // Both corners ahead; every other pocket is a cut of more than 80 degrees.
  EXPECT_THAT(pockets_of(list), ::testing::ElementsAre(1, 2));
  for (const Candidate& candidate : list) {
    const auto cue = TracedWay::along({-0.5, -0.1}, candidate.azimuth);
    const auto contact = cue.contact({0.4, 0.1});
    ASSERT_TRUE(contact);
    const auto object = TracedWay::of_struck({0.4, 0.1}, *contact);
    EXPECT_NEAR(object.miss(candidate.watch.aim), 0.0, 1e-9);
    EXPECT_EQ(candidate.call.target, 1);
    EXPECT_EQ(candidate.watch.ball, 1);
    EXPECT_EQ(candidate.watch.pocket, candidate.call.pocket);
  }
}

TEST(DirectPots, NeedAClearWayForBothBalls) {
  Places before = kOpenPot;
  before.emplace_back("9", Point(0.0, 0.0));  // 4 mm beside the way to either contact
  Places after = kOpenPot;
  after.emplace_back("9", Point(0.8, 0.33));  // before the upper corner

  EXPECT_TRUE(direct_pots(TestLayout(before), mask_of(1)).empty());
  EXPECT_THAT(pockets_of(direct_pots(TestLayout(after), mask_of(1))), ::testing::ElementsAre(1));
}

TEST(DirectPots, AreOfBallsThatMayBeHitFirst) {
  const TestLayout layout({{"cue", {-0.5, -0.1}}, {"2", {0.4, 0.3}}, {"1", {0.4, -0.3}}},
                          {Game::kNineBall});

  for (const Candidate& candidate : direct_pots(layout)) EXPECT_EQ(candidate.call.target, 2);
  EXPECT_FALSE(direct_pots(layout).empty());
  EXPECT_TRUE(direct_pots(layout, mask_of(1)).empty());
}

TEST(SlowestSpeed, BringsTheBallHome) {
  // Straight into the corner, 0.6 m and 0.9 m.
  const Point mouth = pocket(PocketId::kCornerPP).mouth;
  const Point way = Point(2.0, 1.0).normalized();
  const Point object = mouth - 0.6 * way;
  const TestLayout layout({{"cue", object - 0.9 * way}, {"1", object}});
  ShotRunner runner(nine_foot().table, nine_foot().physics);
  for (const Candidate& candidate : direct_pots(layout)) {
    if (candidate.call.pocket != static_cast<int>(PocketId::kCornerPP)) continue;
    const auto potted = [&](double speed) {
      const Shot shot{0, speed, candidate.azimuth};
      return runner.approach(layout.request.balls, shot, candidate.watch).potted;
    };

    EXPECT_TRUE(potted(candidate.min_speed));
    EXPECT_FALSE(potted(0.5 * candidate.min_speed));
    return;
  }
  ADD_FAILURE() << "no pot";
}

// Energy per mass: v² falls by 2 μ g per metre. With the whole loss of 7/5 · 1.2 before it, a pot
// from nearby asks for 0.35 m/s · 7/5 · 1.2 / (share a full hit passes on · cue's share).
TEST(SlowestSpeed, OfAPotFromNearbyIsThatOfArrival) {
  const TestLayout layout(kOpenPot);
  const Physics& p = nine_foot().physics;
  const double passed_on = 0.5 * (1.0 + p.ball_ball.restitution);
  const double from_cue = (1.0 + p.cue.tip_restitution) / (1.0 + p.ball.mass / p.cue.mass);

  const double speed = arrival_speed(layout.scene(), PotGeometry{});

  EXPECT_NEAR(speed, 0.35 * 1.4 * 1.2 / (passed_on * from_cue), 1e-12);
}

TEST(SlowestSpeed, GrowsWithDistanceAndCutUpToTheFastestStroke) {
  const TestLayout layout(kOpenPot);
  const auto speed = [&](double cue, double object, double cos_cut) {
    PotGeometry pot;
    pot.cue_distance = cue;
    pot.object_distance = object;
    pot.cos_cut = cos_cut;
    return arrival_speed(layout.scene(), pot);
  };

  EXPECT_GT(speed(1.0, 0.5, 1.0), speed(0.5, 0.5, 1.0));
  EXPECT_GT(speed(0.5, 1.0, 1.0), speed(0.5, 0.5, 1.0));
  EXPECT_GT(speed(0.5, 0.5, 0.5), speed(0.5, 0.5, 1.0));
  EXPECT_EQ(speed(1e4, 0.5, 1.0), 8.0);
}

TEST(Guess, OfTheWindowIsThePocketsSeenThroughTheContact) {
  const TestLayout layout(kOpenPot);
  const Pocket& side = pocket(PocketId::kSideP);
  PotGeometry pot;
  pot.cue_distance = 0.5;
  pot.object_distance = 0.4;
  pot.cos_cut = 0.8;

  const Candidate candidate = make_candidate(layout.scene(), ShotKind::kDirect,
                                             {1, static_cast<int>(PocketId::kSideP)}, pot, 0.5);

  // ± (mouth/2 − R) at 0.4 m, and 2R cos φ for each radian of the object over 0.5 m.
  const double radius = nine_foot().physics.ball.radius;
  const double half_angle = (0.5 * side.mouth_width - radius) / 0.4;
  EXPECT_NEAR(candidate.window, half_angle * 2.0 * radius * 0.8 / 0.5, 1e-12);
  EXPECT_NEAR(candidate.estimate, 0.5 * estimate_probability(layout.scene(), pot, side), 1e-12);
}

TEST(Guess, OfTheWindowStaysWithinReasonAtZeroDistance) {
  const TestLayout layout(kOpenPot);

  const Candidate touching =
      make_candidate(layout.scene(), ShotKind::kDirect, {1, 2}, PotGeometry{}, 1.0);

  EXPECT_EQ(touching.window, 0.3);
  EXPECT_TRUE(std::isfinite(touching.estimate));
}

}  // namespace
}  // namespace billiard
