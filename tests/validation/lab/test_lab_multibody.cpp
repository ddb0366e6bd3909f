// SPDX-License-Identifier: Apache-2.0
// The lab's experiments on the multibody core: Gismeros et al. 2021 §2, §4.1 and their ECCOMAS
// paper.
#include <gtest/gtest.h>

#include "run_experiment.hpp"

namespace billiard::lab {
namespace {

TEST(LabSolvers, DifferInViolationAndNotInTheAnswer) {
  const Findings f = run_quick("solvers");

  EXPECT_GT(f.value("lagrange_drifts"), 10.0);
  EXPECT_LT(f.value("baumgarte_bounded"), 1e-4);  // [m] allowed; some 1e-7 at steps of 2 ms
  EXPECT_LT(f.value("augmented_bounded"), 1e-4);
  EXPECT_LT(f.value("direct_exact"), 1e-13);  // [m], round-off of coordinates below 1 m
  EXPECT_GT(f.value("augmented_cost"), 2.0);
  EXPECT_LE(f.value("direct_cost"), 2.0);  // at most a solve more per evaluation
  EXPECT_EQ(f.value("break_standard"), 0.0);
  EXPECT_LT(f.value("break_others"), 1e-9);  // [m], round-off of the penalty's large numbers
}

TEST(LabBouncingBall, ComesBackToItsHeightWhenTheContactIsSought) {
  const Findings f = run_quick("bouncing_ball");

  EXPECT_GT(f.value("default_gains"), 1.0);
  EXPECT_LT(f.value("tight_holds"), 0.01);
  EXPECT_EQ(f.value("missed"), 0.0);
  EXPECT_LT(f.value("sought_error"), 1e-6);  // a thousand steps per contact
  EXPECT_LT(f.value("sought_error_plane"), 1e-6);
  // Solutions of the laws' own equations; weight during the contact takes 2e-4.
  EXPECT_NEAR(f.value("restitution"), 0.79597, 1e-3);
  EXPECT_NEAR(f.value("restitution_exact"), 0.7, 1e-3);
  EXPECT_NEAR(f.value("restitution_tsuji"), 0.7, 1e-3);
  EXPECT_EQ(f.value("no_collapse"), 1.0);
}

TEST(LabNewtonsCradle, NeverStallsAndKeepsItsEnergy) {
  const Findings f = run_quick("newtons_cradle");

  EXPECT_EQ(f.value("stalls"), 0.0);
  EXPECT_LT(f.value("energy"), 1e-3);           // of the whole: steps of 5 µs, 90 per contact
  EXPECT_NEAR(f.value("click"), 0.978, 0.005);  // Hertz chain of five touching balls
  EXPECT_LT(f.value("lagrange"), 1e-3);
  EXPECT_LT(f.value("solver_spread"), 1e-4);  // of the height; violations differ far below that
  EXPECT_GT(f.value("adaptive_gains"), 1.001);
  EXPECT_LT(f.value("adaptive_tight"), 1.001);
  // Four contacts pass on the speed times (1 + e)/2 each where gaps part them, LN making 0.9132 of
  // 0.9: ((1 + 0.9132)/2)^8 = 0.7011 in height.
  EXPECT_NEAR(f.value("ln_gap_click"), 0.7011, 0.005);
  EXPECT_GT(f.value("tsuji_click"), 0.6);
  EXPECT_LT(f.value("ln_click"), 0.3) << "touching contacts of LN are nearly plastic";
}

TEST(LabBallBearing, RollsWithoutSlipAndHasOnePeak) {
  const Findings f = run_quick("ball_bearing");

  EXPECT_NEAR(f.value("cage"), 31.312, 0.01 * 31.312);  // regularised friction slips a little
  EXPECT_EQ(f.claim("peak").verdict, Verdict::kAgrees);
  EXPECT_LT(f.value("second"), 1e-2);
  EXPECT_LT(f.value("pass_outer"), 1e-2);
  EXPECT_LT(f.value("pass_inner"), 1e-2);
  EXPECT_LT(f.value("aside"), 1e-9);
}

}  // namespace
}  // namespace billiard::lab
