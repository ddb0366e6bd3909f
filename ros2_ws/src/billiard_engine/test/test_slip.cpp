// SPDX-License-Identifier: Apache-2.0
#include "contact/slip.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace billiard {
namespace {

constexpr SlipSteps kFine{0.3, 1.0};
constexpr double kTime = 1e-3;  // [s]

Grip<double, 1> grip(Tangent<double> slip, Tangent<double> drive, double most) {
  Grip<double, 1> g;
  g.slip = slip;
  g.drive = drive;
  g.most = most;
  g.soft = 1e-6;
  g.xx = 2.5;
  g.yy = 3.5;
  return g;
}

Tangent<double> impulse(const Grip<double, 1>& g) {
  return friction_impulse<double>(g, {g, g, g}, kTime, kFine);
}

TEST(FrictionImpulse, IsTheWholeConeWhileTheSlipGoesOn) {
  const Tangent<double> j = impulse(grip({1.0, 0.0}, {}, 50.0));

  EXPECT_NEAR(j.x, -50.0 * kTime, 1e-12);
  EXPECT_EQ(j.y, 0.0);
}

TEST(FrictionImpulse, EndsASlipAndNoMore) {
  const Tangent<double> j = impulse(grip({0.03, -0.02}, {}, 500.0));

  EXPECT_NEAR(j.x, -0.03 / 2.5, 1e-6) << "xx j = -slip";
  EXPECT_NEAR(j.y, 0.02 / 3.5, 1e-6);
}

TEST(FrictionImpulse, HoldsAgainstWhatIsWithinTheCone) {
  Grip<double, 1> g = grip({}, {100.0, 50.0}, 80.0);
  g.soft = 1e-3;
  const double slip = 2e-3;  // more than settles
  const Tangent<double> j = impulse(g);

  EXPECT_NEAR(j.x, -100.0 / 2.5 * kTime, slip / 2.5);
  EXPECT_NEAR(j.y, -50.0 / 3.5 * kTime, slip / 3.5);
}

TEST(FrictionImpulse, IsRefusedWhereTheSlipWouldTakeTooManySteps) {
  Grip<double, 1> g = grip({}, {}, 40.0);
  g.known = true;
  g.soft = 1e-3;

  EXPECT_TRUE(can_follow(g, kTime));
  g.soft = 1e-6;
  EXPECT_FALSE(can_follow(g, kTime));
}

TEST(FrictionImpulse, TurnsWithASlipThatTurnsRound) {
  // Along a line: the slip ends after 0.03/(200 + 2.5·40) s and goes on the other way.
  const double end = 0.03 / 300.0;
  const Tangent<double> j = impulse(grip({0.03, 0.0}, {-200.0, 0.0}, 40.0));

  EXPECT_NEAR(j.x, 40.0 * ((kTime - end) - end), 1e-6);
}

TEST(FrictionImpulse, FollowsAForceThatChanges) {
  Grip<double, 1> start = grip({1.0, 0.0}, {}, 10.0);
  Grip<double, 1> middle = start;
  Grip<double, 1> end = start;
  middle.most = 40.0;
  end.most = 10.0;

  const Tangent<double> j = friction_impulse<double>(start, {start, middle, end}, kTime, kFine);

  EXPECT_NEAR(j.x, -30.0 * kTime, 1e-12) << "Simpson's rule";
}

TEST(FrictionImpulse, MirroredSlipGivesTheMirroredBits) {
  const Tangent<double> a = impulse(grip({0.02, 0.01}, {-90.0, 30.0}, 45.0));
  const Tangent<double> b = impulse(grip({0.02, -0.01}, {-90.0, -30.0}, 45.0));

  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, -b.y);
}

TEST(Driven, GoesOnAlongALineButFrictionNeverPulls) {
  const Driven<double> a{{10.0, -2.0}, 30.0};
  const Driven<double> b{{14.0, 0.0}, 10.0};

  const Driven<double> half = between(a, b, 0.5);
  const Driven<double> beyond = between(a, b, 2.0);

  EXPECT_EQ(half.drive.x, 12.0);
  EXPECT_EQ(half.drive.y, -1.0);
  EXPECT_EQ(half.most, 20.0);
  EXPECT_EQ(beyond.drive.x, 18.0);
  EXPECT_EQ(beyond.most, 0.0);
}

TEST(Slip, KnowsATurnFromAFall) {
  EXPECT_TRUE(turns_little<double>({1.0, 0.0}, {0.1, 0.04}));
  EXPECT_FALSE(turns_little<double>({1.0, 0.0}, {0.1, 0.06}));
  EXPECT_FALSE(turns_little<double>({1.0, 0.0}, {-1.0, 0.0}));
  EXPECT_TRUE(falls_below<double>(0.6, {1.0, 0.0}, {0.0, 0.59}));
  EXPECT_FALSE(falls_below<double>(0.6, {1.0, 0.0}, {0.61, 0.0}));
}

}  // namespace
}  // namespace billiard
