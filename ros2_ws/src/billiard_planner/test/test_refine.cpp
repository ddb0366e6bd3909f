// SPDX-License-Identifier: Apache-2.0
#include "refine.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "cue_clearance.hpp"
#include "layout.hpp"

namespace billiard {
namespace {

constexpr int kUpperCorner = static_cast<int>(PocketId::kCornerPP);
constexpr int kLowerCorner = static_cast<int>(PocketId::kCornerPN);
/// A cut to the left of some 23 degrees into the upper corner.
const Places kCutPlaces = {{"cue", {-0.5, -0.1}}, {"1", {0.4, 0.1}}};

class Refinement : public ::testing::Test {
 protected:
  static Candidate pot_into(const TestLayout& layout, int pocket) {
    Candidates list;
    add_direct(layout.scene(), mask_of(1), list);
    for (const Candidate& candidate : list) {
      if (candidate.call.pocket == pocket) return candidate;
    }
    throw std::logic_error("no such pot");
  }
  bool pots(const TestLayout& layout, Shot shot, double aside = 0.0) {
    shot.azimuth += aside;
    const Outcome outcome = runner_.run(layout.request.balls, shot);
    return outcome.balls[1].motion == Motion::kPocketed &&
           outcome.balls[1].pocket == candidate_.call.pocket;
  }

