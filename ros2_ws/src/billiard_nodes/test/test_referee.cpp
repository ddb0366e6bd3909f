// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "game/referee.hpp"

namespace billiard_nodes {
namespace {

using billiard::Game;
using billiard::Group;
using billiard::Layout;
using billiard::Motion;

constexpr double kRadius = 0.028575;

billiard::Table pool() { return billiard::build_table({}, kRadius); }

Layout layout(const std::vector<std::pair<std::string, billiard::Vec2<double>>>& balls) {
  Layout out;
  for (const auto& [id, at] : balls) {
    out.ids.push_back(id);
    billiard::Ball ball;
    ball.position = {at.x(), at.y(), kRadius};
    out.balls.push_back(ball);
  }
  return out;
}

/// A shot of the cue ball at (-0.5, 0) at ball 3 at (0, 0), ball 8 at (0.5, 0.3).
class ARefereedShot : public testing::Test {
 protected:
  void SetUp() override {
    start_ = layout({{"cue", {-0.5, 0.0}}, {"3", {0.0, 0.0}}, {"8", {0.5, 0.3}}});
    referee_.start(start_, {Game::kEightBall, Group::kSolids}, {"3", "corner_pn"});
  }

  /// The balls now; those not named stay where they started, those at NaN are gone.
  Sighting see(double time, const std::map<std::string, billiard::Vec2<double>>& moved,
               const std::map<std::string, billiard::Vec2<double>>& velocity = {}) {
    Sighting sighting;
    sighting.time = time;
    for (std::size_t i = 0; i < start_.ids.size(); ++i) {
      billiard::Ball ball = start_.balls[i];
      const auto at = moved.find(start_.ids[i]);
      if (at != moved.end()) ball.position.head<2>() = at->second;
      const auto v = velocity.find(start_.ids[i]);
      if (v != velocity.end()) ball.velocity.head<2>() = v->second;
      if (std::isnan(ball.position.x())) continue;
      sighting.layout.ids.push_back(start_.ids[i]);
      sighting.layout.balls.push_back(ball);
    }
    sighting.at_rest = true;
    return sighting;
  }

