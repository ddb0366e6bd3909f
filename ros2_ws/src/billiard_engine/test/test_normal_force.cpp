// SPDX-License-Identifier: Apache-2.0
#include "contact/normal_force.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/contact_models.hpp"

namespace billiard {
namespace {

constexpr double kMass = 0.17;
constexpr double kStiffness = 3.523609e8;  // ball–ball, R 28.575 mm

/// What comes out of an impact integrated in steps so small that only the law counts.
struct Impact {
  double restitution = 0.0, duration = 0.0, depth = 0.0;
};

Impact integrate(const NormalForce<double>& force, double effective_mass, double speed) {
  const double step = 1e-4 * hertz_duration(force.stiffness, effective_mass, speed);
  const double inverse_impact = force.inverse_impact(speed);
  Impact impact;
  double x = 0.0;
  double v = speed;
  while (true) {
    const double middle = x + 0.5 * step * v;
    if (middle <= 0.0) break;
    v -= step * force(middle, v, inverse_impact, 0.5 * step) / effective_mass;
    x = middle + 0.5 * step * v;
    impact.depth = std::max(impact.depth, x);
    impact.duration += step;
  }
  impact.restitution = -v / speed;
  return impact;
}

NormalForce<double> ball_ball(NormalLaw law, double e) {
  return {law, e, 1e-3, kStiffness, 0.5 * kMass};
}

TEST(HertzStiffness, HasThePapersValues) {
  constexpr double kCheckValue = 1e-6;  // relative; the values are given to seven digits
  const double r = 0.028575;
  EXPECT_NEAR(hertz_stiffness(3.8e9, 0.375, 3.8e9, 0.375, 0.5 * r) / 3.523609e8, 1, kCheckValue);
  EXPECT_NEAR(hertz_stiffness(3.8e9, 0.375, 7e6, 0.5, r) / 2.099196e6, 1, kCheckValue);
  EXPECT_NEAR(hertz_stiffness(3.8e9, 0.375, 3.1e9, 0.38, r) / 4.488459e8, 1, kCheckValue);
}

TEST(HertzStiffness, ReachesTheModelsOfAPhysicsFile) {
  const ContactModels<double> models{Physics{}};
  EXPECT_NEAR(models.ball_ball.stiffness / 3.523609e8, 1, 1e-6);
  EXPECT_NEAR(models.ball_cushion.stiffness / 2.099196e6, 1, 1e-6);
  EXPECT_NEAR(models.ball_cloth.stiffness / 4.488459e8, 1, 1e-6);
}

TEST(NormalForce, DividesThePapersLawsByTheImpactSpeed) {
  // F = K δ^1.5 (1 + c δ̇/δ̇⁻) by hand.
  const NormalForce<double> force = ball_ball(NormalLaw::kLankaraniNikravesh, 0.93);
  const double c = 0.75 * (1.0 - 0.93 * 0.93);
  const double elastic = kStiffness * std::pow(1e-4, 1.5);
  EXPECT_NEAR(force(1e-4, 0.4, 1.0 / 0.8, 0.0), elastic * (1.0 + c * 0.5), 1e-9 * elastic);
}

TEST(NormalForce, TsujiDampsByDepth) {
  const double e = 0.95;
  const NormalForce<double> force = ball_ball(NormalLaw::kTsuji, e);
  const double alpha = damping_coefficient(NormalLaw::kTsuji, e);
  const double by_hand = kStiffness * std::pow(1e-4, 1.5) +
                         alpha * std::sqrt(0.5 * kMass * kStiffness) * std::pow(1e-4, 0.25) * 0.4;
  EXPECT_NEAR(force(1e-4, 0.4, 123.0, 0.0) / by_hand, 1.0, 1e-12) << "no impact speed in it";
}

TEST(NormalForce, NeverAttracts) {
  for (const NormalLaw law : {NormalLaw::kLankaraniNikravesh, NormalLaw::kFlores,
                              NormalLaw::kExactRestitution, NormalLaw::kTsuji}) {
    EXPECT_EQ(ball_ball(law, 0.3)(1e-5, -50.0, 10.0, 0.0), 0.0) << name(law);
  }
}

TEST(NormalForce, KeepsTheImpactSpeedAboveItsFloor) {
  const NormalForce<double> force = ball_ball(NormalLaw::kFlores, 0.9);
  EXPECT_EQ(force.inverse_impact(0.5), 2.0);
  EXPECT_EQ(force.inverse_impact(0.0), 1e3);
  EXPECT_EQ(force.inverse_impact(-1.0), 1e3);
}

TEST(NormalForce, PapersLawsReturnTheirKnownRestitution) {
  constexpr double kCheckValue = 2e-5;  // the values are given to five digits
  struct Case {
    NormalLaw law;
    double in, out;
  };
  for (const Case& c :
       {Case{NormalLaw::kHertz, 0.5, 1.0}, Case{NormalLaw::kLankaraniNikravesh, 0.98, 0.98058},
        Case{NormalLaw::kLankaraniNikravesh, 0.93, 0.93670},
        Case{NormalLaw::kLankaraniNikravesh, 0.85, 0.87797},
        Case{NormalLaw::kLankaraniNikravesh, 0.7, 0.79597},
        Case{NormalLaw::kLankaraniNikravesh, 0.5, 0.72524}, Case{NormalLaw::kFlores, 0.93, 0.92564},
        Case{NormalLaw::kFlores, 0.85, 0.84119}, Case{NormalLaw::kFlores, 0.5, 0.47044}}) {
    for (const double speed : {0.05, 1.0, 12.0}) {
      EXPECT_NEAR(integrate(ball_ball(c.law, c.in), 0.5 * kMass, speed).restitution, c.out,
                  kCheckValue)
          << name(c.law) << " " << c.in << " at " << speed << " m/s";
    }
  }
}

TEST(NormalForce, OurLawsReturnTheRestitutionTheyAreGiven) {
  constexpr double kTolerance = 3e-5;  // tsuji is calibrated by integration in finite steps
  for (const NormalLaw law : {NormalLaw::kExactRestitution, NormalLaw::kTsuji}) {
    for (const double e : {0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 0.99, 1.0}) {
      EXPECT_NEAR(integrate(ball_ball(law, e), 0.5 * kMass, 1.0).restitution, e, kTolerance)
          << name(law) << " " << e;
    }
  }
}

TEST(NormalForce, ImpactsHaveTheirKnownDurationAndDepth) {
  constexpr double kCheckValue = 2e-4;  // relative; the duration counts whole steps of 1e-4
  const Impact balls = integrate(ball_ball(NormalLaw::kLankaraniNikravesh, 0.93), 0.5 * kMass, 1.0);
  EXPECT_NEAR(balls.duration / 460.87e-6, 1.0, kCheckValue);
  EXPECT_NEAR(balls.depth / 151.520e-6, 1.0, kCheckValue);
  const NormalForce<double> rubber{NormalLaw::kLankaraniNikravesh, 0.85, 1e-3, 2.099196e6, kMass};
  const Impact cushion = integrate(rubber, kMass, 2.724);
  EXPECT_NEAR(cushion.duration / 3.8926e-3, 1.0, kCheckValue);
  EXPECT_NEAR(cushion.depth / 3.3732e-3, 1.0, kCheckValue);
}

TEST(HertzDuration, AgreesWithAnIntegratedImpact) {
  const Impact impact = integrate(ball_ball(NormalLaw::kHertz, 1.0), 0.5 * kMass, 2.0);
  EXPECT_NEAR(hertz_duration(kStiffness, 0.5 * kMass, 2.0) / impact.duration, 1.0, 2e-4);
}

}  // namespace
}  // namespace billiard
