// SPDX-License-Identifier: Apache-2.0
// A process that loads components on request: services ~/_container/{load_node, unload_node,
// list_nodes}.
#include <composition_interfaces/srv/list_nodes.hpp>
#include <composition_interfaces/srv/load_node.hpp>
#include <composition_interfaces/srv/unload_node.hpp>
#include <cstdio>
#include <map>

#include "rclcpp_components/standalone.hpp"
#include "registry.hpp"

namespace {

namespace srv = composition_interfaces::srv;

rclcpp::NodeOptions options_from(const srv::LoadNode::Request& request) {
  rclcpp::NodeOptions options;
  std::vector<std::string> arguments{"--ros-args"};
  const auto remap = [&](const std::string& rule) {
    arguments.emplace_back("-r");
    arguments.push_back(rule);
  };
  if (!request.node_name.empty()) remap("__node:=" + request.node_name);
  if (!request.node_namespace.empty()) remap("__ns:=" + request.node_namespace);
  for (const std::string& rule : request.remap_rules) remap(rule);
  options.arguments(arguments);
  options.use_global_arguments(false);
  std::vector<rclcpp::Parameter> parameters;
  for (const auto& parameter : request.parameters) {
    parameters.push_back(rclcpp::Parameter::from_parameter_msg(parameter));
  }
  options.parameter_overrides(parameters);
  for (const auto& extra : request.extra_arguments) {
    if (extra.name == "use_intra_process_comms") {
      options.use_intra_process_comms(extra.value.bool_value);
    }
  }
  return options;
}

class Container : public rclcpp::Node {
 public:
  explicit Container(rclcpp::Executor& executor)
      : Node("component_container"), executor_(executor) {
    load_ = create_service<srv::LoadNode>(
        "~/_container/load_node",
        [this](const std::shared_ptr<srv::LoadNode::Request> request,
               std::shared_ptr<srv::LoadNode::Response> response) { load(*request, *response); });
    unload_ = create_service<srv::UnloadNode>(
        "~/_container/unload_node", [this](const std::shared_ptr<srv::UnloadNode::Request> request,
                                           std::shared_ptr<srv::UnloadNode::Response> response) {
          unload(request->unique_id, *response);
        });
    list_ = create_service<srv::ListNodes>(
        "~/_container/list_nodes", [this](const std::shared_ptr<srv::ListNodes::Request>,
                                          std::shared_ptr<srv::ListNodes::Response> response) {
          for (const auto& [id, node] : nodes_) {
            response->unique_ids.push_back(id);
            response->full_node_names.emplace_back(node.base->get_fully_qualified_name());
          }
        });
  }

 private:
  void load(const srv::LoadNode::Request& request, srv::LoadNode::Response& response) {
    try {
      const auto node = rclcpp_components::load_component(request.package_name, request.plugin_name,
                                                          options_from(request));
      nodes_[++last_id_] = node;
      executor_.add_node(node.base);
      response.success = true;
      response.unique_id = last_id_;
      response.full_node_name = node.base->get_fully_qualified_name();
      RCLCPP_INFO(get_logger(), "loaded %s as %s", request.plugin_name.c_str(),
                  response.full_node_name.c_str());
    } catch (const std::exception& error) {
      response.success = false;
      // Ctrl-C, or the end of another process, may come in the middle; that is no error.
      response.error_message = rclcpp::ok() ? error.what() : "the container ends";
      if (rclcpp::ok()) RCLCPP_ERROR(get_logger(), "%s", error.what());
    }
  }

  void unload(std::uint64_t id, srv::UnloadNode::Response& response) {
    const auto node = nodes_.find(id);
    response.success = node != nodes_.end();
    if (!response.success) {
      response.error_message = "no node has id " + std::to_string(id);
      return;
    }
    executor_.remove_node(node->second.base);
    nodes_.erase(node);
  }

  rclcpp::Executor& executor_;
  std::map<std::uint64_t, rclcpp_components::LoadedNode> nodes_;
  std::uint64_t last_id_{0};
  rclcpp::Service<srv::LoadNode>::SharedPtr load_;
  rclcpp::Service<srv::UnloadNode>::SharedPtr unload_;
  rclcpp::Service<srv::ListNodes>::SharedPtr list_;
};

}  // namespace

namespace rclcpp_components {

int run_container(int argc, char** argv, bool several_threads) {
  try {
    rclcpp::init(argc, argv);
    std::unique_ptr<rclcpp::Executor> executor;
    if (several_threads) {
      executor = std::make_unique<rclcpp::executors::MultiThreadedExecutor>();
    } else {
      executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>();
    }
    const auto container = std::make_shared<Container>(*executor);
    executor->add_node(container);
    executor->spin();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "component_container: %s\n", error.what());
    return 1;
  }
  rclcpp::shutdown();
  return 0;
}

}  // namespace rclcpp_components
