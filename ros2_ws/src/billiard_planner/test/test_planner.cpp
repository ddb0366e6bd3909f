// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/planner.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

#include "geometry.hpp"
#include "random_layout.hpp"

namespace billiard {
namespace {

bool full_form() { return std::getenv("BILLIARD_FULL_TESTS") != nullptr; }

/// A pot within 70 degrees of cut with nothing in the way, that a level or raised cue can play.
bool has_possible_pot(const Settings& settings, const PlanRequest& request) {
  const Rules rules(request.game, request.ids);
  Scene scene;
  scene.table = &settings.table;
  scene.physics = &settings.physics;
  scene.rules = &rules;
  scene.balls = request.balls;
  scene.in_play = in_play(request.balls);
  for (int p = 0; p < settings.table.pocket_count; ++p) {
    const Pocket& pocket = settings.table.pockets[static_cast<std::size_t>(p)];
    const auto pot = pot_geometry(scene, scene.position(0), scene.position(1), pocket);
    if (pot && pot->cos_cut >= std::cos(70.0 * std::acos(-1.0) / 180.0)) return true;
  }
  return false;
}

TEST(Planner, PotsSingleBallsWithAPerfectCue) {
  const Settings settings = load_settings("pool_9ft");
  Planner planner(settings.table, settings.physics);
  const int wanted = full_form() ? 500 : 40;
  int tried = 0;
  int potted = 0;

  for (std::uint64_t seed = 1; tried < wanted; ++seed) {
    PlanRequest request = random_layout(settings, 1, seed);
    if (!has_possible_pot(settings, request)) continue;
    ++tried;
    request.noise = 0.0;
    request.simulations = 1500;
    const Plan plan = planner.plan(request);
    const bool success = plan.found && planner.play(request, plan.best, 0, -1).success;
    potted += success ? 1 : 0;
    if (!success) {
      std::cerr << "seed " << seed << ": " << plan.reason << "\n";
    }
  }

  EXPECT_GE(potted, 0.99 * wanted);
}

}  // namespace
}  // namespace billiard
