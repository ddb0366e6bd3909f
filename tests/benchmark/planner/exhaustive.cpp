// SPDX-License-Identifier: Apache-2.0
// The planner's choice against a search that leaves nothing out: every candidate of every kind,
// each with 168 strokes fully aimed, sampled until the best is known. About a hundred times the
// work of a second, and so only for the layouts in which the choice came out worst; in the others
// the best is taken to be a certain pot, which it can be at most.
#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

#include "candidates/candidate.hpp"
#include "option.hpp"
#include "planner/cases.hpp"
#include "refine.hpp"
#include "workers.hpp"

namespace billiard {
namespace {

constexpr std::array kSpeeds = {1.05, 1.2, 1.4, 1.7, 2.1, 2.6, 3.2, 4.0};  // of the least [-]
constexpr std::array kHeights = {-0.4, -0.25, -0.12, 0.0, 0.12, 0.25, 0.4};
constexpr std::array kSides = {-0.25, 0.0, 0.25};
constexpr double kHopeless = 0.15;  // less sure by its window than the best by this: not sampled
/// Disturbed shots in each round, and how many go on to the next.
struct Round {
  int samples;
  std::size_t kept;
};
constexpr std::array kRounds = {Round{50, 60}, Round{250, 12}, Round{2000, 1}};

/// Everything one search works on.
struct Ground {
  Scene scene;
  const PlanRequest& request;
  Workers& workers;
};

std::vector<Option> aim_all(const Ground& ground) {
  const Scene& scene = ground.scene;
  const BallMask wanted = scene.rules->balls_to_pot(scene.in_play);
  Candidates candidates;
  add_direct(scene, wanted, candidates);
  add_combinations(scene, wanted, candidates);
  add_banks(scene, wanted, candidates);
  add_kicks(scene, wanted, candidates);
  add_caroms(scene, wanted, candidates);
  std::vector<std::pair<const Candidate*, Stroke>> tasks;
  for (const Candidate& c : candidates) {
    for (const double speed : kSpeeds) {
      for (const double height : kHeights) {
        for (const double side : kSides) {
          tasks.push_back({&c, {std::clamp(speed * c.min_speed, 0.5, 7.0), side, height}});
        }
      }
    }
  }
  std::vector<Option> options(tasks.size());
  ground.workers.run(static_cast<int>(tasks.size()), Workers::Clock::time_point::max(),
                     [&](ShotRunner& runner, int i) {
                       const auto& [candidate, stroke] = tasks[static_cast<std::size_t>(i)];
                       const auto aimed = refine(scene, runner, *candidate, stroke);
                       if (!aimed) return;
                       Option& option = options[static_cast<std::size_t>(i)];
                       option.choice.shot = aimed->shot;
                       option.choice.kind = candidate->kind;
                       option.choice.call = candidate->call;
                       option.promise = window_probability(scene, aimed->window);
                     });
  double best = 0.0;
  for (const Option& option : options) best = std::max(best, option.promise);
  std::erase_if(options, [&](const Option& o) { return o.promise < best - kHopeless; });
  return options;
}

void sample(const Ground& ground, std::vector<Option>& options, const Round& round) {
  ground.workers.run(static_cast<int>(options.size()), Workers::Clock::time_point::max(),
                     [&](ShotRunner& runner, int i) {
                       Option& option = options[static_cast<std::size_t>(i)];
                       for (int k = 0; k < round.samples; ++k) {
                         const auto draw = static_cast<std::uint64_t>(option.tally.samples);
                         const Shot shot =
                             disturb(option.choice.shot, ground.scene.noise, ground.scene.radius(),
                                     ground.request.seed + 31, draw);
                         option.tally.add(score(ground.scene, false, option.choice,
                                                runner.run(ground.scene.balls, shot)));
                       }
                     });
  std::stable_sort(options.begin(), options.end(), [](const Option& a, const Option& b) {
    return a.tally.probability() > b.tally.probability();
  });
  if (options.size() > round.kept) options.resize(round.kept);
}

/// The best shot that there is.
std::optional<Choice> find_best(const PlannerBench& bench, Workers& workers,
                                const PlanRequest& request) {
  const Rules rules(request.game, request.ids);
  const Ground ground{{&bench.settings().table, &bench.settings().physics, &rules, request.balls,
                       in_play(request.balls), ExecutionNoise{}},
                      request,
                      workers};
  std::vector<Option> options = aim_all(ground);
  for (const Round& round : kRounds) sample(ground, options, round);
  if (options.empty()) return std::nullopt;
  return options.front().choice;
}

}  // namespace

Json exhaustive(const PlannerBench& bench) {
  const int layouts = bench.replays(300, 4);
  const int searched = bench.count(10, 1);
  const int replays = bench.replays(1000, 200);
  Planner planner = bench.planner();
  std::vector<std::pair<double, int>> chosen;  // share of pots, layout
  std::vector<double> times;
  double sum = 0.0;
  for (int i = 0; i < layouts; ++i) {
    PlanRequest request = bench.layout(i);
    request.simulations = kOneSecond;
    const Plan plan = timed(times, [&] { return planner.plan(request); });
    chosen.push_back({plan.found ? realised(planner, request, plan.best, replays) : 0.0, i});
    sum += chosen.back().first;
  }
  std::sort(chosen.begin(), chosen.end());
  Workers workers(bench.settings().table, bench.settings().physics, 0);
  double best = static_cast<double>(layouts - searched), worst_chosen = 0.0, worst_best = 0.0;
  for (int k = 0; k < searched; ++k) {
    const auto& [share, number] = chosen[static_cast<std::size_t>(k)];
    const PlanRequest request = bench.layout(number);
    const auto found = find_best(bench, workers, request);
    const double reached = found ? realised(planner, request, *found, replays) : 0.0;
    std::fprintf(stderr, "layout %d: chosen %.3f, best %.3f\n", number, share, reached);
    worst_chosen += share / searched;
    worst_best += reached / searched;
    best += std::max(share, reached);
  }
  Json figures = cpu_figures(static_cast<std::size_t>(layouts), times);
  figures.update({{"replays", replays},
                  {"chosen", sum / layouts},
                  {"best_at_most", best / layouts},
                  {"searched", searched},
                  {"chosen_of_searched", worst_chosen},
                  {"best_of_searched", worst_best},
                  {"simulations_of_search", static_cast<double>(workers.count()) / searched}});
  return figures;
}

}  // namespace billiard
