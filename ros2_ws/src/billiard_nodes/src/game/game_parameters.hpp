// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <rclcpp/node.hpp>
#include <string>

#include "game/game_flow.hpp"

namespace billiard_nodes {

/// Parameters of the game node; all are read-only while it runs.
struct GameParameters {
  std::string table{"pool_9ft"};  ///< Table file
  std::string physics;            ///< Physics file; empty: the table's own
  FlowOptions flow;
  double budget{1.0};          ///< For planning a shot [s]
  double noise{-1.0};          ///< Factor on the execution noise; negative: the planner's own [-]
  std::uint64_t seed{1};       ///< Of the planner's random numbers
  bool exit_when_over{false};  ///< End the process after the last rack
};

/// Declares and reads them. Throws, naming parameter, value and range, when one does not fit.
[[nodiscard]] GameParameters load_game_parameters(rclcpp::Node& node);

}  // namespace billiard_nodes
