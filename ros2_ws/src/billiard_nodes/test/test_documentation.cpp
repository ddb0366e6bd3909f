// SPDX-License-Identifier: Apache-2.0
// docs/nodes.md tells every parameter of every node as the node declares it.
#include <gtest/gtest.h>

#include "camera/camera.hpp"
#include "documented_parameters.hpp"
#include "game/game.hpp"
#include "picture_folder.hpp"
#include "planner/planner.hpp"
#include "predictor/predictor.hpp"
#include "table_sim/table_sim.hpp"
#include "tracker/tracker.hpp"

namespace billiard_nodes {
namespace {

using documentation::expect_documented;

TEST(Documentation, TellsEveryParameterWithDefaultAndRange) {
  const PictureFolder folder({10});
  Camera camera(
      rclcpp::NodeOptions().parameter_overrides({rclcpp::Parameter("source", folder.path())}));
  expect_documented(camera);
  Tracker tracker;
  expect_documented(tracker);
  Predictor predictor;
  expect_documented(predictor);
  Planner planner;
  expect_documented(planner);
  Game game{rclcpp::NodeOptions()};
  expect_documented(game);
  TableSim table_sim{rclcpp::NodeOptions()};
  expect_documented(table_sim);
}

}  // namespace
}  // namespace billiard_nodes
