// SPDX-License-Identifier: Apache-2.0
// Cost of one free step of a ball on the cloth: choosing it and taking it.
#include <benchmark/benchmark.h>

#include "cloth/free_motion.hpp"

namespace billiard {
namespace {

/// Runs a ball from `start` while it moves as `motion`, then starts again.
template <typename Scalar>
void free_steps(benchmark::State& state, const ClothState<Scalar>& start, Motion motion) {
  const ClothModel<Scalar> model(Physics{}, Scalar(1e-3));
  ClothState<Scalar> ball = start;
  int level = kLevels - 1;
  for (auto _ : state) {
    const FreePlan<Scalar> plan = plan_free_motion(model, ball, level);
    ball = advance_free(model, ball, plan, plan.duration);
    level = plan.level;
    if (plan.motion != motion || plan.phase == Phase::kRollOut) {
      ball = start;
      level = kLevels - 1;
    }
  }
}

template <typename Scalar>
void sliding(benchmark::State& state) {
  free_steps<Scalar>(state, {0, 0, 4, 1, 3, -2, 60}, Motion::kSliding);
}

template <typename Scalar>
void rolling_with_side_spin(benchmark::State& state) {
  free_steps<Scalar>(state, {0, 0, Scalar(1.5), Scalar(0.3), 0, 0, 80}, Motion::kRolling);
}

template <typename Scalar>
void rolling_straight(benchmark::State& state) {
  free_steps<Scalar>(state, {0, 0, Scalar(1.5), Scalar(0.3), 0, 0, 0}, Motion::kRolling);
}

BENCHMARK(sliding<double>)->Name("sliding/double");
BENCHMARK(rolling_with_side_spin<double>)->Name("rolling_with_side_spin/double");
BENCHMARK(rolling_straight<double>)->Name("rolling_straight/double");
BENCHMARK(sliding<float>)->Name("sliding/float");
BENCHMARK(rolling_with_side_spin<float>)->Name("rolling_with_side_spin/float");
BENCHMARK(rolling_straight<float>)->Name("rolling_straight/float");

}  // namespace
}  // namespace billiard
