// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "billiard_engine/cloth_friction.hpp"

namespace billiard {
namespace {

// K(17) written with libm, as the paper prints it.
Friction<double> printed(const Slip<double>& s, double eps, double b_t, double m_t, double b_m,
                         double m_m) {
  const double pi = std::acos(-1.0);
  const double v = std::hypot(s.x, s.y);
  const double w = std::abs(s.spin);
  const auto root = [&](double b, double m) {
    const double sum = std::pow(v, m) + std::pow(b, m) * std::pow(w, m);
    return std::sqrt(std::pow(sum, 2.0 / m) + eps * eps);
  };
  const double t = root(b_t, m_t);
  const double turn = 3.0 / 32.0 * pi * b_t * s.spin;
  const double moment = 3.0 / 16.0 * pi * b_m * s.spin - s.shift_s * s.x / 5 + s.shift_c * s.y / 5;
  return {(s.x - turn * s.shift_s) / t, (s.y + turn * s.shift_c) / t, moment / root(b_m, m_m)};
}

TEST(PadeFriction, IsTheFormulaOfThePaper) {
  for (double v = 1e-3; v < 1e4; v *= 3.1) {
    for (double spin : {-400.0, -1.0, 0.0, 0.003, 2.0, 150.0}) {
      const Slip<double> slip{0.28 * v, -0.96 * v, spin, 0.6, -0.3};

      const Friction<double> f = pade(slip, 0.01);

      const Friction<double> p = printed(slip, 0.01, 0.68102, 2.0, 0.480909, 2.0);
      EXPECT_NEAR(f.x, p.x, 1e-14);
      EXPECT_NEAR(f.y, p.y, 1e-14);
      EXPECT_NEAR(f.moment, p.moment, 1e-14);
    }
  }
}

TEST(PadeFittedFriction, IsTheFormulaOfThePaper) {
  for (double v = 1e-3; v < 1e4; v *= 3.1) {
    for (double spin : {-400.0, -1.0, 0.0, 0.003, 2.0, 150.0}) {
      const Slip<double> slip{0.28 * v, -0.96 * v, spin, 0.6, -0.3};

      const Friction<double> f = pade_fitted(slip, 0.01);

      const Friction<double> p = printed(slip, 0.01, 0.771, 2.655, 0.419, 3.073);
      EXPECT_NEAR(f.x, p.x, 1e-14);
      EXPECT_NEAR(f.y, p.y, 1e-14);
      EXPECT_NEAR(f.moment, p.moment, 1e-14);
    }
  }
}

// K(11): without slip or without spin both forms are the integral.
TEST(PadeFriction, AgreesWithTheIntegralWithoutSlipAndWithoutSpin) {
  for (const Slip<double>& slip :
       {Slip<double>{3.0, -4.0, 0.0, 0.6, 0.5}, Slip<double>{0.0, 0.0, -7.0, 0.6, 0.5}}) {
    const Friction<double> truth = exact(slip, 0.0);
    for (const ClothLaw law : {ClothLaw::kPade, ClothLaw::kPadeFitted}) {
      const Friction<double> f = cloth_friction(law, slip, 0.0);
      EXPECT_NEAR(f.x, truth.x, 1e-14);
      EXPECT_NEAR(f.y, truth.y, 1e-14);
      EXPECT_NEAR(f.moment, truth.moment, 1e-14);
    }
  }
}

}  // namespace
}  // namespace billiard
