// SPDX-License-Identifier: Apache-2.0
// One layout per kind of shot on which geometry allows that kind alone.
#include <gmock/gmock.h>

#include "candidates/candidate.hpp"
#include "random_layout.hpp"
#include "run_out.hpp"

namespace billiard {
namespace {

struct KindCase {
  ShotKind kind;
  GameState game;
  const char* target;
  std::vector<std::pair<const char*, Point>> balls;
};

void PrintTo(const KindCase& one, std::ostream* out) { *out << name(one.kind); }

PlanRequest request_of(const KindCase& one, const Settings& settings) {
  PlanRequest request;
  request.game = one.game;
  request.target = one.target;
  request.noise = 0.0;
  request.simulations = 3000;
  for (const auto& [id, place] : one.balls) {
    request.ids.emplace_back(id);
    Ball ball;
    ball.position = {place.x(), place.y(), settings.physics.ball.radius};
    request.balls.push_back(ball);
  }
  return request;
}

/// Kinds of all candidates that geometry offers.
std::vector<ShotKind> possible_kinds(const PlanRequest& request, const Settings& settings) {
  const Rules rules(request.game, request.ids);
  const BallMask playing = in_play(request.balls);
  const Scene scene{&settings.table, &settings.physics, &rules,
                    request.balls,   playing,           ExecutionNoise{}};
  BallMask wanted = rules.balls_to_pot(playing);
  if (!request.target.empty()) wanted = mask_of(2);  // the third ball in every case below
  Candidates candidates;
  add_direct(scene, wanted, candidates);
  add_banks(scene, wanted, candidates);
  add_kicks(scene, wanted, candidates);
  add_combinations(scene, wanted, candidates);
  add_caroms(scene, wanted, candidates);
  std::vector<ShotKind> kinds;
  for (const Candidate& candidate : candidates) kinds.push_back(candidate.kind);
  return kinds;
}

class OnlyKind : public ::testing::TestWithParam<KindCase> {};

TEST_P(OnlyKind, IsFoundAndPots) {
  const Settings settings = load_settings("pool_9ft");
  const PlanRequest request = request_of(GetParam(), settings);
  const std::vector<ShotKind> kinds = possible_kinds(request, settings);
  ASSERT_FALSE(kinds.empty());
  ASSERT_THAT(kinds, ::testing::Each(GetParam().kind));
  Planner planner(settings.table, settings.physics);

  const Plan plan = planner.plan(request);

  ASSERT_TRUE(plan.found) << plan.reason;
  EXPECT_EQ(plan.best.kind, GetParam().kind) << plan.reason;
  EXPECT_TRUE(planner.play(request, plan.best, 0, -1).success) << plan.reason;
}

constexpr GameState kSolids{Game::kEightBall, Group::kSolids};
constexpr GameState kNine{Game::kNineBall, Group::kOpen};

INSTANTIATE_TEST_SUITE_P(Layouts, OnlyKind,
                         ::testing::Values(KindCase{ShotKind::kBank,
                                                    kSolids,
                                                    "",
                                                    {{"cue", {0.99, -0.44}},
                                                     {"1", {-0.48, -0.53}},
                                                     {"9", {-0.67, 0.40}},
                                                     {"10", {-0.10, -0.16}},
                                                     {"11", {-0.24, -0.30}},
                                                     {"12", {0.09, -0.55}}}},
                                           KindCase{ShotKind::kKick,
                                                    kSolids,
                                                    "",
                                                    {{"cue", {0.45, -0.05}},
                                                     {"1", {0.87, -0.12}},
                                                     {"9", {0.61, -0.05}},
                                                     {"10", {0.88, 0.36}},
                                                     {"11", {0.24, -0.11}},
                                                     {"12", {0.55, 0.12}}}},
                                           KindCase{ShotKind::kCombination,
                                                    kNine,
                                                    "9",
                                                    {{"cue", {1.00, 0.18}},
                                                     {"1", {0.11, -0.09}},
                                                     {"9", {-0.76, -0.55}},
                                                     {"5", {-0.45, 0.55}}}},
                                           KindCase{ShotKind::kCarom,
                                                    kNine,
                                                    "9",
                                                    {{"cue", {0.15, -0.09}},
                                                     {"1", {-0.47, 0.48}},
                                                     {"9", {-0.66, 0.34}},
                                                     {"5", {1.17, -0.04}}}}),
                         [](const auto& one) { return std::string(name(one.param.kind)); });

TEST(Safety, IsPlayedLegallyWhereNothingCanBePotted) {
  const Settings settings = load_settings("pool_9ft");
  PlanRequest request = request_of(
      {ShotKind::kSafety,
       kNine,
       "9",
       {{"cue", {-0.23, 0.00}}, {"1", {-1.14, 0.37}}, {"9", {1.10, 0.38}}, {"5", {-0.95, -0.24}}}},
      settings);
  ASSERT_TRUE(possible_kinds(request, settings).empty());
  Planner planner(settings.table, settings.physics);

  const Plan plan = planner.plan(request);

  ASSERT_TRUE(plan.found) << plan.reason;
  EXPECT_EQ(plan.best.kind, ShotKind::kSafety);
  EXPECT_FALSE(planner.play(request, plan.best, 0, -1).foul);
}

TEST(Break, IsChosenForARackAndOpensIt) {
  const Settings settings = load_settings("pool_9ft");
  PlanRequest request = racked(settings, 1);
  request.noise = 0.0;
  request.simulations = 20;
  Planner planner(settings.table, settings.physics);

  const Plan plan = planner.plan(request);

  ASSERT_TRUE(plan.found) << plan.reason;
  EXPECT_EQ(plan.best.kind, ShotKind::kBreak);
  Outcome outcome;
  EXPECT_FALSE(planner.play(request, plan.best, 0, -1, &outcome).foul);
  int moved = 0;
  for (std::size_t i = 1; i < request.balls.size(); ++i) {
    const double way = (outcome.balls[i].position - request.balls[i].position).norm();
    moved += way > 0.2 ? 1 : 0;
  }
  EXPECT_GE(moved, 8);
}

}  // namespace
}  // namespace billiard
