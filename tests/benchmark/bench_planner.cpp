// SPDX-License-Identifier: Apache-2.0
// How good the planner's shots are: calibration, deadline, run-out. Usage: bench_planner JSON CSV
// BILLIARD_FULL_TESTS=1 runs the full sizes (hours); without, small ones (minutes).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "billiard_engine/files/settings.hpp"
#include "billiard_engine/simulator.hpp"
#include "billiard_planner/planner.hpp"

namespace billiard {
namespace {

using Json = nlohmann::ordered_json;

bool full_form() { return std::getenv("BILLIARD_FULL_TESTS") != nullptr; }

/// A cue ball and `objects` numbered balls at random places.
PlanRequest random_layout(const Settings& settings, int objects, std::uint64_t seed) {
  const double r = settings.physics.ball.radius;
  const double x = 0.5 * settings.table.spec.length - 1.05 * r;
  const double y = 0.5 * settings.table.spec.width - 1.05 * r;
  PlanRequest request;
  request.seed = seed;
  for (std::uint64_t k = 0; static_cast<int>(request.balls.size()) <= objects; k += 2) {
    Ball ball;
    ball.position = {x * (2.0 * uniform(seed, k) - 1.0), y * (2.0 * uniform(seed, k + 1) - 1.0), r};
    request.balls.push_back(ball);
    if (check_layout(request.balls, settings.table, settings.physics)) {
      request.balls.pop_back();
      continue;
    }
    const std::size_t number = request.balls.size() - 1;
    request.ids.push_back(number == 0 ? "cue" : std::to_string(number));
  }
  return request;
}

/// Promised against realised probability, from seeds 1001 on; other draws than the planner's.
Json calibration(Planner& planner, const Settings& settings) {
  const int layouts = full_form() ? 300 : 12;
  const int replays = full_form() ? 1000 : 150;
  double promised = 0.0, realised = 0.0, error = 0.0, elapsed = 0.0;
  int count = 0;
  for (int i = 0; i < layouts; ++i) {
    const PlanRequest request = random_layout(settings, 7, 1001 + static_cast<std::uint64_t>(i));
    const Plan plan = planner.plan(request);
    if (!plan.found || plan.best.call.target < 0) continue;
    int successes = 0;
    for (int k = 0; k < replays; ++k) {
      successes += planner.play(request, plan.best, request.seed + 77777, k).success ? 1 : 0;
    }
    const double rate = static_cast<double>(successes) / replays;
    promised += plan.best.success_probability;
    realised += rate;
    error += std::abs(plan.best.success_probability - rate);
    elapsed = std::max(elapsed, plan.elapsed);
    ++count;
  }
  const double n = std::max(1, count);
  return {{"n", count},
          {"replays", replays},
          {"mean_promised", promised / n},
          {"mean_realised", realised / n},
          {"mean_abs_error", error / n},
          {"max_elapsed_s", elapsed}};
}

/// Elapsed over budget.
Json deadline(Planner& planner, const Settings& settings, double budget) {
  const int layouts = full_form() ? 200 : 20;
  std::vector<double> ratios;
  for (int i = 0; i < layouts; ++i) {
    PlanRequest request = random_layout(settings, 7, 2001 + static_cast<std::uint64_t>(i));
    request.budget = budget;
    ratios.push_back(planner.plan(request).elapsed / budget);
  }
  std::sort(ratios.begin(), ratios.end());
  const std::size_t p99 =
      static_cast<std::size_t>(0.99 * static_cast<double>(ratios.size() - 1) + 0.5);
  return {{"n", layouts},
          {"median_elapsed_over_budget", ratios[ratios.size() / 2]},
          {"p99_elapsed_over_budget", ratios[p99]}};
}

struct Rack {
  bool cleared = false;
  int shots = 0;
};

/// Eight-ball from ball in hand with the balls spread at random as after a break; ends with the
/// first miss or foul.
Rack run_out(Planner& planner, const Settings& settings, double noise, std::uint64_t seed) {
  PlanRequest request = random_layout(settings, 15, seed);
  request.game.game = Game::kEightBall;
  request.noise = noise;
  request.budget = 0.5;
  request = planner.place_cue_ball(request);
  Rack rack;
  for (; rack.shots < 30; ++rack.shots) {
    const Plan plan = planner.plan(request);
    if (!plan.found) return rack;
    Outcome outcome;
    const Verdict verdict = planner.play(request, plan.best, seed + 555, rack.shots, &outcome);
    if (verdict.won) {
      ++rack.shots;
      rack.cleared = true;
      return rack;
    }
    if (!verdict.success) return rack;
    request.game = verdict.next;
    request.balls.assign(outcome.final_balls().begin(), outcome.final_balls().end());
  }
  return rack;
}

Json run_outs(Planner& planner, const Settings& settings, double noise) {
  const int racks = full_form() ? 200 : 4;
  int cleared = 0;
  int shots = 0;
  for (int i = 0; i < racks; ++i) {
    const Rack rack = run_out(planner, settings, noise, 3001 + static_cast<std::uint64_t>(i));
    cleared += rack.cleared ? 1 : 0;
    shots += rack.shots;
  }
  return {{"n", racks},
          {"cleared", static_cast<double>(cleared) / racks},
          {"shots_per_rack", static_cast<double>(shots) / racks}};
}

void run(const std::string& json_path, const std::string& csv_path) {
  const Settings settings = load_settings("pool_9ft");
  Planner planner(settings.table, settings.physics);
  Json report = Json::object();
  std::string csv = "case,figure,value\n";
  const auto add = [&](const std::string& name, const Json& figures) {
    report[name] = figures;
    for (const auto& [figure, value] : figures.items()) {
      fmt::print("{:<18}{:<30}{:>12.4f}\n", name, figure, value.get<double>());
      csv += fmt::format("{},{},{}\n", name, figure, value.get<double>());
    }
    std::fflush(stdout);
  };
  add("calibration", calibration(planner, settings));
  add("deadline_50ms", deadline(planner, settings, 0.05));
  add("run_out_noise_0", run_outs(planner, settings, 0.0));
  add("run_out_noise_0.5", run_outs(planner, settings, 0.5));
  add("run_out_noise_1", run_outs(planner, settings, 1.0));
  std::ofstream(json_path) << report.dump() << "\n";
  std::ofstream(csv_path) << csv;
}

}  // namespace
}  // namespace billiard

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: bench_planner JSON CSV\n", stderr);
    return 2;
  }
  try {
    billiard::run(argv[1], argv[2]);
    return 0;
  } catch (const std::exception& e) {
    fmt::print(stderr, "bench_planner: {}\n", e.what());
    return 1;
  }
}
