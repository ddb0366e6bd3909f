// SPDX-License-Identifier: Apache-2.0
#include "spectrum.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace billiard::lab {
namespace {

using Complex = std::complex<double>;

/// Cooley and Tukey, radix 2, recursive.
std::vector<Complex> transform(const std::vector<Complex>& x) {
  const std::size_t n = x.size();
  if (n == 1) return x;
  std::vector<Complex> even(n / 2);
  std::vector<Complex> odd(n / 2);
  for (std::size_t i = 0; i < n / 2; ++i) {
    even[i] = x[2 * i];
    odd[i] = x[2 * i + 1];
  }
  even = transform(even);
  odd = transform(odd);
  std::vector<Complex> result(n);
  for (std::size_t k = 0; k < n / 2; ++k) {
    const double angle = -2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    const Complex turned = std::polar(1.0, angle) * odd[k];
    result[k] = even[k] + turned;
    result[k + n / 2] = even[k] - turned;
  }
  return result;
}

}  // namespace

Spectrum power_density(const std::vector<double>& samples, double period) {
  const auto n = static_cast<double>(samples.size());
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / n;
  std::vector<Complex> windowed;
  double window_power = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double w = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(i) / n);
    windowed.emplace_back(w * (samples[i] - mean), 0.0);
    window_power += w * w;
  }
  const std::vector<Complex> lines = transform(windowed);
  Spectrum s;
  for (std::size_t k = 1; k < samples.size() / 2; ++k) {
    s.frequency.push_back(static_cast<double>(k) / (n * period));
    s.density.push_back(2.0 * std::norm(lines[k]) * period / window_power);
  }
  return s;
}

}  // namespace billiard::lab
