// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "billiard_engine/check_layout.hpp"
#include "candidates/open_shots.hpp"
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
constexpr double kStraightShare = 0.75;
constexpr double kSafetyShare = 0.08;
constexpr double kLatestAim = 0.5;    // who must play needs time for something else
constexpr double kEscapeShare = 0.7;  // the rest compares what was found
/// From here on the harder kinds of shots are not looked for. In free play the pot alone counts,
/// and a good combination is a pot like any other.
constexpr double kGoodPromise = 0.5;
constexpr double kGoodPromiseFree = 0.9;
constexpr std::size_t kAlternatives = 5;

Choice finish(const Option& option) {
  Choice choice = option.choice;
  choice.shot.azimuth = std::remainder(choice.shot.azimuth, 2.0 * std::numbers::pi);
  const Tally& tally = option.tally;
  choice.samples = tally.samples;
  choice.value = option.promise;
  if (tally.samples == 0) return choice;  // no time: the estimate from the aim's margin stays
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
    if (list.size() >= kAlternatives) break;
    const bool known = same_way(option.choice, options.front().choice) ||
                       std::any_of(list.begin(), list.end(), [&](const Choice& other) {
                         return same_way(option.choice, other);
                       });
    if (!known) list.push_back(finish(option));
  }
  return list;
}

/// Aims at every kind of shot that may be worth it: straight pots first, the harder kinds while
/// there is no good one, and safeties where the rules know them or nothing else is left. Who must
/// play plays a foul rather than nothing.
void gather(Search& search, const Scene& scene, const PlanRequest& request, BallMask wanted) {
  const double share = !scene.certain() ? kAimShare : kAimSharePerfect;
  if (is_racked(scene)) {
    search.add_shots(break_shots(scene), share);
    return;
  }
  Candidates straight;
  add_direct(scene, wanted, straight);
  const bool free = request.game.game == Game::kFree;
  const bool has_safeties = !free && request.target.empty();
  const double latest = has_safeties ? std::max(share, kLatestAim) : kWinnerShare;
  search.aim(std::move(straight), share * kStraightShare, latest);
  if (search.best_promise() < (free ? kGoodPromiseFree : kGoodPromise)) {
    Candidates harder;
    add_combinations(scene, wanted, harder);
    add_banks(scene, wanted, harder);
    add_kicks(scene, wanted, harder);
    add_caroms(scene, wanted, harder);
    search.aim(std::move(harder), share, latest);
  }
  if (search.options().empty() || (has_safeties && search.best_promise() < kGoodPromise)) {
    search.add_shots(safety_shots(scene), share + kSafetyShare);
  }
  const double escape = scene.certain() ? kWinnerShare : kEscapeShare;
  if (search.options().empty()) search.add_shots(escape_shots(scene), escape, has_safeties);
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
    scene.position_sigma = request.position_sigma;
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
  state_->workers.set_deadline(budget.last_moment());
  const Rules rules(request.game, request.ids);
  const Scene scene = state_->scene(request, rules);
  Plan plan;
  plan.reason = find_obstacle(request, rules, state_->table);
  if (plan.reason.empty()) {
    const BallMask wanted = wanted_balls(request, rules);
    Search search(scene, request, state_->workers, budget);
    gather(search, scene, request, wanted);
    search.compare();
    if (search.options().empty()) {
      plan.reason = search.expired()
                        ? fmt::format(
                              "no shot because the budget of {:g} s ended before one was "
                              "found; allow more",
                              request.budget)
                        : "no shot because no allowed ball can be reached";
    } else {
      plan.found = true;
      plan.best = finish(search.options().front());
      plan.alternatives = alternatives(search.options());
    }
  }
  plan.simulations = budget.used();
  plan.elapsed = budget.elapsed();
  if (plan.found) plan.reason = explain(plan, request);
  return plan;
}

Verdict Planner::play(const PlanRequest& request, const Choice& choice, std::uint64_t seed,
                      std::int64_t draw, Outcome* outcome) {
  const Rules rules(request.game, request.ids);
  const Scene scene = state_->scene(request, rules);
  state_->workers.set_deadline(Workers::Clock::time_point::max());
  ShotRunner& runner = state_->workers.first();
  const Outcome result =
      draw < 0 ? runner.run(scene.balls, choice.shot)
               : runner.repeat(scene, choice.shot, seed, static_cast<std::uint64_t>(draw));
  if (outcome != nullptr) *outcome = result;
  return rules.judge(result, scene.in_play, choice.call);
}

PlanRequest Planner::place_cue_ball(const PlanRequest& request) {
  PlanRequest placed = request;
  const auto found = std::find(placed.ids.begin(), placed.ids.end(), "cue");
  const auto index = static_cast<std::size_t>(found - placed.ids.begin());
  if (index == placed.ids.size()) {
    placed.ids.emplace_back("cue");
    placed.balls.emplace_back();
  }
  Ball in_hand;
  in_hand.motion = Motion::kPocketed;  // out of the way while places are looked for
  if (index < placed.balls.size()) placed.balls[index] = in_hand;
  validate(placed, state_->table, state_->physics);
  Ball& cue = placed.balls[index];
  const Rules rules(placed.game, placed.ids);
  // A ball that was asked for, but must not be hit first, is no straight pot.
  const BallMask playing = in_play(placed.balls);
  const BallMask wanted = wanted_balls(placed, rules) & rules.balls_on(playing);
  const std::vector<Point> places = cue_ball_places(state_->scene(placed, rules));
  double best = -1.0;
  Ball best_cue = cue;
  for (const Point& place : places) {
    cue.position = {place.x(), place.y(), state_->physics.ball.radius};
    cue.motion = Motion::kRest;
    if (check_layout(placed.balls, state_->table, state_->physics)) continue;
    Scene scene = state_->scene(placed, rules);
    scene.noise = ExecutionNoise{};
    const double chance = judge_layout(scene, wanted != 0 ? wanted : playing).value;
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
