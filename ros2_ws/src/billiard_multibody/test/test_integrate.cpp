// SPDX-License-Identifier: Apache-2.0
#include "billiard_multibody/integrate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace billiard::multibody {
namespace {

Observer nothing() {
  return [](double, const Vector&) {};
}

/// A ball on two rods in a V: swings in the x–z plane.
System pendulum(double angle) {
  constexpr double kLength = 0.5;
  Body ball = make_sphere(0.2, 0.02);
  ball.position = {kLength * std::sin(angle), 0.0, -kLength * std::cos(angle)};
  System system;
  system.add(ball);
  for (const double side : {-0.2, 0.2}) {
    system.add(std::make_unique<Rod>(Point{0, Vec3::Zero()}, Point{kGround, {0.0, side, 0.0}},
                                     std::hypot(kLength, side)));
  }
  return system;
}

/// Time of the first zero crossing of x, a quarter of the period [s].
double quarter_period(System system, Settings settings) {
  double before_time = 0.0;
  double before = 1.0;
  double crossing = 0.0;
  settings.until = 0.6;
  integrate(system, settings, [&](double t, const Vector& y) {
    const double x = position_of(y, 0).x();
    if (crossing == 0.0 && x < 0.0) {
      crossing = before_time + (t - before_time) * before / (before - x);
    }
    before_time = t;
    before = x;
  });
  return crossing;
}

TEST(Integrate, EveryIntegratorAndMethodSwingsAPendulumInItsTime) {
  const double exact = 0.5 * std::numbers::pi * std::sqrt(0.5 / 9.81);  // small angle
  for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kRungeKutta4,
                                      Integrator::kAdams4, Integrator::kDormandPrince}) {
    for (const Method method : kMethods) {
      const Settings settings{.method = method,
                              .integrator = integrator,
                              .step = 1e-3,
                              .absolute_tolerance = 1e-9,
                              .relative_tolerance = 1e-9};
      // Euler is first order; the small angle of 0.02 rad changes the period by 2.5e-5.
      const double tolerance = integrator == Integrator::kSemiImplicitEuler ? 2e-3 : 1e-4;
      EXPECT_NEAR(quarter_period(pendulum(0.02), settings) / exact, 1.0, tolerance)
          << name(integrator) << ", " << name(method);
    }
  }
}

TEST(Integrate, RungeKuttaIsOfFourthOrder) {
  const auto error = [](double step) {
    System system = pendulum(0.8);
    const double before = system.energy(system.initial_state());
    const RunResult end = integrate(
        system, {.method = Method::kDirectCorrection, .step = step, .until = 1.0}, nothing());
    return std::abs(system.energy(end.state) - before);
  };

  EXPECT_GT(error(0.02) / error(0.01), 12.0);  // 16 for fourth order, 32 for energy at best
}

TEST(Integrate, AFreeBodyKeepsEnergyAndAngularMomentum) {
  Body brick;
  brick.inertia = {0.1, 0.2, 0.3};
  brick.spin = {0.1, 5.0, 0.2};  // about the middle axis: it tumbles
  System system;
  system.gravity = Vec3::Zero();
  system.add(brick);
  const Vector start = system.initial_state();
  const auto momentum = [&](const Vector& y) -> Vec3 {
    return system.mass_matrix(y).block<3, 3>(3, 3) * spin_of(y, 0);
  };

  const RunResult end = integrate(system, {.step = 1e-3, .until = 5.0}, nothing());

  EXPECT_GT((rotation_of(end.state, 0) - Mat3::Identity()).norm(), 0.1);
  EXPECT_NEAR(system.energy(end.state) / system.energy(start), 1.0, 1e-9);
  EXPECT_LT((momentum(end.state) - momentum(start)).norm(), 1e-9);
}

/// A ball dropped from 0.1 m on a plane.
System dropped(NormalLaw law, double restitution) {
  constexpr double kRadius = 0.02;
  Body ball = make_sphere(0.05, kRadius);
  ball.position.z() = kRadius + 0.1;
  System system;
  system.add(ball);
  ContactProperties properties;
  properties.law = law;
  properties.restitution = restitution;
  system.add(Contact{.radius = kRadius, .law = ContactLaw(properties, 1e9, ball.mass)});
  return system;
}

TEST(Integrate, ContactsThatAreSoughtReturnTheLawsRestitution) {
  struct Case {
    NormalLaw law;
    double in, out;
  };
  // What comes out when e goes in: solutions of the laws' own equations.
  for (const Case& c :
       {Case{NormalLaw::kHertz, 1.0, 1.0}, Case{NormalLaw::kLankaraniNikravesh, 0.7, 0.79597},
        Case{NormalLaw::kExactRestitution, 0.7, 0.7}, Case{NormalLaw::kTsuji, 0.7, 0.7}}) {
    System system = dropped(c.law, c.in);
    double apex = 0.0;
    integrate(system, {.step = 1e-3, .contact_step = 1e-7, .until = 0.25},
              [&](double, const Vector& y) {
                if (velocity_of(y, 0).z() > 0.0 && !system.touching(y)) {
                  apex = position_of(y, 0).z() - 0.02 + velocity_of(y, 0).squaredNorm() / 19.62;
                }
              });
    // Gravity during the contact adds less than 1e-3 for a stiff contact; δ^0.25 of tsuji asks for
    // fine steps.
    EXPECT_NEAR(std::sqrt(apex / 0.1), c.out, 1e-3) << billiard::name(c.law);
  }
}

TEST(Integrate, AnElasticBallReturnsToItsHeightAfterEveryBounce) {
  System system = dropped(NormalLaw::kHertz, 1.0);
  double highest = 0.0;
  integrate(
      system, {.step = 1e-3, .contact_step = 5e-7, .until = 2.0},
      [&](double, const Vector& y) { highest = std::max(highest, position_of(y, 0).z() - 0.02); });

  EXPECT_NEAR(highest / 0.1, 1.0, 1e-4);  // error of some 80 steps per contact, seven bounces
}

TEST(Integrate, CountsItsWorkAndStopsAtTheStepLimit) {
  System system = pendulum(0.1);

  const RunResult end =
      integrate(system, {.step = 1e-3, .until = 1.0, .most_steps = 10}, nothing());

  EXPECT_EQ(end.ending, Ending::kStepLimit);
  EXPECT_EQ(end.steps, 10);
  EXPECT_EQ(end.cost.evaluations, 40);
}

TEST(Integrate, SpringsSwingWithTheirFrequency) {
  Body ball = make_sphere(1.0, 0.1);
  ball.position.x() = 1.1;
  System system;
  system.gravity = Vec3::Zero();
  system.add(ball);
  system.add(Spring{Point{0, Vec3::Zero()}, Point{}, 1.0, 400.0, 0.0});

  // Half a period: π √(m/k).
  const RunResult end =
      integrate(system, {.step = 1e-4, .until = std::numbers::pi / 20.0}, nothing());

  EXPECT_NEAR(position_of(end.state, 0).x(), 0.9, 1e-9);
}

TEST(Integrate, RepeatsItself) {
  System a = dropped(NormalLaw::kTsuji, 0.8);
  System b = dropped(NormalLaw::kTsuji, 0.8);
  const Settings settings{.step = 1e-3, .contact_step = 5e-6, .until = 0.5};

  EXPECT_EQ(integrate(a, settings, nothing()).state, integrate(b, settings, nothing()).state);
}

}  // namespace
}  // namespace billiard::multibody
