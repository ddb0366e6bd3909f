// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <composition_interfaces/srv/load_node.hpp>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "commands.hpp"
#include "launch_file.hpp"
#include "session.hpp"
#include "supervisor.hpp"
#include "underlay_types/type_library.hpp"

namespace ros2_command {
namespace {

using composition_interfaces::srv::LoadNode;

std::atomic<int> signal_received{0};

std::string find_launch_file(const std::string& package, const std::string& name) {
  namespace fs = std::filesystem;
  const std::string share = underlay::package_share_directory(package);
  if (share.empty()) throw std::runtime_error("package '" + package + "' is not installed");
  for (const fs::path& file : {fs::path(share) / "launch" / name, fs::path(share) / name}) {
    std::error_code ignored;
    if (fs::exists(file, ignored)) return file.string();
  }
  throw std::runtime_error("package '" + package + "' has no launch file '" + name + "'");
}

std::shared_ptr<LoadNode::Request> request_of(const ComponentSpec& component) {
  auto request = std::make_shared<LoadNode::Request>();
  request->package_name = component.package;
  request->plugin_name = component.plugin;
  request->node_name = component.name;
  request->node_namespace = component.node_namespace;
  request->remap_rules = component.remaps;
  const auto add = [&](const std::string& name, const rclcpp::ParameterValue& value) {
    request->parameters.push_back(rclcpp::Parameter(name, value).to_parameter_msg());
  };
  const std::string full_name = component.node_namespace + "/" + component.name;
  for (const std::string& file : component.parameter_files) {
    for (const auto& given : rclcpp::detail::load_parameter_file(file)) {
      if (rclcpp::detail::matches_node(given.node_pattern, full_name)) {
        add(given.name, given.value);
      }
    }
  }
  for (const std::string& rule : component.parameters) {
    const std::size_t at = rule.find(":=");
    add(rule.substr(0, at), rclcpp::detail::parse_parameter_value(rule.substr(at + 2)));
  }
  if (component.use_intra_process) {
    request->extra_arguments.push_back(
        rclcpp::Parameter("use_intra_process_comms", true).to_parameter_msg());
  }
  return request;
}

/// Loads the components one after the other; the reason of the first failure, or nothing.
std::string load_components(const std::vector<ComponentSpec>& components,
                            const std::atomic<bool>& cancelled) {
  Session session;
  for (const ComponentSpec& component : components) {
    const auto client =
        session.node()->create_client<LoadNode>(component.container + "/_container/load_node");
    while (!client->wait_for_service(std::chrono::milliseconds(200))) {
      if (cancelled) return "";
    }
    auto future = client->async_send_request(request_of(component));
    while (session.executor().spin_until_future_complete(future, std::chrono::milliseconds(200)) !=
           rclcpp::FutureReturnCode::SUCCESS) {
      if (cancelled) return "";
    }
    const auto response = future.get();
    if (!response->success) {
      return "component " + component.plugin + ": " + response->error_message;
    }
  }
  return "";
}

Strings parse_arguments(const Arguments& arguments) {
  Strings values;
  for (const std::string& argument : arguments) {
    const std::size_t at = argument.find(":=");
    if (at == std::string::npos || at == 0) {
      throw UsageError("'" + argument + "' is not NAME:=VALUE");
    }
    values[argument.substr(0, at)] = argument.substr(at + 2);
  }
  return values;
}

int show_arguments(const LaunchPlan& plan) {
  std::printf("Arguments (pass arguments as '<name>:=<value>'):\n");
  for (const ArgumentSpec& argument : plan.arguments) {
    std::printf("\n    '%s':\n        %s\n", argument.name.c_str(), argument.description.c_str());
    if (argument.has_default) {
      std::printf("        (default: '%s')\n", argument.default_value.c_str());
    }
    for (const std::string& choice : argument.choices) {
      std::printf("        (allowed: '%s')\n", choice.c_str());
    }
  }
  return 0;
}

int supervise(const LaunchPlan& plan) {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    action.sa_handler = [](int number) { signal_received = number; };
    sigaction(signal, &action, nullptr);
  }
  // Before any thread: processes are started by fork.
  Supervisor supervisor(plan.processes);
  std::atomic<bool> cancelled{false};
  std::atomic<bool> loaded{plan.components.empty()};
  std::string failure;
  std::thread loader;
  if (!plan.components.empty()) {
    rclcpp::InitOptions options;
    options.shutdown_on_signal = false;
    rclcpp::init(0, nullptr, options);
    loader = std::thread([&] {
      try {
        failure = load_components(plan.components, cancelled);
      } catch (const std::exception& error) {
        failure = error.what();
      }
      loaded = true;
    });
  }
  while (supervisor.attend()) {
    if (signal_received != 0) supervisor.stop("signal " + std::to_string(signal_received));
    if (loaded && loader.joinable()) {
      loader.join();
      if (!failure.empty()) supervisor.stop(failure);
    }
  }
  cancelled = true;
  if (loader.joinable()) loader.join();
  return supervisor.failed() || !failure.empty() ? 1 : 0;
}

}  // namespace

int launch(const Arguments& given) {
  Arguments arguments = given;
  const bool show = take_flag(arguments, "--show-args") || take_flag(arguments, "-s");
  if (arguments.empty()) throw UsageError("wants PACKAGE FILE or FILE, then NAME:=VALUE");
  const bool by_package = arguments.size() > 1 && arguments[1].find(":=") == std::string::npos;
  const std::string file = by_package ? find_launch_file(arguments[0], arguments[1]) : arguments[0];
  const Strings values =
      parse_arguments(Arguments(arguments.begin() + (by_package ? 2 : 1), arguments.end()));
  const LaunchPlan plan = read_launch_file(file, values, show);
  return show ? show_arguments(plan) : supervise(plan);
}

}  // namespace ros2_command
