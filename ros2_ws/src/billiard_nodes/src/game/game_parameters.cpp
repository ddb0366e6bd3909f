// SPDX-License-Identifier: Apache-2.0
#include "game/game_parameters.hpp"

#include "parameters.hpp"

namespace billiard_nodes {

GameParameters load_game_parameters(rclcpp::Node& node) {
  Parameters parameters(node);
  GameParameters values;
  FlowOptions& flow = values.flow;
  values.table = parameters.text("table", values.table, "Table file, by name or path");
  values.physics = parameters.text("physics", "", "Physics file; empty: the table's own");
  const std::string game = parameters.choice("game", "eight_ball",
                                             {"eight_ball", "nine_ball", "free"}, "What is played");
  flow.game = *billiard::find_game(game);
  flow.racks = static_cast<int>(
      parameters.integer("racks", flow.racks, 0, 1'000'000, "Racks to play; 0: without end"));
  flow.most_shots = static_cast<int>(parameters.integer(
      "most_shots", flow.most_shots, 1, 10'000, "A rack that takes more shots is given up"));
  flow.settle = parameters.number("settle", flow.settle, 0.0, 10.0,
                                  "The balls must rest this long before they count [s]");
  flow.freshest = parameters.number("freshest", flow.freshest, 0.02, 5.0,
                                    "Balls older than this are not acted on [s]");
  flow.layout_tolerance = parameters.number("layout_tolerance", flow.layout_tolerance, 0.0, 0.1,
                                            "A ball that moved further makes a plan void [m]");
  values.budget =
      parameters.number("budget", values.budget, 0.05, 60.0, "Time for planning a shot [s]");
  values.noise = parameters.number("noise", values.noise, -1.0, 100.0,
                                   "Factor on the execution noise that is planned for [-]; "
                                   "negative: the planner's own");
  values.seed = static_cast<std::uint64_t>(
      parameters.integer("seed", 1, 0, 1'000'000'000, "Of the planner's random numbers"));
  values.exit_when_over =
      parameters.flag("exit_when_over", false, "End the process after the last rack");
  refuse_unknown_parameters(node);
  return values;
}

}  // namespace billiard_nodes