  const billiard::Vec2<double> gone_{std::nan(""), std::nan("")};
  Layout start_;
  Referee referee_{pool(), kRadius};
};

TEST_F(ARefereedShot, IsAPotWhenTheCalledBallFallsIntoItsPocket) {
  referee_.watch(see(0.1, {{"cue", {-0.2, 0.0}}}));
  referee_.watch(see(0.4, {{"cue", {-0.05, 0.0}}, {"3", {0.3, -0.2}}}));
  referee_.watch(see(1.0, {{"cue", {0.0, 0.1}}, {"3", {1.24, -0.6}}}, {{"3", {1.0, -0.6}}}));

  const Judgement seen = referee_.judge(see(3.0, {{"cue", {0.1, 0.1}}, {"3", gone_}}));

  EXPECT_TRUE(seen.verdict.success);
  EXPECT_FALSE(seen.verdict.foul);
  EXPECT_EQ(seen.first_hit, "3");
  EXPECT_THAT(seen.pocketed, testing::ElementsAre("3 in corner_pn"));
}

TEST_F(ARefereedShot, IsAMissWhenTheBallFallsElsewhere) {
  referee_.watch(see(0.4, {{"cue", {-0.05, 0.0}}, {"3", {0.3, 0.2}}}));
  referee_.watch(see(1.0, {{"cue", {0.0, 0.1}}, {"3", {1.24, 0.6}}}));

  const Judgement seen = referee_.judge(see(3.0, {{"3", gone_}}));

  EXPECT_FALSE(seen.verdict.success);
  EXPECT_FALSE(seen.verdict.foul);
  EXPECT_THAT(seen.pocketed, testing::ElementsAre("3 in corner_pp"));
}

TEST_F(ARefereedShot, IsAFoulWhenNothingIsHit) {
  referee_.watch(see(0.4, {{"cue", {0.3, -0.3}}}));

  const Judgement seen = referee_.judge(see(3.0, {{"cue", {0.9, -0.5}}}));

  EXPECT_TRUE(seen.verdict.foul);
  EXPECT_STREQ(seen.verdict.call, "foul: no ball hit");
}

TEST_F(ARefereedShot, IsAFoulWhenTheCueBallFalls) {
  referee_.watch(see(0.4, {{"cue", {-0.05, 0.0}}, {"3", {0.3, -0.2}}}));
  referee_.watch(see(0.9, {{"cue", {1.22, -0.6}}, {"3", {0.4, -0.25}}}));

  const Judgement seen = referee_.judge(see(3.0, {{"cue", gone_}, {"3", {0.4, -0.25}}}));

  EXPECT_TRUE(seen.verdict.foul);
  EXPECT_STREQ(seen.verdict.call, "foul: cue ball pocketed");
}

TEST_F(ARefereedShot, IsAFoulWhenAnotherBallIsHitFirst) {
  referee_.watch(see(0.4, {{"cue", {0.45, 0.3}}, {"8", {0.56, 0.3}}}));
  referee_.watch(see(0.6, {{"cue", {0.3, 0.3}}, {"8", {0.9, 0.3}}, {"3", {0.1, 0.0}}}));

  const Judgement seen =
      referee_.judge(see(3.0, {{"cue", {0.3, 0.3}}, {"8", {0.9, 0.3}}, {"3", {0.1, 0.0}}}));

  EXPECT_EQ(seen.first_hit, "8");
  EXPECT_STREQ(seen.verdict.call, "foul: wrong ball first");
}

TEST_F(ARefereedShot, BelievesThePredictorWhenTwoBallsMoveBetweenTwoFrames) {
  referee_.expect({0.3, {{0.31, billiard::EventKind::kBallBall, "cue", "3", ""}}});
  referee_.expect({0.4, {}});
  // In the frame both have moved, and the eight is now nearer to the cue ball.
  referee_.watch(see(0.4, {{"cue", {0.42, 0.25}}, {"8", {0.55, 0.3}}, {"3", {0.2, 0.0}}}));

  EXPECT_EQ(referee_.judge(see(3.0, {{"3", {0.9, 0.0}}})).first_hit, "3");
}

TEST_F(ARefereedShot, OfARackHitsTheBallInFrontThoughOthersMoveFirst) {
  referee_.start(start_, {Game::kEightBall, Group::kOpen}, {}, 0.02);
  referee_.watch(see(0.1, {{"cue", {-0.1, 0.0}}}));
  referee_.watch(see(0.12, {{"cue", {-0.1, 0.0}}, {"3", {0.01, 0.0}}, {"8", {0.6, 0.4}}}));

  EXPECT_EQ(referee_.judge(see(3.0, {{"3", {0.9, 0.0}}})).first_hit, "3");
}

TEST_F(ARefereedShot, TakesABallOfAnotherNameForOneThatIsMissing) {
  referee_.watch(see(0.4, {{"cue", {-0.05, 0.0}}, {"3", {0.1, 0.0}}}));

  Sighting renamed = see(3.0, {{"3", {0.4, 0.0}}});
  std::replace(renamed.layout.ids.begin(), renamed.layout.ids.end(), std::string("8"),
               std::string("15"));

  EXPECT_THAT(referee_.judge(renamed).off_table, testing::IsEmpty());
  EXPECT_THAT(referee_.judge(see(3.0, {{"8", gone_}})).off_table, testing::ElementsAre("8"));
}

TEST_F(ARefereedShot, NeedsACushionAfterTheContact) {
  referee_.watch(see(0.4, {{"cue", {-0.05, 0.0}}, {"3", {0.1, 0.0}}}));
  const Judgement soft = referee_.judge(see(3.0, {{"cue", {0.0, 0.0}}, {"3", {0.4, 0.0}}}));
  EXPECT_STREQ(soft.verdict.call, "foul: no cushion after contact");

  // Turned back at the long rail between two frames.
  referee_.watch(see(0.5, {{"3", {0.1, 0.55}}}, {{"3", {0.5, 1.5}}}));
  referee_.watch(see(0.6, {{"3", {0.2, 0.52}}}, {{"3", {0.5, -1.2}}}));
  const Judgement hard = referee_.judge(see(3.0, {{"cue", {0.0, 0.0}}, {"3", {0.4, 0.0}}}));
  EXPECT_TRUE(hard.cushion_after_hit);
  EXPECT_STREQ(hard.verdict.call, "missed");
}

TEST_F(ARefereedShot, TakesACushionThatOnlyThePredictorSaw) {
  referee_.watch(see(0.4, {{"cue", {-0.05, 0.0}}, {"3", {0.1, 0.0}}}));
  referee_.expect({0.41,
                   {{0.42, billiard::EventKind::kBallCushion, "3", "", "rail"},
                    {0.9, billiard::EventKind::kPocketed, "3", "", "side_p"}}});
  referee_.expect({0.43, {}});

  const Judgement seen = referee_.judge(see(3.0, {{"cue", {0.0, 0.0}}, {"3", {0.4, 0.0}}}));

  EXPECT_TRUE(seen.cushion_after_hit);
  EXPECT_TRUE(seen.pocketed.empty());  // expected after the next prediction: it did not happen
}

TEST_F(ARefereedShot, PocketsABallThatWasLostFromSightOnItsWay) {
  referee_.watch(see(0.4, {{"cue", {-0.05, 0.0}}, {"3", {0.3, 0.0}}}));
  referee_.expect({0.41, {{0.9, billiard::EventKind::kPocketed, "3", "", "side_p"}}});
  referee_.expect({1.0, {}});
  Sighting last = see(3.0, {});
  last.layout.balls[1].motion = Motion::kOffTable;  // all that the tracker can say

  const Judgement seen = referee_.judge(last);

  EXPECT_THAT(seen.pocketed, testing::ElementsAre("3 in side_p"));
  EXPECT_THAT(seen.off_table, testing::IsEmpty());
}

TEST_F(ARefereedShot, LosesABallThatVanishesFarFromThePockets) {
  referee_.watch(see(0.4, {{"cue", {-0.05, 0.0}}, {"3", {0.3, 0.0}}}));

  const Judgement seen = referee_.judge(see(3.0, {{"3", gone_}}));

  EXPECT_THAT(seen.off_table, testing::ElementsAre("3"));
  EXPECT_STREQ(seen.verdict.call, "foul: ball off the table");
}

TEST_F(ARefereedShot, DoesNotLookWhileSomethingIsOverTheTable) {
  Sighting covered = see(0.4, {{"cue", {-0.05, 0.0}}, {"3", {0.3, 0.0}}});
  covered.obstruction = "something is over the table";
  referee_.watch(covered);

  EXPECT_FALSE(referee_.motion_seen());
}

}  // namespace
}  // namespace billiard_nodes
