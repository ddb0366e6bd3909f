// SPDX-License-Identifier: Apache-2.0
// The lab's experiments after Gismeros et al. 2021, engine only.
#include <gtest/gtest.h>

#include "run_experiment.hpp"

namespace billiard::lab {
namespace {

TEST(LabRackGap, ShowsThePapersFindingsAndTheirCause) {
  const Findings f = run_quick("rack_gap");

  // What the paper sees, with its law.
  for (const char* id : {"rise_small", "rise_random", "rise_permanent", "yellow_small",
                         "yellow_random", "asymmetry"}) {
    EXPECT_EQ(f.claim(id).verdict, Verdict::kAgrees) << id << ": " << f.value(id);
  }
  // What it concludes from it.
  for (const char* id : {"yellow_tsuji", "yellow_hertz", "interval", "energy"}) {
    EXPECT_EQ(f.claim(id).verdict, Verdict::kDiffers) << id << ": " << f.value(id);
  }
  EXPECT_NEAR(f.value("newton"), 10.729 * 1.93 / 3.5, 1e-9);
  // The lump of the plastic contacts moves like the non-smooth answer: within 10 % at α = 1e−9.
  EXPECT_NEAR(f.value("yellow_small"), f.value("newton"), 0.1 * f.value("newton"));
  EXPECT_EQ(f.value("energy"), 0.0);
  EXPECT_FALSE(f.claim("cpu_compliant").repeatable);
}

TEST(LabThirtyDegreeRule, HoldsForARollingBallAtAnySpeed) {
  const Findings f = run_quick("thirty_degree_rule");

  // [°]; friction and losses between the balls, which G(4.1) leaves out.
  EXPECT_LT(f.value("slow_threlfall"), 2.0);
  EXPECT_LT(f.value("slow_alciatore"), 2.0);
  EXPECT_LT(f.value("slow_alciatore_thin"), 1.0);
  EXPECT_NEAR(f.value("fast_rolling"), 0.0, 1.0);
  EXPECT_GT(f.value("fast"), 10.0);
  // The grid of the quick form is 0.05 wide.
  EXPECT_NEAR(f.value("top_slow"), 0.529, 0.05);
  EXPECT_NEAR(f.value("top_fast"), 0.71, 0.05);
}

TEST(LabCushionVideo, ReturnsMoreThanItsRestitution) {
  const Findings f = run_quick("cushion_video");

  EXPECT_NEAR(f.value("depth_full"), 3.3732, 0.004);     // [mm], 0.1 %: sampling every 10 µs
  EXPECT_NEAR(f.value("duration_full"), 3.8926, 0.004);  // [ms]
  // 0.87797 less what the cloth rubs away during the 4 ms, μ g t = 0.008 m/s of 2.68.
  EXPECT_NEAR(f.value("restitution"), 0.876, 0.002);
  EXPECT_NEAR(f.value("restitution_exact"), 0.85, 0.004);
  EXPECT_NEAR(f.value("impact_speed"), 2.6825, 0.001);  // √(v² − 2 μ g 56.4 mm)
  EXPECT_EQ(f.claim("distance").verdict, Verdict::kDiffers);
}

TEST(LabCushionSpeed, NeedsTheNoseAboveTheEquatorForMathavansRebound) {
  const Findings f = run_quick("cushion_speed");

  EXPECT_NEAR(f.value("first"), 0.878, 0.005);   // what Lankarani–Nikravesh makes of 0.85
  EXPECT_NEAR(f.value("second"), 0.981, 0.005);  // and of 0.98
  EXPECT_NEAR(f.value("nose"), 0.91, 0.02);      // measured
  EXPECT_LT(f.value("spread"), 0.01);
}

TEST(Lab, GivesTheSameNumbersAgain) {
  for (const char* name : {"rack_gap", "thirty_degree_rule", "cushion_speed", "bouncing_ball"}) {
    const Findings a = run_quick(name);
    const Findings b = run_quick(name);
    ASSERT_EQ(a.claims.size(), b.claims.size());
    for (std::size_t i = 0; i < a.claims.size(); ++i) {
      if (a.claims[i].repeatable) {
        EXPECT_EQ(a.claims[i].ours, b.claims[i].ours) << name << " " << a.claims[i].id;
      }
    }
  }
}

TEST(Lab, SaysWhyWhereverItDiffers) {
  for (const char* name : {"friction_components", "friction_fit", "rack_gap", "thirty_degree_rule",
                           "cushion_video", "cushion_speed", "bouncing_ball"}) {
    for (const Claim& c : run_quick(name).claims) {
      EXPECT_FALSE(c.verdict == Verdict::kDiffers && c.why.empty()) << name << " " << c.id;
    }
  }
}

}  // namespace
}  // namespace billiard::lab
