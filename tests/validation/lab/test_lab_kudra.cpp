// SPDX-License-Identifier: Apache-2.0
// The lab's experiments after Kudra et al. 2016: each comes to the conclusion its page shows.
#include <gtest/gtest.h>

#include "run_experiment.hpp"

namespace billiard::lab {
namespace {

TEST(LabContactPressure, CarriesTheLoadAheadOfTheMiddle) {
  constexpr double kQuadrature = 1e-6;  // midpoint rule, 2000 rings
  const Findings f = run_quick("contact_pressure");

  EXPECT_NEAR(f.value("total"), 1.0, kQuadrature);
  EXPECT_NEAR(f.value("centre_x"), 0.108060, kQuadrature);  // cos(1)/5
  EXPECT_NEAR(f.value("centre_y"), 0.168294, kQuadrature);  // sin(1)/5
  EXPECT_GE(f.value("lowest"), 0.0);
  EXPECT_NEAR(f.value("rolling_paper"), 0.03, 1e-12);
}

TEST(LabFrictionComponents, ClosedFormIsTheIntegralAndPadeIsNot) {
  const Findings f = run_quick("friction_components");

  EXPECT_LT(f.value("limits"), 1e-9);        // accuracy of the quadrature
  EXPECT_LT(f.value("exact_force"), 1e-10);  // the closed form's polynomials: 4e-11
  EXPECT_LT(f.value("exact_moment"), 1e-10);
  // The quick grid finds the worst place to a degree of θ: 2 % of the value.
  EXPECT_NEAR(f.value("pade_force"), 0.187, 0.004);
  EXPECT_NEAR(f.value("pade_moment"), 0.161, 0.004);
  EXPECT_NEAR(f.value("pade_over_limit"), 4.2, 0.1);
  EXPECT_NEAR(f.value("fitted_over_limit"), 8.55, 0.1);
  EXPECT_EQ(f.claim("fitted_better").verdict, Verdict::kAgrees);
  EXPECT_EQ(f.claim("pade_force").verdict, Verdict::kDiffers);
}

// Values of an independent minimisation with Gauss rules in d and γ.
TEST(LabFrictionFit, FindsAnOptimumJustBelowThePublishedOne) {
  constexpr double kToleranceB = 5e-4;
  constexpr double kToleranceM = 5e-3;
  const Findings f = run_quick("friction_fit");

  EXPECT_NEAR(f.value("force_b"), 0.7799, kToleranceB);
  EXPECT_NEAR(f.value("force_m"), 2.648, kToleranceM);
  EXPECT_NEAR(f.value("moment_b"), 0.4256, kToleranceB);
  EXPECT_NEAR(f.value("moment_m"), 3.166, kToleranceM);
  EXPECT_NEAR(f.value("force_m2_b"), 0.6865, kToleranceB);
  EXPECT_NEAR(f.value("moment_m2_b"), 0.4857, kToleranceB);
  for (const char* id : {"force_gain", "moment_gain", "force_m2_gain", "moment_m2_gain"}) {
    EXPECT_GT(f.value(id), 0.0) << id << ": the published point would be lower";
    EXPECT_LT(f.value(id), 10.0) << id;
  }
}

TEST(LabTrajectories, HaveTheShapesOfTheFiguresAndPartOnlyWithSpin) {
  const Findings f = run_quick("trajectories");

  for (const char* id : {"fig6_sideways", "fig7_sideways", "fig8_return", "fig9_turn", "fig10_turn",
                         "pade_without_spin"}) {
    EXPECT_EQ(f.claim(id).verdict, Verdict::kAgrees) << id;
  }
  EXPECT_EQ(f.value("fig6_sideways"), 0.0);
  EXPECT_NEAR(f.value("fig9_drift"), 7.1, 0.2);    // [%], from the printed equations of motion
  EXPECT_LT(f.value("exact_gap"), 0.1);            // [mm], where the two regularise differently
  EXPECT_NEAR(f.value("fig6_y"), 0.89489, 20e-6);  // the engine's allowance against the equations
  EXPECT_NEAR(f.value("fig8_y"), 0.12049, 20e-6);
}

TEST(LabShaping, MeetsOneTargetWithManySpins) {
  const Findings f = run_quick("shaping");

  EXPECT_LT(f.value("miss"), 1.0);    // [mm]
  EXPECT_GT(f.value("bulge"), 40.0);  // [mm], a ball's width
  EXPECT_GT(f.value("area"), 30.0);   // [m²]; 9 × 9 × 3 spins find all corners of the region
  EXPECT_LT(f.value("back"), 0.0);
  EXPECT_GT(f.value("forward"), 6.0);
}

}  // namespace
}  // namespace billiard::lab
