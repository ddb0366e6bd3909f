// SPDX-License-Identifier: Apache-2.0
#include "contact/grip.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace billiard {
namespace {

constexpr double kFriction = 0.2;
constexpr double kPush = 30.0;
constexpr double kStiff = 1e3;
constexpr double kReach = 10.0;  ///< slip that a step's push could take [m/s]
constexpr double kStep = 1e-3;
constexpr double kRounding = 1e-12;

TangentialForce<double> friction() {
  ContactProperties p;
  p.friction_law = FrictionLaw::kCoulombRegularised;
  p.friction = kFriction;
  return TangentialForce<double>{p};
}

bool may_begin(Tangent<double> slip, double stiffness) {
  return Grip<double>::may_begin(slip, friction().drag(slip.x * slip.x + slip.y * slip.y),
                                 stiffness);
}

Grip<double> grip(double part_of_cone) {
  Grip<double> grip;
  grip.begin({0.6 * part_of_cone * kFriction * kPush, 0.8 * part_of_cone * kFriction * kPush},
             kPush, kFriction);
  return grip;
}

TEST(Grip, BeginsWhereASlipIsAllButGoneAndFrictionSteep) {
  EXPECT_TRUE(may_begin({3e-4, -1e-3}, kStiff));
  EXPECT_TRUE(may_begin({0.0, 0.0}, kStiff));
  EXPECT_FALSE(may_begin({3e-4, -1e-3}, 30.0)) << "steps follow that by themselves";
  EXPECT_FALSE(may_begin({5e-3, 0.0}, kStiff)) << "may still go past zero";
}

TEST(Grip, HoldsWellWithinTheConeOnly) {
  EXPECT_TRUE(grip(0.0).holds());
  EXPECT_TRUE(grip(0.7).holds());
  EXPECT_FALSE(grip(0.9).holds());
}

TEST(Grip, GivesWhatIsNeededUpToTheCone) {
  Grip<double> g = grip(0.5);

  const Tangent<double> within = g.hold({1.0, -2.0}, kPush);
  EXPECT_EQ(within.x, 1.0);
  EXPECT_EQ(within.y, -2.0);
  EXPECT_NEAR(g.last(2.0 * kPush).y, -4.0, kRounding) << "goes with the push";

  const Tangent<double> beyond = g.hold({300.0, 400.0}, kPush);
  EXPECT_NEAR(beyond.x, 0.6 * kFriction * kPush, kRounding);
  EXPECT_NEAR(beyond.y, 0.8 * kFriction * kPush, kRounding);
}

TEST(Grip, LetsGoWhereMoreIsNeededThanItSurelyHolds) {
  Grip<double> g = grip(0.5);

  (void)g.hold({0.95 * kFriction * kPush, 0.0}, kPush);
  g.go_on(friction().drag(0.0), kReach, kStep);

  EXPECT_FALSE(g.holds());
}

// As the push ends, explicit steps follow what the slip then does.
TEST(Grip, LetsGoWhereFrictionIsSteepNoMore) {
  Grip<double> g = grip(0.5);

  g.go_on(friction().drag(0.0), kReach, kStep);
  EXPECT_TRUE(g.holds());
  g.go_on(friction().drag(0.0), 1e-3 * kReach, kStep);
  EXPECT_FALSE(g.holds());
}

TEST(Grip, AsksForShorterStepsOnItsWayToWhereItLetsGo) {
  Grip<double> slow = grip(0.5);
  Grip<double> fast = grip(0.5);

  (void)slow.hold({0.31 * kFriction * kPush, 0.4 * kFriction * kPush}, kPush);
  slow.go_on(friction().drag(0.0), kReach, kStep);
  (void)fast.hold({0.5 * kFriction * kPush, 0.5 * kFriction * kPush}, kPush);
  fast.go_on(friction().drag(0.0), kReach, kStep);

  EXPECT_EQ(grip(0.5).haste(), 0.0) << "nothing is known yet";
  EXPECT_LT(slow.haste() * kStep, 1.0) << "a longer step would do";
  EXPECT_GT(fast.haste() * kStep, 3.0);
}

TEST(Grip, CreepsAgainstFriction) {
  const Grip<double> g = grip(0.5);

  const Tangent<double> creep = g.creep(friction());

  const double size2 = creep.x * creep.x + creep.y * creep.y;
  const double per = kPush * friction().coefficient_per_speed(size2);
  EXPECT_NEAR(-per * creep.x, g.last(kPush).x, kRounding);
  EXPECT_NEAR(-per * creep.y, g.last(kPush).y, kRounding);
  EXPECT_EQ(grip(0.0).creep(friction()).x, 0.0);
}

// Without a push there is no friction, whatever is needed: the end of every contact.
TEST(Grip, HoldsNothingWithoutAPush) {
  Grip<double> g = grip(0.5);

  const Tangent<double> none = g.hold({1.0, 1.0}, 0.0);

  EXPECT_EQ(none.x, 0.0);
  EXPECT_EQ(none.y, 0.0);
}

}  // namespace
}  // namespace billiard
