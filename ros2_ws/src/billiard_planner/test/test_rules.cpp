// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/rules.hpp"

#include <gmock/gmock.h>

namespace billiard {
namespace {

using ::testing::StrEq;

const std::vector<std::string> kIds = {"cue", "1", "2", "8", "9", "15"};
constexpr BallMask kAll = 0b111111;

/// A legal touch of ball `first`; balls in `pocketed` fall into pocket 2.
Outcome outcome(int first, BallMask pocketed = 0) {
  Outcome o;
  o.first_hit = first;
  o.cushion_after_hit = true;
  o.pocketed = pocketed;
  o.ball_count = 6;
  for (int i = 0; i < 6; ++i) {
    if ((pocketed & mask_of(i)) == 0) continue;
    o.balls[static_cast<std::size_t>(i)].motion = Motion::kPocketed;
    o.balls[static_cast<std::size_t>(i)].pocket = 2;
  }
  return o;
}

TEST(Rules, EightBallAllowsOwnGroupThenTheEight) {
  EXPECT_EQ(Rules({Game::kEightBall, Group::kOpen}, kIds).balls_on(kAll), 0b110110U);
  EXPECT_EQ(Rules({Game::kEightBall, Group::kSolids}, kIds).balls_on(kAll), 0b000110U);
  EXPECT_EQ(Rules({Game::kEightBall, Group::kStripes}, kIds).balls_on(kAll), 0b110000U);
  EXPECT_EQ(Rules({Game::kEightBall, Group::kSolids}, kIds).balls_on(0b111001), 0b001000U);
}

TEST(Rules, FirstPotOnAnOpenTableDecidesTheGroup) {
  const Rules rules({Game::kEightBall, Group::kOpen}, kIds);

  const Verdict verdict = rules.judge(outcome(4, 0b010000), kAll, {4, 2});

  EXPECT_TRUE(verdict.success);
  EXPECT_EQ(verdict.next.group, Group::kStripes);
}

TEST(Rules, EightTooEarlyLosesAndLastWins) {
  const Rules rules({Game::kEightBall, Group::kSolids}, kIds);

  EXPECT_TRUE(rules.judge(outcome(1, 0b001010), kAll, {1, 2}).lost);
  EXPECT_TRUE(rules.judge(outcome(3, 0b001000), 0b111001, {3, 2}).won);
  EXPECT_TRUE(rules.judge(outcome(3, 0b001001), 0b111001, {3, 2}).lost);
  EXPECT_TRUE(rules.judge(outcome(3, 0b001000), 0b111001, {3, 1}).lost);
}

TEST(Rules, EightOnTheBreakNeitherWinsNorLoses) {
  const Rules rules({Game::kEightBall, Group::kOpen, true}, kIds);

  for (const BallMask fallen : {0b001000U, 0b001010U, 0b001001U}) {
    const Verdict verdict = rules.judge(outcome(1, fallen), kAll, {});
    EXPECT_TRUE(verdict.racked_again);
    EXPECT_FALSE(verdict.won || verdict.lost || verdict.success);
    EXPECT_FALSE(verdict.next.break_shot);
  }
  EXPECT_FALSE(rules.judge(outcome(1, 0b000010), kAll, {}).racked_again);
}

TEST(Rules, NamesEveryFoulAndWhatIsNone) {
  const Rules rules({Game::kEightBall, Group::kSolids}, kIds);
  Outcome no_cushion = outcome(1);
  no_cushion.cushion_after_hit = false;
  Outcome off = outcome(1);
  off.off_table = mask_of(1);

  EXPECT_THAT(rules.judge(outcome(1, 1), kAll, {}).call, StrEq("foul: cue ball pocketed"));
  EXPECT_THAT(rules.judge(outcome(4), kAll, {}).call, StrEq("foul: wrong ball first"));
  EXPECT_THAT(rules.judge(outcome(-1), kAll, {}).call, StrEq("foul: no ball hit"));
  EXPECT_THAT(rules.judge(no_cushion, kAll, {}).call, StrEq("foul: no cushion after contact"));
  EXPECT_THAT(rules.judge(off, kAll, {}).call, StrEq("foul: ball off the table"));
  EXPECT_THAT(rules.judge(outcome(1), kAll, {}).call, StrEq("no foul"));
  EXPECT_THAT(rules.judge(outcome(1), kAll, {1, 0}).call, StrEq("missed"));
}

TEST(Rules, NineBallPlaysTheLowestFirstAndTheNineWins) {
  const Rules rules({Game::kNineBall, Group::kOpen}, kIds);

  EXPECT_EQ(rules.balls_on(kAll), 0b000010U);
  EXPECT_TRUE(rules.judge(outcome(1, 0b010000), kAll, {4, 2}).won);
  EXPECT_TRUE(rules.judge(outcome(2, 0b010000), kAll, {4, 2}).foul);
  const Verdict lucky = rules.judge(outcome(1, 0b000100), kAll, {1, 0});
  EXPECT_TRUE(lucky.success);
  EXPECT_THAT(lucky.call, StrEq("another ball pocketed"));
}

TEST(Rules, FreePlayWantsTheCalledPocket) {
  const Rules rules({}, kIds);

  EXPECT_TRUE(rules.judge(outcome(1, 0b10), kAll, {1, 2}).success);
  EXPECT_FALSE(rules.judge(outcome(1, 0b10), kAll, {1, 3}).success);
  EXPECT_TRUE(rules.judge(outcome(1, 0b10), 0b11, {1, 2}).won);
}

}  // namespace
}  // namespace billiard
