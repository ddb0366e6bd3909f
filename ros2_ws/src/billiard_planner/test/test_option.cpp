// SPDX-License-Identifier: Apache-2.0
#include "option.hpp"

#include <gtest/gtest.h>

#include "layout.hpp"
#include "position.hpp"

namespace billiard {
namespace {

constexpr GameState kOwnSolids{Game::kEightBall, Group::kSolids};

/// Two solids, a stripe and the eight; the cue ball where the second solid is easy.
const Places kPlaces = {{"cue", {0.3, 0.0}},
                        {"1", {-0.9, 0.3}},
                        {"2", {0.8, 0.2}},
                        {"9", {0.2, 0.5}},
                        {"8", {0, -0.5}}};

Choice pot_of(int ball) {
  Choice choice;
  choice.call = {ball, 2};
  return choice;
}

Choice uncalled(ShotKind kind) {
  Choice choice;
  choice.kind = kind;
  return choice;
}

/// A legal hit of the first ball that leaves all where they are but the pocketed ones.
Outcome ended(const TestLayout& layout, BallMask pocketed) {
  Outcome outcome;
  outcome.first_hit = 1;
  outcome.cushion_after_hit = true;
  outcome.pocketed = pocketed;
  outcome.ball_count = static_cast<int>(layout.request.balls.size());
  for (int i = 0; i < outcome.ball_count; ++i) {
    Ball& ball = outcome.balls[static_cast<std::size_t>(i)];
    ball = layout.request.balls[static_cast<std::size_t>(i)];
    if ((pocketed & mask_of(i)) == 0) continue;
    ball.motion = Motion::kPocketed;
    ball.pocket = 2;
  }
  return outcome;
}

/// What is left for solids or stripes once `gone` are pocketed.
LayoutWorth left_for(TestLayout layout, Group group, BallMask gone) {
  for (std::size_t i = 0; i < layout.request.balls.size(); ++i) {
    if ((gone & mask_of(static_cast<int>(i))) != 0) {
      layout.request.balls[i].motion = Motion::kPocketed;
    }
  }
  layout.rules.set_state({Game::kEightBall, group});
  return judge_layout(layout.scene());
}

TEST(ShotScore, OfAMissIsNothingAndOfALossLess) {
  const TestLayout layout(kPlaces, kOwnSolids);

  const Score missed = score(layout.scene(), true, pot_of(1), ended(layout, 0));
  const Score lost = score(layout.scene(), true, pot_of(1), ended(layout, mask_of(4)));

  EXPECT_FALSE(missed.success || lost.success);
  EXPECT_EQ(missed.value, 0.0);
  EXPECT_EQ(lost.value, -0.5);
}

TEST(ShotScore, OfAPotIsAQuarterAndThreeQuartersOfWhatItLeaves) {
  const TestLayout layout(kPlaces, kOwnSolids);
  const LayoutWorth left = left_for(layout, Group::kSolids, mask_of(1));
  ASSERT_GT(left.value, 0.1);

  const Score potted = score(layout.scene(), true, pot_of(1), ended(layout, mask_of(1)));

  EXPECT_TRUE(potted.success);
  EXPECT_NEAR(potted.next, left.next, 1e-12);
  EXPECT_NEAR(potted.value, 0.25 + 0.75 * left.value, 1e-12);
}

TEST(ShotScore, OfAPotInFreePlayIsNearlyAll) {
  const TestLayout layout(kPlaces);
  Places rest = kPlaces;
  rest.erase(rest.begin() + 1);
  const double left = judge_layout(TestLayout(rest).scene()).value;

  const Score potted = score(layout.scene(), true, pot_of(1), ended(layout, mask_of(1)));

  EXPECT_NEAR(potted.value, 0.98 + 0.02 * left, 1e-12);
}

TEST(ShotScore, IsWholeForAWinAndWithoutLookingAhead) {
  const TestLayout nine(kPlaces, {Game::kNineBall});
  const TestLayout eight(kPlaces, kOwnSolids);

  EXPECT_EQ(score(nine.scene(), true, pot_of(3), ended(nine, mask_of(3))).value, 1.0);
  EXPECT_EQ(score(eight.scene(), false, pot_of(1), ended(eight, mask_of(1))).value, 1.0);
}

TEST(ShotScore, OfASafetyIsWhatTheOpponentIsNotLeft) {
  const TestLayout layout(kPlaces, kOwnSolids);
  const double opponent = left_for(layout, Group::kStripes, 0).next;
  const Choice safety = uncalled(ShotKind::kSafety);
  ASSERT_GT(opponent, 0.01);
  ASSERT_GT(std::abs(opponent - left_for(layout, Group::kSolids, 0).next), 0.01);

  const Score played = score(layout.scene(), true, safety, ended(layout, 0));

  EXPECT_TRUE(played.success);
  EXPECT_NEAR(played.next, opponent, 1e-12);
  EXPECT_NEAR(played.value, 0.25 * (1.0 - opponent), 1e-12);
}

TEST(ShotScore, OfAFoulIsWorseThanNoSafety) {
  const TestLayout layout(kPlaces, kOwnSolids);
  Outcome foul = ended(layout, 0);
  foul.first_hit = 3;

  EXPECT_EQ(score(layout.scene(), true, uncalled(ShotKind::kSafety), foul).value, -0.25);
  EXPECT_EQ(score(layout.scene(), true, uncalled(ShotKind::kBreak), foul).value, -0.25);
}

TEST(ShotScore, OfABreakCountsWhatFalls) {
  const TestLayout layout(kPlaces, {Game::kEightBall, Group::kOpen, true});
  const Choice open = uncalled(ShotKind::kBreak);

  EXPECT_EQ(score(layout.scene(), true, open, ended(layout, mask_of(1))).value, 1.0);
  EXPECT_EQ(score(layout.scene(), true, open, ended(layout, 0)).value, 0.0);
}

TEST(ShotScore, OfABreakThatIsRackedAgainIsNone) {
  const TestLayout layout(kPlaces, {Game::kEightBall, Group::kOpen, true});

  const Score again = score(layout.scene(), true, uncalled(ShotKind::kBreak),
                            ended(layout, mask_of(1) | mask_of(4)));

  EXPECT_FALSE(again.success);
  EXPECT_EQ(again.value, 0.0);
}

TEST(ScoreTally, KeepsTheNextShotOfSuccessesOnly) {
  Tally tally;
  EXPECT_EQ(tally.probability(), 0.0);
  EXPECT_EQ(tally.mean_value(), 0.0);

  tally.add({true, 0.5, 0.75});
  tally.add({false, 0.9, -0.25});

  EXPECT_EQ(tally.probability(), 0.5);
  EXPECT_EQ(tally.next, 0.5);
  EXPECT_EQ(tally.mean_value(), 0.25);
}

}  // namespace
}  // namespace billiard
