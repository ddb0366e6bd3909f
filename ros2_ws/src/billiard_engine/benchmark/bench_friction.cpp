// SPDX-License-Identifier: Apache-2.0
// Cost of one evaluation of each law of cloth friction.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstddef>

#include "cloth/friction_exact.hpp"
#include "cloth/friction_integral.hpp"
#include "cloth/friction_pade.hpp"
#include "cloth/friction_pade_fitted.hpp"

namespace billiard {
namespace {

constexpr std::size_t kSlips = 1024;

// Slip from 1 to 10⁴ 1/s against spin of 100 rad/s: both branches of the closed form, in an order
// the branch predictor cannot learn (`ratio` > 0 fixes |v|/|ω| instead).
template <typename Scalar>
std::array<Slip<Scalar>, kSlips> make_slips(double ratio) {
  std::array<Slip<Scalar>, kSlips> slips;
  unsigned state = 1;
  for (Slip<Scalar>& slip : slips) {
    state = state * 1664525U + 1013904223U;
    const double unit = (state >> 8U) / 16777216.0;
    const double v = ratio > 0.0 ? 100.0 * ratio : std::pow(10.0, 4.0 * unit);
    slip = {static_cast<Scalar>(v * std::cos(6.0 * unit)),
            static_cast<Scalar>(v * std::sin(6.0 * unit)), Scalar(100), Scalar(0.3), Scalar(-0.4)};
  }
  return slips;
}

template <typename Scalar, Friction<Scalar> (*Law)(const Slip<Scalar>&, Scalar) noexcept>
void law(benchmark::State& state) {
  const auto slips = make_slips<Scalar>(static_cast<double>(state.range(0)) / 10.0);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(Law(slips[i], Scalar(0.01)));
    i = (i + 1) % kSlips;
  }
}

// The argument is ten times |v|/|ω|; 0 is the mixture.
BENCHMARK(law<double, pade<double>>)->Name("pade/double")->Arg(0)->Arg(5)->Arg(30);
BENCHMARK(law<double, exact<double>>)->Name("exact/double")->Arg(0)->Arg(5)->Arg(30);
BENCHMARK(law<double, pade_fitted<double>>)->Name("pade_fitted/double")->Arg(0);
BENCHMARK(law<double, integral<double>>)->Name("integral/double")->Arg(0);
BENCHMARK(law<float, pade<float>>)->Name("pade/float")->Arg(0)->Arg(5)->Arg(30);
BENCHMARK(law<float, exact<float>>)->Name("exact/float")->Arg(0)->Arg(5)->Arg(30);
BENCHMARK(law<float, pade_fitted<float>>)->Name("pade_fitted/float")->Arg(0);

}  // namespace
}  // namespace billiard
