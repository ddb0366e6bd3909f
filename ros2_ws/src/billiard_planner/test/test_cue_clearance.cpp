// SPDX-License-Identifier: Apache-2.0
#include "cue_clearance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "layout.hpp"

namespace billiard {
namespace {

constexpr double kBallRadius = 0.028575;       // [m]
constexpr double kNose = 0.03629;              // [m]
constexpr double kResolution = 1.48 / 2048.0;  // [rad] of the elevation
constexpr double kKept = 1e-3;                 // [m] to everything

double cone(double distance) { return 0.0065 + 0.0085 * std::min(distance / 1.47, 1.0); }

/// Distance from the cue's axis to a point `behind` the ball's centre and `height` above the cloth,
/// both in the cue's vertical plane [m].
double gap_above(double elevation, double offset_height, double behind, double height) {
  const double angle = std::asin(offset_height) + elevation;
  const double s = behind - kBallRadius * std::cos(angle);
  const double h = kBallRadius * (1.0 + std::sin(angle));
  return s * std::sin(elevation) + (h - height) * std::cos(elevation);
}

TEST(CueClearance, IsLevelWhereTheCueEndsBeforeTheRail) {
  const TestLayout layout({{"cue", {0.5, 0.0}}});

  EXPECT_EQ(minimum_elevation(layout.scene(), 0.0, 0.0), 0.0);
}

TEST(CueClearance, KeepsAMillimetreToNoseAndRail) {
  for (const double behind : {0.03, 0.1, 0.3, 1.0}) {
    const TestLayout layout({{"cue", {-1.27 + behind, 0.0}}});
    for (const double height : {-0.3, 0.0, 0.3}) {
      const auto elevation = minimum_elevation(layout.scene(), 0.0, height);

      ASSERT_TRUE(elevation);
      const double s = behind - kBallRadius;
      const double nose = gap_above(*elevation, height, behind, kNose) - cone(s);
      const double rail =
          gap_above(*elevation, height, behind + 0.05, kNose + 0.006) - cone(s + 0.05);
      const double gap = std::min(nose, rail) / std::cos(*elevation);
      EXPECT_GT(gap, kKept - 4e-4) << behind << " " << height;  // the cone's slope is left out
      EXPECT_LT(gap, kKept + 4e-4 + kResolution * (behind + 0.05)) << behind << " " << height;
    }
  }
}

TEST(CueClearance, RisesTowardsTheRailBehind) {
  double last = 0.0;
  for (const double x : {0.0, -0.6, -1.0, -1.15, -1.2, -1.24}) {
    const TestLayout layout({{"cue", {x, 0.0}}});

    const auto elevation = minimum_elevation(layout.scene(), 0.0, 0.0);

    ASSERT_TRUE(elevation);
    EXPECT_GT(*elevation, last) << x;
    last = *elevation;
  }
}

TEST(CueClearance, FallsWithAHigherTip) {
  const TestLayout layout({{"cue", {-1.2, 0.0}}});
  const Scene scene = layout.scene();

  EXPECT_GT(*minimum_elevation(scene, 0.0, -0.3), *minimum_elevation(scene, 0.0, 0.0) + 0.02);
  EXPECT_GT(*minimum_elevation(scene, 0.0, 0.0), *minimum_elevation(scene, 0.0, 0.3) + 0.02);
}

TEST(CueClearance, KeepsAMillimetreToABallBehind) {
  for (const double apart : {0.06, 0.1, 0.3}) {
    const TestLayout layout({{"cue", {0.8, 0.0}}, {"1", {0.8 - apart, 0.0}}});

    const auto elevation = minimum_elevation(layout.scene(), 0.0, 0.0);

    ASSERT_TRUE(elevation);
    const double gap = gap_above(*elevation, 0.0, apart, kBallRadius) - kBallRadius -
                       cone(apart - kBallRadius * std::cos(*elevation));
    EXPECT_GT(gap, kKept - 1e-6) << apart;
    EXPECT_LT(gap, kKept + 2.0 * kResolution * apart + 2e-4) << apart;
  }
}

TEST(CueClearance, PassesBesideABall) {
  const double room = kBallRadius + cone(0.2 - kBallRadius) + kKept;
  const TestLayout beside({{"cue", {0.8, 0.0}}, {"1", {0.6, room + 1e-5}}});
  const TestLayout touching({{"cue", {0.8, 0.0}}, {"1", {0.6, room - 1e-5}}});

  EXPECT_EQ(minimum_elevation(beside.scene(), 0.0, 0.0), 0.0);
  EXPECT_GT(minimum_elevation(touching.scene(), 0.0, 0.0), 0.0);
}

TEST(CueClearance, DoesNotSeeBallsInFrontFarBehindOrPocketed) {
  TestLayout layout({{"cue", {0.8, 0.0}},
                     {"1", {0.8 + 2.0 * kBallRadius, 0.0}},
                     {"2", {0.8 - 1.6, 0.0}},
                     {"3", {0.6, 0.0}}});
  layout.request.balls[3].motion = Motion::kPocketed;

  EXPECT_EQ(minimum_elevation(layout.scene(), 0.0, 0.0), 0.0);
}

TEST(CueClearance, IsNoneUnderATouchingBall) {
  const TestLayout layout({{"cue", {0.5, 0.0}}, {"1", {0.5 - 2.0 * kBallRadius, 0.0}}});

  EXPECT_FALSE(minimum_elevation(layout.scene(), 0.0, -0.9));
  EXPECT_TRUE(minimum_elevation(layout.scene(), 0.0, 0.0));
}

TEST(CueClearance, IsMirroredWithTheTable) {
  const Places places = {{"cue", {-0.3, -0.5}}, {"1", {-0.5, -0.55}}};
  const TestLayout layout(places);
  const TestLayout mirrored(mirrored_in_x(places));
  for (double azimuth = -3.0; azimuth < 3.0; azimuth += 0.37) {
    const auto here = minimum_elevation(layout.scene(), azimuth, 0.1);
    const auto there = minimum_elevation(mirrored.scene(), -azimuth, 0.1);

    ASSERT_TRUE(here && there);
    EXPECT_NEAR(*here, *there, 1e-12) << azimuth;
  }
}

TEST(CueClearance, KnowsNoRailOnAnEndlessTable) {
  Table table = nine_foot().table;
  table.spec.endless = true;
  const TestLayout layout({{"cue", {-1.24, 0.0}}});
  Scene scene = layout.scene();
  ASSERT_GT(minimum_elevation(scene, 0.0, 0.0), 0.1);
  scene.table = &table;

  EXPECT_EQ(minimum_elevation(scene, 0.0, 0.0), 0.0);
}

}  // namespace
}  // namespace billiard
