// SPDX-License-Identifier: Apache-2.0
#include "contact/tangential_force.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace billiard {
namespace {

constexpr double kRounding = 1e-12;

TangentialForce<double> friction(FrictionLaw law, double mu = 0.06) {
  ContactProperties p;
  p.friction_law = law;
  p.friction = mu;
  return TangentialForce<double>{p};
}

double coefficient(FrictionLaw law, double speed) {
  return friction(law).coefficient_per_speed(speed * speed) * speed;
}

TEST(TangentialForce, ThrelfallRisesToTheFullCoefficient) {
  EXPECT_NEAR(coefficient(FrictionLaw::kThrelfall, 0.005), 0.06 * (1.0 - std::exp(-1.5)),
              kRounding);
  EXPECT_NEAR(coefficient(FrictionLaw::kThrelfall, 1.0), 0.06, kRounding);
}

TEST(TangentialForce, AmbrosioHasADeadBandAndARamp) {
  EXPECT_EQ(coefficient(FrictionLaw::kAmbrosio, 5e-5), 0.0);
  EXPECT_NEAR(coefficient(FrictionLaw::kAmbrosio, 5.5e-4), 0.03, kRounding);
  EXPECT_NEAR(coefficient(FrictionLaw::kAmbrosio, 0.2), 0.06, kRounding);
}

TEST(TangentialForce, AlciatoreFallsWithSpeed) {
  constexpr double kSoftened = 1e-5;  // of μ, by v0 = 1 mm/s
  for (const double v : {0.3, 1.0, 3.0}) {
    const double expected = 9.951e-3 + 0.108 * std::exp(-1.088 * v);
    EXPECT_NEAR(coefficient(FrictionLaw::kAlciatore, v), expected, kSoftened) << v;
  }
}

TEST(TangentialForce, CoulombIsHalvedNearItsSpeed) {
  EXPECT_NEAR(coefficient(FrictionLaw::kCoulombRegularised, 1e-3), 0.06 / std::sqrt(2.0),
              kRounding);
  EXPECT_NEAR(coefficient(FrictionLaw::kCoulombRegularised, 1.0), 0.06, 1e-6);
}

TEST(TangentialForce, IsFiniteWithoutSlip) {
  for (const FrictionLaw law : {FrictionLaw::kThrelfall, FrictionLaw::kAmbrosio,
                                FrictionLaw::kAlciatore, FrictionLaw::kCoulombRegularised}) {
    const double per_speed = friction(law).coefficient_per_speed(0.0);
    EXPECT_TRUE(std::isfinite(per_speed)) << name(law);
    EXPECT_GE(per_speed, 0.0) << name(law);
    // Continuous at zero.
    EXPECT_NEAR(friction(law).coefficient_per_speed(1e-14), per_speed, 1e-4 * per_speed + 1e-12)
        << name(law);
  }
}

TEST(TangentialForce, AlciatoreKeepsTheCoefficientOfTheLargestSlip) {
  const TangentialForce<double> law = friction(FrictionLaw::kAlciatore);
  Rubbing<double> rubbing;
  const auto mu = [&](double v) { return law.coefficient_per_speed(v * v, rubbing) * v; };

  const double first = mu(1.0);
  EXPECT_NEAR(first, 9.951e-3 + 0.108 * std::exp(-1.088), 1e-6);
  EXPECT_NEAR(mu(0.5), first, 1e-6) << "slows: the impact's coefficient stays";
  EXPECT_LT(mu(2.0), 0.5 * first) << "speeds up: falls with the speed";
}

TEST(TangentialForce, OtherLawsForgetThePast) {
  const TangentialForce<double> law = friction(FrictionLaw::kThrelfall);
  Rubbing<double> rubbing;
  (void)law.coefficient_per_speed(1.0, rubbing);
  EXPECT_EQ(law.coefficient_per_speed(1e-5, rubbing), law.coefficient_per_speed(1e-5));
}

constexpr FrictionLaw kLaws[]{FrictionLaw::kThrelfall, FrictionLaw::kAmbrosio,
                              FrictionLaw::kAlciatore, FrictionLaw::kCoulombRegularised};

TEST(TangentialForce, DragIsTheSameInFactors) {
  for (const FrictionLaw law : kLaws) {
    const TangentialForce<double> force = friction(law);
    Rubbing<double> first;
    Rubbing<double> second;
    for (const double v : {0.3, 0.1, 2e-3, 5e-4, 0.0}) {  // an impact that slows
      const double alone = force.coefficient_per_speed(v * v);
      EXPECT_NEAR(force.drag(v * v).per_speed(), alone, kRounding * alone) << name(law) << v;
      const double kept = force.coefficient_per_speed(v * v, first);
      EXPECT_NEAR(force.drag(v * v, second).per_speed(), kept, kRounding * kept) << name(law) << v;
      EXPECT_LE(kept * v, force.drag(v * v, second).most * (1.0 + kRounding)) << name(law) << v;
    }
  }
}

TEST(TangentialForce, CreepsAtTheSlipThatGivesSoMuch) {
  for (const FrictionLaw law : kLaws) {
    for (const double part : {0.1, 0.5, 0.84}) {
      const TangentialForce<double> force = friction(law);
      const double slip = force.creep(part);
      const double given = force.coefficient_per_speed(slip * slip) * slip;
      // Alciatore's coefficient itself changes by some 1e-3 over such slips.
      EXPECT_NEAR(given, part * force.drag(slip * slip).most, 1e-9) << name(law) << " " << part;
    }
  }
}

}  // namespace
}  // namespace billiard
