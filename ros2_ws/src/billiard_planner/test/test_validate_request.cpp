// SPDX-License-Identifier: Apache-2.0
#include "validate_request.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "layout.hpp"

namespace billiard {
namespace {

using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
const Places kTwoBalls = {{"cue", {0, 0}}, {"1", {0.5, 0}}};

/// What is said against the request; empty if nothing.
std::string objection(const PlanRequest& request) {
  try {
    validate(request, nine_foot().table, nine_foot().physics);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return {};
}

std::string obstacle(const TestLayout& layout) {
  return find_obstacle(layout.request, layout.rules, nine_foot().table);
}

TEST(Request, OfTwoBallsIsFine) { EXPECT_EQ(objection(TestLayout(kTwoBalls).request), ""); }

TEST(Request, IsRefusedForANumberThatIsNone) {
  for (double PlanRequest::*field :
       {&PlanRequest::budget, &PlanRequest::noise, &PlanRequest::position_sigma}) {
    TestLayout layout(kTwoBalls);
    layout.request.*field = kNan;

    EXPECT_THAT(objection(layout.request), HasSubstr("is nan; allowed: "));
  }
}

TEST(Request, IsRefusedForABallThatIsNowhere) {
  TestLayout place(kTwoBalls);
  place.request.balls[1].position.x() = kNan;
  TestLayout speed(kTwoBalls);
  speed.request.balls[1].velocity.y() = kNan;

  EXPECT_THAT(objection(place.request), HasSubstr("ball '1' at [nan, 0] has a value that is not"));
  EXPECT_THAT(objection(speed.request), HasSubstr("ball '1' at [0.5, 0] has a value that is not"));
  EXPECT_THAT(objection(speed.request), ::testing::Not(HasSubstr(" by ")));
}

TEST(Request, NamesBothBallsThatOverlapAndByHowMuch) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0.05, 0}}});

  EXPECT_THAT(objection(layout.request),
              HasSubstr("ball 'cue' and ball '1' overlap by 0.00715 m; allowed: at most 1e-06 m"));
}

TEST(Request, IsRefusedForABallTooMany) {
  Places places;
  for (int i = 0; i <= kMaxBalls; ++i) {
    places.emplace_back("ball " + std::to_string(i), Point(-1.0 + 0.08 * i, 0.0));
  }

  EXPECT_THAT(objection(TestLayout(places).request),
              HasSubstr("ball 'ball 22' is one too many; allowed: 22 balls"));
}

TEST(Request, NeedsAnIdForEachBall) {
  TestLayout layout(kTwoBalls);
  layout.request.ids.pop_back();

  EXPECT_THAT(objection(layout.request), HasSubstr("ids has 1 entries; allowed: one per ball (2)"));
}

TEST(Request, IsRefusedForNegativeSimulations) {
  TestLayout layout(kTwoBalls);
  layout.request.simulations = -1;

  EXPECT_THAT(objection(layout.request), HasSubstr("simulations is -1; allowed: 0 to 1e+12"));
}

TEST(Obstacle, IsNoneForTwoBalls) { EXPECT_EQ(obstacle(TestLayout(kTwoBalls)), ""); }

TEST(Obstacle, IsATableWithoutPockets) {
  const TestLayout layout(kTwoBalls);
  Table table = nine_foot().table;
  table.pocket_count = 0;

  EXPECT_THAT(find_obstacle(layout.request, layout.rules, table), HasSubstr("has no pockets"));
}

TEST(Obstacle, IsABallThatSpins) {
  TestLayout layout(kTwoBalls);
  layout.request.balls[1].spin.z() = 0.1;

  EXPECT_THAT(obstacle(layout), HasSubstr("ball '1' still moves"));
}

TEST(Obstacle, IsNotABallThatMovedIntoAPocket) {
  TestLayout layout({{"cue", {0, 0}}, {"1", {0.5, 0}}, {"2", {0.8, 0}}});
  layout.request.balls[2].motion = Motion::kPocketed;
  layout.request.balls[2].velocity.x() = 1.0;

  EXPECT_EQ(obstacle(layout), "");
}

TEST(Obstacle, IsATargetThatTheRulesForbid) {
  TestLayout layout({{"cue", {0, 0}}, {"1", {0.5, 0}}, {"9", {0.8, 0}}},
                    {Game::kEightBall, Group::kSolids});
  layout.request.target = "9";

  EXPECT_THAT(obstacle(layout), HasSubstr("rules of eight_ball do not allow ball '9' now"));
}

TEST(Obstacle, IsATargetThatIsGone) {
  TestLayout layout({{"cue", {0, 0}}, {"1", {0.5, 0}}, {"2", {0.8, 0}}});
  layout.request.balls[2].motion = Motion::kPocketed;
  layout.request.target = "2";

  EXPECT_THAT(obstacle(layout), HasSubstr("ball '2' is not on the table"));
}

TEST(WantedBalls, AreTheAskedOneOrAllAllowed) {
  TestLayout layout({{"cue", {0, 0}}, {"1", {0.5, 0}}, {"2", {0.8, 0}}, {"9", {0.8, 0.3}}},
                    {Game::kEightBall, Group::kSolids});

  EXPECT_EQ(wanted_balls(layout.request, layout.rules), 0b0110U);
  layout.request.target = "2";
  EXPECT_EQ(wanted_balls(layout.request, layout.rules), 0b0100U);
  layout.request.target = "9";
  EXPECT_EQ(wanted_balls(layout.request, layout.rules), 0U);
}

}  // namespace
}  // namespace billiard
