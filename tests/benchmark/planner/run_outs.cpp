// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "planner/cases.hpp"
#include "run_out.hpp"

namespace billiard {

Json run_outs(const PlannerBench& bench, double noise) {
  const int racks = bench.count(200, 3);
  Planner planner = bench.planner();
  PlanRequest asked;
  asked.noise = noise;
  asked.simulations = 1500;  // repeats exactly; a second on two cores gives more
  int shots = 0;
  std::vector<double> times;
  std::map<std::string, int> ends;
  for (int i = 0; i < racks; ++i) {
    const Rack rack =
        run_out(planner, bench.settings(), asked, 3001 + static_cast<std::uint64_t>(i));
    ++ends[rack.cleared ? "cleared" : rack.end];
    shots += rack.shots;
    times.insert(times.end(), rack.cpu_times.begin(), rack.cpu_times.end());
  }
  Json figures = cpu_figures(static_cast<std::size_t>(racks), times);
  figures.update({{"simulations_per_shot", asked.simulations},
                  {"cleared", static_cast<double>(ends["cleared"]) / racks},
                  {"shots_per_rack", static_cast<double>(shots) / racks}});
  for (const auto& [end, count] : ends) {
    if (end != "cleared") figures["ended: " + end] = count;
  }
  return figures;
}

}  // namespace billiard
