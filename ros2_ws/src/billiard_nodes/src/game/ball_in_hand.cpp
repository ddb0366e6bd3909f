// SPDX-License-Identifier: Apache-2.0
#include "game/ball_in_hand.hpp"

#include "billiard_engine/settle.hpp"

namespace billiard_nodes {

BallInHand::BallInHand(const billiard::Settings& settings)
    : settings_(settings), planner_(settings.table, settings.physics, 1) {}

GameFlow::Place BallInHand::place(const billiard::Layout& seen, billiard::GameState state) {
  billiard::PlanRequest request;
  request.game = state;
  for (std::size_t i = 0; i < seen.ids.size(); ++i) {
    if (!seen.balls[i].in_play() || seen.ids[i] == "cue") continue;
    request.ids.push_back(seen.ids[i]);
    request.balls.push_back(seen.balls[i]);
  }
  try {
    // What cannot be mended is said by the planner.
    (void)billiard::settle(request.balls, settings_.table, settings_.physics);
    const billiard::PlanRequest placed = planner_.place_cue_ball(request);
    const int cue = billiard::Rules(placed.game, placed.ids).cue();
    return {placed.balls[static_cast<std::size_t>(cue)].position.head<2>(), {}};
  } catch (const std::invalid_argument& error) {
    return {{0.0, 0.0}, std::string("the cue ball cannot be placed: ") + error.what()};
  }
}

}  // namespace billiard_nodes
