// SPDX-License-Identifier: Apache-2.0
#include "explain.hpp"

#include <gmock/gmock.h>

#include "layout.hpp"

namespace billiard {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Explanation : public ::testing::Test {
 protected:
  Explanation() {
    plan_.best.call = {1, static_cast<int>(PocketId::kCornerPP)};
    plan_.best.success_probability = 0.875;
    plan_.best.samples = 400;
  }
  std::string text() const { return explain(plan_, layout_.request); }

  TestLayout layout_{{{"cue", {0, 0}}, {"3", {0.5, 0}}}};
  Plan plan_;
};

TEST_F(Explanation, NamesShotChanceAndMargin) {
  plan_.best.aim_window = 0.0349066;  // two degrees

  EXPECT_EQ(text(),
            "direct 3 in corner_pp: 87.5 % of 400 disturbed shots succeeded. It forgives 2.00 "
            "degrees of aim to either side. Nothing else was found.");
}

TEST_F(Explanation, TellsAGuessFromACount) {
  plan_.best.samples = 0;

  EXPECT_THAT(text(), HasSubstr("about 87.5 % by its margin (no time for disturbed shots)"));
}

TEST_F(Explanation, OfAPerfectCueCountsNothing) {
  layout_.request.noise = 0.0;
  plan_.best.success_probability = 1.0;
  plan_.best.samples = 1;

  EXPECT_THAT(text(), HasSubstr("direct 3 in corner_pp: a perfect cue makes it."));
}

TEST_F(Explanation, DoesNotSayThatAFoulIsMade) {
  layout_.request.noise = 0.0;
  plan_.best = {};
  plan_.best.kind = ShotKind::kSafety;
  plan_.best.samples = 1;

  EXPECT_THAT(text(), HasSubstr("It will be a foul"));
  EXPECT_THAT(text(), Not(HasSubstr("makes it")));
}

TEST_F(Explanation, CountsAPerfectCueOnUncertainPlaces) {
  layout_.request.noise = 0.0;
  layout_.request.position_sigma = 1e-3;

  EXPECT_THAT(text(), HasSubstr("87.5 % of 400 disturbed shots"));
}

TEST_F(Explanation, SpeaksOfTheNextShotIfItWasLookedAt) {
  plan_.best.next_probability = 0.6;
  EXPECT_THAT(text(), HasSubstr("The next shot then has about 60 %."));
  layout_.request.look_ahead = false;

  EXPECT_THAT(text(), Not(HasSubstr("next shot")));
}

TEST_F(Explanation, OfASafetySpeaksOfTheOpponent) {
  plan_.best.kind = ShotKind::kSafety;
  plan_.best.call = {};
  plan_.best.next_probability = 0.2;

  EXPECT_THAT(text(), HasSubstr("safety: 87.5 %"));
  EXPECT_THAT(text(), HasSubstr("It leaves the opponent a pot of about 20 %."));
}

TEST_F(Explanation, ComparesWithTheNextBest) {
  Choice second = plan_.best;
  second.kind = ShotKind::kBank;
  second.success_probability = 0.5;
  second.value = 0.25;
  plan_.best.value = 0.75;
  plan_.alternatives.push_back(second);

  EXPECT_THAT(text(), HasSubstr("Next best is bank 3 in corner_pp with 50.0 % (value 0.250 against "
                                "0.750)."));
}

}  // namespace
}  // namespace billiard
