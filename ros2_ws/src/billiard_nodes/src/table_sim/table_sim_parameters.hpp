// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/node.hpp>
#include <string>

#include "billiard_planner/rules.hpp"
#include "billiard_vision/camera.hpp"
#include "table_sim/simulated_table.hpp"

namespace billiard_nodes {

/// Parameters of the table_sim node; all are read-only while it runs.
struct TableSimParameters {
  std::string table{"pool_9ft"};  ///< Table file
  std::string physics;            ///< Physics file; empty: the table's own
  billiard::Game game{billiard::Game::kEightBall};
  SimulationOptions simulation;
  double rate{60.0};       ///< Of the camera [Hz]
  double exposure{0.001};  ///< Shutter time [s]
  int jpeg_quality{92};    ///< 1 to 100
  billiard::vision::Lens lens;
  double camera_height{2.7};  ///< Of the camera above the cloth [m]
};

/// Declares and reads them. Throws, naming parameter, value and range, when one does not fit.
[[nodiscard]] TableSimParameters load_table_sim_parameters(rclcpp::Node& node);

}  // namespace billiard_nodes
