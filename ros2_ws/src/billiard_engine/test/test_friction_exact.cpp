// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "billiard_engine/cloth_friction.hpp"
#include "contact_integral.hpp"

namespace billiard {
namespace {

double difference(const Friction<double>& a, const Friction<double>& b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.moment - b.moment)});
}

// Slip of size k·|spin| at `angle`, full-size shift at `shift_angle`.
Slip<double> slip_at(double k, double spin, double angle, double shift, double shift_angle) {
  const double v = k * std::abs(spin);
  return {v * std::cos(angle), v * std::sin(angle), spin, shift * std::cos(shift_angle),
          shift * std::sin(shift_angle)};
}

std::vector<double> ratios() {
  std::vector<double> k{0.0};
  for (double exponent = -8.0; exponent <= 8.0; exponent += 0.125) {
    k.push_back(std::pow(10.0, exponent));
  }
  // Near k = 1, and in every part of the polynomials in friction_exact.hpp and at its ends.
  for (double near : {1e-12, 1e-9, 1e-6, 1e-4, 1e-2, 0.01805, 0.01806, 0.05, 0.0787, 0.0788, 0.12,
                      0.2, 0.281, 0.282}) {
    k.push_back(1.0 - near);
    k.push_back(1.0 + near);
  }
  return k;
}

TEST(ExactFriction, EqualsQuadratureOfTheContactIntegralAtEveryRatioOfSlipToSpin) {
  constexpr double kTolerance = 1e-10;  // the polynomials in friction_exact.hpp hold 3e-11
  for (const double k : ratios()) {
    for (const double spin : {1.0, -1.0, 37.0, -0.02}) {
      for (int turn = 0; turn < 5; ++turn) {
        const Slip<double> slip = slip_at(k, spin, 0.3 + 1.3 * turn, 0.25 * turn, 2.0 * turn);

        const Friction<double> friction = exact(slip, 0.0);

        EXPECT_LT(difference(friction, oracle::contact_integral(slip)), kTolerance)
            << "k " << k << " spin " << spin << " turn " << turn;
      }
    }
  }
}

TEST(ExactFriction, HasTheKnownLimits) {
  const double pi = std::acos(-1.0);

  const Friction<double> sliding = exact(Slip<double>{3.0, 0.0, 0.0, 0.0, 0.5}, 0.0);
  const Friction<double> spinning = exact(Slip<double>{0.0, 0.0, -2.0, 0.5, 0.0}, 0.0);

  EXPECT_NEAR(sliding.x, 1.0, 1e-15);
  EXPECT_NEAR(sliding.y, 0.0, 1e-15);
  EXPECT_NEAR(sliding.moment, -0.1, 1e-15);
  EXPECT_NEAR(spinning.x, 0.0, 1e-15);
  EXPECT_NEAR(spinning.y, -3.0 * pi / 64.0, 1e-15);
  EXPECT_NEAR(spinning.moment, -3.0 * pi / 16.0, 1e-15);
}

TEST(ExactFriction, IsContinuousAcrossSlipEqualToSpin) {
  for (const double spin : {1.0, -1.0}) {
    for (double angle = 0.0; angle < 6.2; angle += 0.1) {
      const Slip<double> below = slip_at(1.0 - 1e-15, spin, angle, 1.0, 0.7);
      const Slip<double> above = slip_at(1.0 + 1e-15, spin, angle, 1.0, 0.7);

      EXPECT_LT(difference(exact(below, 0.0), exact(above, 0.0)), 1e-10);
    }
  }
}

// Largest jump between neighbours over a fine walk in k, compared with the slope there.
TEST(ExactFriction, HasNoJumpOnAWalkOverAllRatios) {
  Friction<double> before = exact(slip_at(1e-6, 1.0, 0.4, 1.0, 1.9), 0.0);
  for (int step = 1; step <= 28000; ++step) {
    const double k = std::pow(10.0, -6.0 + step * 5e-4);

    const Friction<double> after = exact(slip_at(k, 1.0, 0.4, 1.0, 1.9), 0.0);

    EXPECT_LT(difference(before, after), 2e-3) << "k " << k;  // 0.5 · ln(10) · 5e-4 is 6e-4
    before = after;
  }
}

TEST(ExactFriction, RegularisesLikeThePadeForm) {
  constexpr double kEpsilon = 0.01;
  for (const double v : {0.0, 1e-9, 1e-3, 0.01, 0.1, 10.0}) {
    const Slip<double> straight{0.6 * v, -0.8 * v, 0.0, 0.3, 0.4};

    EXPECT_LT(difference(exact(straight, kEpsilon), pade(straight, kEpsilon)), 1e-15) << v;
  }
  for (const double spin : {-5.0, 5.0}) {  // far above ε the regularisation is gone
    const Slip<double> spinning{0.0, 0.0, spin, 0.3, 0.4};

    EXPECT_LT(difference(exact(spinning, kEpsilon), exact(spinning, 0.0)), 1e-5);
  }
}

// |exact_ε − K(16)_ε| stays below 0.12 for every slip and vanishes as slip or spin leave ε.
TEST(ExactFriction, StaysCloseToTheRegularisedIntegral) {
  constexpr double kEpsilon = 0.01;
  double worst_near = 0.0;
  double worst_far = 0.0;
  for (double v = 1e-4; v < 20.0; v *= 2.7) {
    for (double spin = 1e-4; spin < 20.0; spin *= 2.7) {
      const Slip<double> slip{0.8 * v, 0.6 * v, spin, 0.6, 0.8};
      const double error =
          difference(exact(slip, kEpsilon), oracle::regularised_integral(slip, kEpsilon));
      worst_near = std::max(worst_near, error);
      if (v + spin > 1.0) worst_far = std::max(worst_far, error);
    }
  }
  RecordProperty("worst_near", std::to_string(worst_near));
  EXPECT_LT(worst_near, 0.12);
  EXPECT_LT(worst_far, 2e-3);
}

TEST(ExactFriction, HoldsInSinglePrecision) {
  constexpr double kTolerance = 5e-7;  // four roundings of values near 1
  for (const double k : ratios()) {
    for (const double spin : {1.0, -0.5}) {
      const Slip<double> s = slip_at(k, spin, 0.9, 0.75, 2.1);
      const Slip<float> slip{static_cast<float>(s.x), static_cast<float>(s.y),
                             static_cast<float>(s.spin), static_cast<float>(s.shift_c),
                             static_cast<float>(s.shift_s)};

      const Friction<float> f = exact(slip, 0.0F);

      EXPECT_LT(difference({f.x, f.y, f.moment}, exact(s, 0.0)), kTolerance) << "k " << k;
    }
  }
}

TEST(ExactFriction, IsFiniteAtRestWhenRegularised) {
  const Friction<double> still = exact(Slip<double>{}, 0.01);
  const Friction<float> still_float = exact(Slip<float>{}, 0.01F);

  EXPECT_EQ(still.x, 0.0);
  EXPECT_EQ(still.moment, 0.0);
  EXPECT_EQ(still_float.y, 0.0F);
}

}  // namespace
}  // namespace billiard
