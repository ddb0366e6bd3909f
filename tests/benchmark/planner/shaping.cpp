// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "curved_problem.hpp"
#include "planner/cases.hpp"

namespace billiard {

Json shaping(const PlannerBench& bench) {
  const int wanted = bench.count(100, 10);
  const Settings& settings = bench.settings();
  std::vector<double> times, cpu_times;
  int solved = 0;
  double worst = 0.0;
  for (int i = 0; i < wanted; ++i) {
    const ShapeRequest problem = curved_problem(settings, 5001 + static_cast<std::uint64_t>(i));
    const Shape shape =
        timed(cpu_times, [&] { return shape_shot(settings.table, settings.physics, problem); });
    times.push_back(shape.elapsed);
    solved += shape.found ? 1 : 0;
    if (shape.found) worst = std::max(worst, shape.miss);
  }
  std::sort(times.begin(), times.end());
  Json figures = cpu_figures(static_cast<std::size_t>(wanted), cpu_times);
  figures.update({{"solved", static_cast<double>(solved) / wanted},
                  {"worst_miss_of_solved_mm", 1e3 * worst},
                  {"median_s", times[times.size() / 2]},
                  {"max_s", times.back()}});
  return figures;
}

}  // namespace billiard
