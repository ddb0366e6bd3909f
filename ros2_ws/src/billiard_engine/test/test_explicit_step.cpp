// SPDX-License-Identifier: Apache-2.0
#include "cloth/explicit_step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace billiard {
namespace {

/// Slides, spins and travels in different directions: every term of the rates counts.
const std::vector<ClothState<double>> kStates{{0, 0, 2.0, 0.7, 1.5, -0.4, 60.0},
                                              {0, 0, -0.4, 0.3, 0.2, 0.5, -150.0},
                                              {0, 0, 0.05, -3.0, -0.6, 0.1, 5.0}};

const ClothModel<double>& model() {
  static const ClothModel<double> m(Physics{}, 1e-3);
  return m;
}

ClothAction<double> action(const ClothState<double>& s) {
  return cloth_action<ClothLaw::kPade>(model(), s);
}

/// The state `t` later by steps far too small to matter.
ClothState<double> truly_after(ClothState<double> s, double t) {
  constexpr int kSteps = 4000;
  for (int i = 0; i < kSteps; ++i) {
    s = runge_kutta_step<ClothLaw::kPade>(model(), s, action(s), t / kSteps);
  }
  return s;
}

double distance(const ClothState<double>& a, const ClothState<double>& b) {
  return std::max({std::hypot(a.x - b.x, a.y - b.y), std::hypot(a.vx - b.vx, a.vy - b.vy),
                   std::hypot(a.ux - b.ux, a.uy - b.uy), std::abs(a.spin - b.spin)});
}

TEST(ExplicitStep, RatesAreTheDerivativesOfFrictionAlongTheMotion) {
  constexpr double kNudge = 1e-5;
  for (const ClothState<double>& s : kStates) {
    const auto shifted = [&](double t) {
      return action(runge_kutta_step<ClothLaw::kPade>(model(), s, action(s), t));
    };
    const ClothAction<double> before = shifted(-kNudge);
    const ClothAction<double> after = shifted(kNudge);
    const Slip<double> slip{s.ux * model().inverse_contact, s.uy * model().inverse_contact, s.spin,
                            0.0, 0.0};

    const ClothRate<double> rate = pade_rate(model(), action(s), slip);

    const auto slope = [](double a, double b) { return (b - a) / (2.0 * kNudge); };
    EXPECT_NEAR(rate.friction.x, slope(before.friction.x, after.friction.x), 1e-6);
    EXPECT_NEAR(rate.friction.y, slope(before.friction.y, after.friction.y), 1e-6);
    EXPECT_NEAR(rate.friction.moment, slope(before.friction.moment, after.friction.moment), 1e-6);
    EXPECT_NEAR(rate.direction.x, slope(before.direction.x, after.direction.x), 1e-6);
    EXPECT_NEAR(rate.direction.y, slope(before.direction.y, after.direction.y), 1e-6);
  }
}

TEST(ExplicitStep, HalfTheStepHasASixteenthOfTheError) {
  constexpr double kTime = 0.02;
  for (const ClothState<double>& s : kStates) {
    const ClothState<double> truth = truly_after(s, kTime);
    const auto error = [&](int steps) {
      ClothState<double> e = s;
      for (int i = 0; i < steps; ++i) {
        e = two_derivative_step(model(), e, action(e), kTime / steps);
      }
      return distance(e, truth);
    };

    EXPECT_NEAR(error(2) / error(4), 16.0, 4.0);
    EXPECT_LT(error(4), 1e-6);
  }
}

TEST(ExplicitStep, MirrorsToTheLastBit) {
  for (const ClothState<double>& s : kStates) {
    const ClothState<double> mirrored{s.x, -s.y, s.vx, -s.vy, s.ux, -s.uy, -s.spin};

    const ClothState<double> a = two_derivative_step(model(), s, action(s), 0.01);
    const ClothState<double> b = two_derivative_step(model(), mirrored, action(mirrored), 0.01);

    EXPECT_EQ(a.x, b.x);
    EXPECT_EQ(a.y, -b.y);
    EXPECT_EQ(a.vx, b.vx);
    EXPECT_EQ(a.vy, -b.vy);
    EXPECT_EQ(a.ux, b.ux);
    EXPECT_EQ(a.uy, -b.uy);
    EXPECT_EQ(a.spin, -b.spin);
  }
}

}  // namespace
}  // namespace billiard
