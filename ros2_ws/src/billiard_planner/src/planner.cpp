// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "billiard_engine/simulator.hpp"
#include "explain.hpp"
#include "place_cue_ball.hpp"
#include "position.hpp"
#include "search.hpp"
#include "validate_request.hpp"

namespace billiard {
namespace {

constexpr std::array kKinds = {"direct", "bank", "kick", "combination", "carom", "safety", "break"};
constexpr double kAimShare = 0.4;
constexpr double kAimSharePerfect = 0.9;  // nothing to sample for a perfect cue
constexpr std::size_t kAlternatives = 5;

Choice finish(const Option& option) {
  Choice choice = option.choice;
  const Tally& tally = option.tally;
  choice.samples = tally.samples;
  choice.success_probability = tally.probability();
  choice.next_probability = tally.successes > 0 ? tally.next / tally.successes : 0.0;
  choice.value = tally.mean_value();
  return choice;
}

/// One alternative per way to play: the best stroke of each called ball, pocket and kind.
bool same_way(const Choice& a, const Choice& b) {
  return a.kind == b.kind && a.call.target == b.call.target && a.call.pocket == b.call.pocket;
}

std::vector<Choice> alternatives(const std::vector<Option>& options) {
  std::vector<Choice> list;
  for (const Option& option : options) {
    if (option.tally.samples == 0 || list.size() >= kAlternatives) break;
    const bool known = same_way(option.choice, options.front().choice) ||
                       std::any_of(list.begin(), list.end(), [&](const Choice& other) {
                         return same_way(option.choice, other);
                       });
    if (!known) list.push_back(finish(option));
  }
  return list;
}

}  // namespace

const char* name(ShotKind kind) noexcept { return kKinds[static_cast<std::size_t>(kind)]; }

struct Planner::State {
  State(const Table& t, const Physics& p, int threads)
      : table(t), physics(p), workers(t, p, threads) {}

  Scene scene(const PlanRequest& request, const Rules& rules) const {
    Scene scene;
    scene.table = &table;
    scene.physics = &physics;
    scene.rules = &rules;
    scene.balls = request.balls;
    scene.in_play = in_play(request.balls);
    scene.noise = ExecutionNoise{}.scaled(request.noise);
    return scene;
  }

  Table table;
  Physics physics;
  Workers workers;
};

Planner::Planner(const Table& table, const Physics& physics, int threads)
    : state_(std::make_unique<State>(table, physics, threads)) {}
Planner::~Planner() = default;
Planner::Planner(Planner&&) noexcept = default;
Planner& Planner::operator=(Planner&&) noexcept = default;

Plan Planner::plan(const PlanRequest& request) {
  const Budget budget(request, state_->workers);
  validate(request, state_->table, state_->physics);
  const Rules rules(request.game, request.ids);
  const Scene scene = state_->scene(request, rules);
  Plan plan;
  plan.reason = find_obstacle(request, rules, state_->table);
  if (plan.reason.empty()) {
    const BallMask wanted = wanted_balls(request, rules);
    Search search(scene, request, state_->workers, budget);
    Candidates candidates;
    add_direct(scene, wanted, candidates);
    search.aim(std::move(candidates), request.noise > 0.0 ? kAimShare : kAimSharePerfect);
    search.compare();
    if (search.options().empty()) {
      plan.reason = "no shot because no ball can be potted directly";
    } else {
      plan.found = true;
      plan.best = finish(search.options().front());
      plan.alternatives = alternatives(search.options());
    }
  }
  plan.simulations = budget.used();
  plan.elapsed = budget.elapsed();
  if (plan.found) plan.reason = explain(plan, request, state_->table);
  return plan;
}

Verdict Planner::play(const PlanRequest& request, const Choice& choice, std::uint64_t seed,
                      std::int64_t draw, Outcome* outcome) {
  const Rules rules(request.game, request.ids);
  const Scene scene = state_->scene(request, rules);
  Shot shot = choice.shot;
  if (draw >= 0) {
    shot = disturb(shot, scene.noise, scene.radius(), seed, static_cast<std::uint64_t>(draw));
  }
  const Outcome result = state_->workers.first().run(scene.balls, shot);
  if (outcome != nullptr) *outcome = result;
  return rules.judge(result, scene.in_play, choice.call);
}

PlanRequest Planner::place_cue_ball(const PlanRequest& request) {
  PlanRequest placed = request;
  if (Rules(request.game, request.ids).cue() < 0) {
    placed.ids.emplace_back("cue");
    placed.balls.emplace_back();
  }
  const Rules rules(placed.game, placed.ids);
  Ball& cue = placed.balls[static_cast<std::size_t>(rules.cue())];
  cue = Ball{};
  cue.motion = Motion::kPocketed;  // out of the way while places are looked for
  validate(placed, state_->table, state_->physics);
  const std::vector<Point> places = cue_ball_places(state_->scene(placed, rules));
  double best = -1.0;
  Ball best_cue = cue;
  for (const Point& place : places) {
    cue.position = {place.x(), place.y(), state_->physics.ball.radius};
    cue.motion = Motion::kRest;
    if (check_layout(placed.balls, state_->table, state_->physics)) continue;
    Scene scene = state_->scene(placed, rules);
    scene.noise = ExecutionNoise{};
    const double chance = next_shot_probability(scene);
    if (chance > best) {
      best = chance;
      best_cue = cue;
    }
  }
  if (best < 0.0) throw std::invalid_argument("no room for the cue ball behind any pot");
  cue = best_cue;
  return placed;
}

}  // namespace billiard
