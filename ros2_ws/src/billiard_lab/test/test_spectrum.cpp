// SPDX-License-Identifier: Apache-2.0
#include "spectrum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace billiard::lab {
namespace {

TEST(Spectrum, HasThePowerOfASineAtItsFrequency) {
  constexpr double kPeriod = 1e-3;
  constexpr double kFrequency = 62.5;  // on a line of 1024 samples
  constexpr double kAmplitude = 3.0;
  std::vector<double> samples;
  for (int i = 0; i < 1024; ++i) {
    samples.push_back(5.0 +
                      kAmplitude * std::sin(2.0 * std::numbers::pi * kFrequency * i * kPeriod));
  }

  const Spectrum s = power_density(samples, kPeriod);

  const auto top = std::max_element(s.density.begin(), s.density.end()) - s.density.begin();
  EXPECT_NEAR(s.frequency[static_cast<std::size_t>(top)], kFrequency, 1e-9);
  double power = 0.0;
  for (const double d : s.density) power += d * (s.frequency[1] - s.frequency[0]);
  EXPECT_NEAR(power, 0.5 * kAmplitude * kAmplitude, 1e-9);
}

}  // namespace
}  // namespace billiard::lab
