// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include <unistd.h>

namespace ros2_command {
namespace {

/// rclcpp::init() belongs before the executor and the node.
std::shared_ptr<rclcpp::Node> make_node() {
  if (!rclcpp::ok()) rclcpp::init(0, nullptr);
  rclcpp::NodeOptions options;
  options.start_parameter_services(false).start_parameter_event_publisher(false);
  return std::make_shared<rclcpp::Node>("_ros2cli_" + std::to_string(getpid()), options);
}

}  // namespace

Session::Session() : node_(make_node()) { executor_.add_node(node_); }

Session::~Session() { rclcpp::shutdown(); }

bool Session::discover(const std::function<bool()>& found, std::chrono::nanoseconds patience) {
  auto& graph = node_->get_node_base_interface()->participant().graph();
  const auto end = std::chrono::steady_clock::now() + patience;
  return graph.wait_until(end, [&] { return found() || !rclcpp::ok(); }) && found();
}

void Session::discover_all() {
  // Discovery has no end that could be waited for; so: quiet for one step, after at least two.
  constexpr auto kStep = std::chrono::milliseconds(800);
  constexpr int kMostSteps = 6;
  auto& graph = node_->get_node_base_interface()->participant().graph();
  std::size_t known = 0;
  for (int step = 0; step < kMostSteps && rclcpp::ok(); ++step) {
    discover([] { return false; }, kStep);
    const std::size_t now = graph.endpoints().size() + graph.nodes().size();
    if (step > 0 && now == known && graph.nodes().size() > 1) return;
    if (step > 1 && now == known) return;
    known = now;
  }
}

std::string Session::type_of_topic(const std::string& topic) {
  std::string type;
  const bool found = discover(
      [&] {
        const auto topics = node_->get_topic_names_and_types();
        const auto entry = topics.find(topic);
        if (entry != topics.end() && !entry->second.empty()) type = entry->second.front();
        return !type.empty();
      },
      kPatience);
  if (!found) throw std::runtime_error("topic '" + topic + "' is not there; give its type to wait");
  return type;
}

}  // namespace ros2_command
