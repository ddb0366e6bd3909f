// SPDX-License-Identifier: Apache-2.0
// docs/nodes.md names every parameter of every node in that node's own section.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "camera/camera.hpp"
#include "game/game.hpp"
#include "picture_folder.hpp"
#include "planner/planner.hpp"
#include "predictor/predictor.hpp"
#include "table_sim/table_sim.hpp"
#include "tracker/tracker.hpp"

namespace billiard_nodes {
namespace {

/// From "## <node> " to the next heading.
std::string section_of(const std::string& node) {
  std::ifstream file(NODES_PAGE);
  std::stringstream page;
  page << file.rdbuf();
  const std::string text = page.str();
  const auto from = text.find("\n## " + node + " ");
  if (from == std::string::npos) return {};
  return text.substr(from, text.find("\n## ", from + 1) - from);
}

void expect_documented(rclcpp::Node& node) {
  const std::string section = section_of(node.get_name());
  EXPECT_FALSE(section.empty()) << node.get_name();
  for (const std::string& name : node.list_parameters({}, 10).names) {
    const bool of_every_node = name == "use_sim_time" || name == "start_type_description_service" ||
                               name.rfind("qos_overrides", 0) == 0;
    if (of_every_node) continue;
    EXPECT_NE(section.find("`" + name + "`"), std::string::npos) << node.get_name() << ": " << name;
    EXPECT_FALSE(node.describe_parameter(name).description.empty()) << name;
  }
}

TEST(Documentation, NamesEveryParameter) {
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
