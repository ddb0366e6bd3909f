// SPDX-License-Identifier: Apache-2.0
#include "cloth/friction_integral.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact_integral.hpp"

namespace billiard {
namespace {

double difference(const Friction<double>& a, const Friction<double>& b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.moment - b.moment)});
}

// Largest error against the closed form over ratios of slip to spin, with N × N points.
template <std::size_t N>
double worst_error() {
  double worst = 0.0;
  for (const double k : {0.0, 1e-6, 0.1, 0.5, 0.9, 0.97, 0.999, 1.0, 1.001, 1.03, 1.3, 1.99, 2.01,
                         3.0, 10.0, 1e4, 1e8}) {
    for (const double spin : {2.0, -0.3}) {
      const double v = k * std::abs(spin);
      const Slip<double> slip{0.8 * v, -0.6 * v, spin, 0.3, 0.9};
      worst = std::max(worst, difference(integral_with<N>(slip, 0.0), exact(slip, 0.0)));
    }
  }
  return worst;
}

TEST(IntegralFriction, ConvergesToTheClosedForm) {
  EXPECT_LT(worst_error<8>(), 1e-5);
  EXPECT_LT(worst_error<16>(), 1e-8);
  EXPECT_LT(worst_error<32>(), 1e-10);
}

TEST(IntegralFriction, EqualsTheRegularisedIntegralOfThePaper) {
  constexpr double kTolerance = 1e-8;  // the fixed rule resolves ε down to 1e-9
  for (double v = 1e-4; v < 20.0; v *= 2.1) {
    for (double spin = 1e-4; spin < 20.0; spin *= 2.1) {
      const Slip<double> slip{0.8 * v, 0.6 * v, -spin, 0.6, -0.8};

      const Friction<double> friction = integral(slip, 0.01);

      EXPECT_LT(difference(friction, oracle::regularised_integral(slip, 0.01)), kTolerance)
          << "slip " << v << " spin " << spin;
    }
  }
}

}  // namespace
}  // namespace billiard
