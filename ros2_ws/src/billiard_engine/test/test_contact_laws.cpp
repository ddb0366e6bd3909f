// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/contact_laws.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/normal_force.hpp"
#include "contact/tangential_force.hpp"

namespace billiard {
namespace {

constexpr double kStiffness = 3.5e8;
constexpr double kMass = 0.085;

TEST(ContactLaw, IsTheEnginesOwnForce) {
  for (const NormalLaw law : {NormalLaw::kHertz, NormalLaw::kLankaraniNikravesh, NormalLaw::kFlores,
                              NormalLaw::kExactRestitution, NormalLaw::kTsuji}) {
    ContactProperties properties;
    properties.law = law;
    properties.restitution = 0.8;
    const NormalForce<double> inside(law, 0.8, properties.impact_speed_floor, kStiffness, kMass);
    const ContactLaw outside(properties, kStiffness, kMass);
    for (const double rate : {-1.0, -0.2, 0.0, 0.5}) {
      EXPECT_EQ(outside.normal_force(1e-4, rate, 1.0),
                inside(1e-4, rate, inside.inverse_impact(1.0), 0.0))
          << name(law) << " at " << rate;
    }
  }
}

TEST(ContactLaw, RubsLikeTheEngine) {
  for (const FrictionLaw law : {FrictionLaw::kThrelfall, FrictionLaw::kAmbrosio,
                                FrictionLaw::kAlciatore, FrictionLaw::kCoulombRegularised}) {
    ContactProperties properties;
    properties.friction_law = law;
    const TangentialForce<double> inside(properties);
    const ContactLaw outside(properties, kStiffness, kMass);
    for (const double v : {0.0, 1e-3, 0.5}) {
      EXPECT_EQ(outside.friction_per_speed(v), inside.coefficient_per_speed(v * v)) << name(law);
    }
  }
}

TEST(ContactLaw, StoresTheWorkOfTheElasticForce) {
  ContactProperties properties;
  properties.law = NormalLaw::kHertz;
  const ContactLaw law(properties, kStiffness, kMass);
  constexpr double kDepth = 1e-4;
  constexpr int kSteps = 2000;
  double work = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    work += law.normal_force((i + 0.5) * kDepth / kSteps, 0.0, 1.0) * kDepth / kSteps;
  }

  EXPECT_NEAR(law.elastic_energy(kDepth) / work, 1.0, 1e-6);  // midpoint rule
  EXPECT_EQ(law.elastic_energy(-kDepth), 0.0);
}

}  // namespace
}  // namespace billiard