  TestLayout layout_{kCutPlaces};
  Candidate candidate_ = pot_into(layout_, kUpperCorner);
  Stroke stroke_{1.35 * candidate_.min_speed};
  ShotRunner runner_{nine_foot().table, nine_foot().physics};
};

TEST_F(Refinement, PotsWhateverTheSpeedAndSpin) {
  for (const Stroke& stroke :
       {stroke_, Stroke{3.0, 0.0, 0.3}, Stroke{2.0, 0.25, -0.3}, Stroke{4.0, -0.25, 0.0}}) {
    const auto aimed = refine(layout_.scene(), runner_, candidate_, stroke);

    ASSERT_TRUE(aimed) << stroke.speed;
    EXPECT_TRUE(pots(layout_, aimed->shot)) << stroke.speed;
    EXPECT_EQ(aimed->shot.speed, stroke.speed);
    EXPECT_EQ(aimed->shot.offset_side, stroke.offset_side);
  }
}

TEST_F(Refinement, AimsAtTheMiddleOfWhatPots) {
  // Beside the open cut, one whose way another ball narrows on the left, a millimetre off.
  const Point way = (pocket(PocketId::kCornerPP).mouth - kCutPlaces[1].second).normalized();
  Places half_open = kCutPlaces;
  half_open.emplace_back(
      "2", kCutPlaces[1].second + 0.7 * way + (0.05715 + 1e-3) * Point(-way.y(), way.x()));
  const TestLayout narrowed(half_open);
  for (const TestLayout* layout : {&std::as_const(layout_), &narrowed}) {
    candidate_ = pot_into(*layout, kUpperCorner);
    const auto aimed = refine(layout->scene(), runner_, candidate_, {2.0});

    ASSERT_TRUE(aimed);
    for (const double side : {1.0, -1.0}) {
      EXPECT_TRUE(pots(*layout, aimed->shot, side * 0.95 * aimed->window)) << side;
      EXPECT_FALSE(pots(*layout, aimed->shot, side * 1.1 * aimed->window)) << side;
    }
  }
}

// Friction throws the object ball towards where the cue ball goes: a slow cut must be thinner.
TEST_F(Refinement, CutsThinnerAgainstThrow) {
  const TestLayout mirrored(mirrored_in_x(kCutPlaces));
  const Candidate right = pot_into(mirrored, kLowerCorner);

  const auto left_cut = refine(layout_.scene(), runner_, candidate_, stroke_);
  const auto right_cut = refine(mirrored.scene(), runner_, right, stroke_);

  ASSERT_TRUE(left_cut && right_cut);
  EXPECT_LT(left_cut->shot.azimuth, candidate_.azimuth - 5e-4);
  EXPECT_GT(right_cut->shot.azimuth, right.azimuth + 5e-4);
}

TEST_F(Refinement, IsMirroredWithTheTable) {
  const TestLayout mirrored(mirrored_in_x(kCutPlaces));

  const auto here = refine(layout_.scene(), runner_, candidate_, stroke_);
  const auto there = refine(mirrored.scene(), runner_, pot_into(mirrored, kLowerCorner), stroke_);

  // Each edge is bisected to 2 % of the window; the engine's own mirror error is far below.
  ASSERT_TRUE(here && there);
  EXPECT_NEAR(here->shot.azimuth, -there->shot.azimuth, 0.05 * here->window);
  EXPECT_NEAR(here->window, there->window, 0.05 * here->window);
}

TEST_F(Refinement, PotsFromAGuessThatIsFarOff) {
  const double guess = candidate_.azimuth;
  for (const double windows : {-8.0, 8.0}) {
    candidate_.azimuth = guess + windows * candidate_.window;

    const auto aimed = refine(layout_.scene(), runner_, candidate_, stroke_);

    ASSERT_TRUE(aimed) << windows;
    EXPECT_TRUE(pots(layout_, aimed->shot)) << windows;
  }
}

TEST_F(Refinement, KnowsTheSquirtOfASideStroke) {
  const Stroke aside{3.0, 0.3, 0.0};
  const auto struck = strike<double>({0, 3.0, 0.0, 0.0, 0.3}, nine_foot().physics);
  const double squirt = std::atan2(struck.velocity.y(), struck.velocity.x());

  const auto aimed = refine(layout_.scene(), runner_, candidate_, aside);

  // What is left to find is swerve and throw.
  ASSERT_TRUE(aimed && aimed->lead);
  EXPECT_LT(std::abs(aimed->lead->azimuth), 0.7 * std::abs(squirt));
}

TEST_F(Refinement, StartsFromAGuessOfTheRightSize) {
  const auto aimed = refine(layout_.scene(), runner_, candidate_, stroke_);

  ASSERT_TRUE(aimed);
  EXPECT_GT(aimed->window, candidate_.window / 2.0);
  EXPECT_LT(aimed->window, candidate_.window * 2.0);
}

TEST_F(Refinement, KeepsItsNumberOfSimulations) {
  Places hidden = kCutPlaces;
  hidden.emplace_back("2", Point(0.8, 0.33));
  TestLayout blocked(hidden);

  for (const TestLayout* layout : {&layout_, &blocked}) {
    const std::int64_t before = runner_.count();
    (void)refine(layout->scene(), runner_, candidate_, stroke_);
    EXPECT_LE(runner_.count() - before, kMaxRefinementShots);
    EXPECT_GT(runner_.count(), before);
  }
}

TEST_F(Refinement, FindsNothingWhereABallIsInTheWay) {
  Places hidden = kCutPlaces;
  hidden.emplace_back("2", Point(0.8, 0.33));

  EXPECT_FALSE(refine(TestLayout(hidden).scene(), runner_, candidate_, stroke_));
}

TEST_F(Refinement, TakesTheTipHigherWhereTheCueWouldBeSteep) {
  const TestLayout layout({{"cue", {-1.235, 0.0}}, {"1", {-0.4, 0.1}}});
  const Candidate candidate = pot_into(layout, kUpperCorner);
  const auto level = minimum_elevation(layout.scene(), candidate.azimuth, 0.0);
  ASSERT_GT(level, 0.2);

  const auto aimed = refine(layout.scene(), runner_, candidate, {1.5 * candidate.min_speed});

  ASSERT_TRUE(aimed);
  EXPECT_GT(aimed->shot.offset_height, 0.2);
  EXPECT_LT(aimed->shot.elevation, *level - 0.05);
}

TEST_F(Refinement, PotsATouchingPairOnTheLine) {
  const Point second(0.6, 0.25);
  const Point way = (pocket(PocketId::kCornerPP).mouth - second).normalized();
  const TestLayout layout({{"cue", {-0.2, -0.5}}, {"2", second}, {"1", second - 0.05716 * way}});
  Candidates list;
  add_combinations(layout.scene(), mask_of(1), list);
  ASSERT_EQ(list.size(), 1U);

  const auto aimed = refine(layout.scene(), runner_, list[0], {1.9 * list[0].min_speed});

  ASSERT_TRUE(aimed);
  EXPECT_TRUE(pots(layout, aimed->shot));
}

TEST_F(Refinement, IsFollowedByOtherStrokesInFewSimulations) {
  const auto aimed = refine(layout_.scene(), runner_, candidate_, stroke_);
  ASSERT_TRUE(aimed && aimed->lead);
  candidate_.lead = aimed->lead;
  int followed = 0;
  for (const Stroke& stroke :
       {Stroke{2.0}, Stroke{3.0, 0.0, 0.3}, Stroke{2.5, 0.0, -0.3}, Stroke{2.0, 0.25, 0.0}}) {
    const std::int64_t before = runner_.count();
    const auto other = follow(layout_.scene(), runner_, candidate_, stroke);
    EXPECT_LE(runner_.count() - before, kMaxFollowShots);
    if (!other) continue;

    ++followed;
    EXPECT_EQ(other->shot.speed, stroke.speed);
    EXPECT_TRUE(pots(layout_, other->shot)) << stroke.speed;
    EXPECT_LE(other->window, aimed->window);
    EXPECT_GT(other->window, 0.0);
  }
  EXPECT_GE(followed, 3);
}

TEST_F(Refinement, FollowsOnlyStrokesThatReachThePocket) {
  const auto aimed = refine(layout_.scene(), runner_, candidate_, stroke_);
  ASSERT_TRUE(aimed && aimed->lead);
  candidate_.lead = aimed->lead;

  EXPECT_FALSE(follow(layout_.scene(), runner_, candidate_, {0.5 * candidate_.min_speed}));
}

TEST_F(Refinement, StopsFollowingWhereTheBallIsNotTouched) {
  Places hidden = kCutPlaces;
  candidate_.lead = Lead{0.0, 0.0, 10.0, 0.005};
  hidden.emplace_back("2", Point(-0.2, -0.03));

  EXPECT_FALSE(follow(TestLayout(hidden).scene(), runner_, candidate_, {0.5}));
  EXPECT_EQ(runner_.count(), 1);
}

}  // namespace
}  // namespace billiard
