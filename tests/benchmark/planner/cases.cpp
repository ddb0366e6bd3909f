// SPDX-License-Identifier: Apache-2.0
#include "planner/cases.hpp"

#include "random_layout.hpp"

namespace billiard {

PlanRequest PlannerBench::layout(int number) const {
  return random_layout(settings_, 7, 1001 + static_cast<std::uint64_t>(number));
}

double realised(Planner& planner, const PlanRequest& request, const Choice& choice, int replays) {
  constexpr std::uint64_t kOtherSeed = 77777;
  int successes = 0;
  for (int k = 0; k < replays; ++k) {
    successes += planner.play(request, choice, request.seed + kOtherSeed, k).success ? 1 : 0;
  }
  return static_cast<double>(successes) / replays;
}

const std::vector<PlannerCase>& planner_cases() {
  static const std::vector<PlannerCase> cases = {
      {"calibration", calibration},
      {"exhaustive", exhaustive},
      {"monotony", monotony},
      {"deadline_50ms", [](const PlannerBench& b) { return deadline(b, 0.05); }},
      {"deadline_200ms", [](const PlannerBench& b) { return deadline(b, 0.2); }},
      {"deadline_1s", [](const PlannerBench& b) { return deadline(b, 1.0); }},
      {"run_out_noise_0", [](const PlannerBench& b) { return run_outs(b, 0.0); }},
      {"run_out_noise_0.5", [](const PlannerBench& b) { return run_outs(b, 0.5); }},
      {"run_out_noise_1", [](const PlannerBench& b) { return run_outs(b, 1.0); }},
      {"shaping", shaping},
  };
  return cases;
}

}  // namespace billiard
