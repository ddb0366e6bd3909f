// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "planner/cases.hpp"

namespace billiard {
namespace {

struct Pair {
  double promised = 0.0;
  double realised = 0.0;
};

/// Mean difference of promise and truth, over ten groups of equal size from the least promising
/// shots to the surest.
double decile_error(std::vector<Pair> pairs) {
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return a.promised < b.promised; });
  constexpr std::size_t kGroups = 10;
  double error = 0.0;
  std::size_t used = 0;
  for (std::size_t g = 0; g < kGroups; ++g) {
    const std::size_t end = pairs.size() * (g + 1) / kGroups;
    double sum = 0.0;
    const std::size_t count = end - used;
    for (; used < end; ++used) sum += pairs[used].promised - pairs[used].realised;
    if (count > 0) error += std::abs(sum / static_cast<double>(count)) / kGroups;
  }
  return error;
}

}  // namespace

Json calibration(const PlannerBench& bench) {
  const int layouts = bench.count(300, 12);
  const int replays = bench.replays(1000, 150);
  Planner planner = bench.planner();
  std::vector<Pair> pairs;
  std::vector<double> times;
  Pair sum;
  double simulations = 0.0;
  for (int i = 0; i < layouts; ++i) {
    PlanRequest request = bench.layout(i);
    request.simulations = kOneSecond;
    const Plan plan = timed(times, [&] { return planner.plan(request); });
    if (!plan.found || plan.best.call.target < 0) continue;
    pairs.push_back(
        {plan.best.success_probability, realised(planner, request, plan.best, replays)});
    sum.promised += pairs.back().promised;
    sum.realised += pairs.back().realised;
    simulations += static_cast<double>(plan.simulations);
  }
  const double n = static_cast<double>(std::max<std::size_t>(1, pairs.size()));
  Json figures = cpu_figures(pairs.size(), times);
  figures.update({{"replays", replays},
                  {"mean_simulations", simulations / n},
                  {"mean_promised", sum.promised / n},
                  {"mean_realised", sum.realised / n},
                  {"mean_decile_error", decile_error(pairs)}});
  return figures;
}

Json monotony(const PlannerBench& bench) {
  const int layouts = bench.count(100, 10);
  const int replays = bench.replays(500, 100);
  Planner planner = bench.planner();
  std::vector<double> times;
  Json realised_at;
  for (const int simulations : {250, 1000, 4000}) {
    double sum = 0.0;
    for (int i = 0; i < layouts; ++i) {
      PlanRequest request = bench.layout(i);
      request.simulations = simulations;
      const Plan plan = timed(times, [&] { return planner.plan(request); });
      if (plan.found) sum += realised(planner, request, plan.best, replays);
    }
    realised_at["mean_realised_at_" + std::to_string(simulations)] = sum / layouts;
  }
  Json figures = cpu_figures(static_cast<std::size_t>(layouts), times);
  figures["replays"] = replays;
  figures.update(realised_at);
  return figures;
}

Json deadline(const PlannerBench& bench, double budget) {
  const int layouts = bench.count(200, 30);
  Planner planner = bench.planner();
  std::vector<double> ratios, times;
  int found = 0;
  for (int i = 0; i < layouts; ++i) {
    PlanRequest request = bench.layout(i);
    request.budget = budget;
    // The machine's scheduler may hold back threads that never pause.
    std::this_thread::sleep_for(std::chrono::duration<double>(0.03 + 0.1 * budget));
    const auto start = std::chrono::steady_clock::now();
    found += timed(times, [&] { return planner.plan(request); }).found ? 1 : 0;
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    ratios.push_back(time.count() / budget);
  }
  std::sort(ratios.begin(), ratios.end());
  const auto at = [&](double part) {
    return ratios[static_cast<std::size_t>(part * static_cast<double>(ratios.size() - 1) + 0.5)];
  };
  Json figures = cpu_figures(static_cast<std::size_t>(layouts), times);
  figures.update({{"found", static_cast<double>(found) / layouts},
                  {"median_elapsed_over_budget", at(0.5)},
                  {"p99_elapsed_over_budget", at(0.99)},
                  {"max_elapsed_over_budget", at(1.0)}});
  return figures;
}

}  // namespace billiard
