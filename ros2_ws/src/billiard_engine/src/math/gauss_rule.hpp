// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "math/elementary.hpp"

namespace billiard::math {

/// Gauss–Legendre rule on [0, 1], exact for polynomials of degree 2N−1. Made by the compiler.
template <std::size_t N>
struct GaussRule {
  std::array<double, N> node{};
  std::array<double, N> weight{};
};

/// Newton's method on the Legendre recursion from the usual cosine guess.
template <std::size_t N>
[[nodiscard]] constexpr GaussRule<N> make_gauss_rule() {
  GaussRule<N> rule;
  constexpr double kPi = 3.14159265358979324;
  for (std::size_t i = 0; i < N; ++i) {
    double x = cos(kPi * (static_cast<double>(i) + 0.75) / (static_cast<double>(N) + 0.5));
    double slope = 1.0;
    for (int iteration = 0; iteration < 6; ++iteration) {
      double before = 1.0;
      double now = x;
      for (std::size_t n = 2; n <= N; ++n) {
        const auto degree = static_cast<double>(n);
        const double next = ((2.0 * degree - 1.0) * x * now - (degree - 1.0) * before) / degree;
        before = now;
        now = next;
      }
      slope = static_cast<double>(N) * (x * now - before) / (x * x - 1.0);
      x -= now / slope;
    }
    rule.node[i] = 0.5 * (1.0 - x);
    rule.weight[i] = 1.0 / ((1.0 - x * x) * slope * slope);
  }
  return rule;
}

}  // namespace billiard::math
