// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/node.hpp"

#include <algorithm>
#include <set>

#include "dds_names.hpp"
#include "node_services.hpp"

namespace rclcpp {
namespace {

std::string logger_name(const std::string& full_name) {
  std::string name = full_name.substr(1);
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

/// Parameters from outside, in rising order of importance: process, node's arguments, options.
std::map<std::string, ParameterValue> collect_overrides(const NodeOptions& options,
                                                        const std::string& full_name) {
  std::map<std::string, ParameterValue> overrides;
  const auto take = [&](const detail::Arguments& arguments) {
    for (const auto& given : arguments.parameters) {
      if (detail::matches_node(given.node_pattern, full_name)) {
        overrides[given.name] = given.value;
      }
    }
  };
  if (options.use_global_arguments()) take(options.context()->arguments());
  if (!options.arguments().empty()) {
    std::vector<std::string> local = options.arguments();
    if (local.front() != "--ros-args") local.insert(local.begin(), "--ros-args");
    take(detail::parse_arguments(local));
  }
  for (const Parameter& parameter : options.parameter_overrides()) {
    overrides[parameter.get_name()] = parameter.get_parameter_value();
  }
  return overrides;
}

using NamesAndTypes = std::map<std::string, std::vector<std::string>>;

NamesAndTypes to_lists(const std::map<std::string, std::set<std::string>>& found) {
  NamesAndTypes lists;
  for (const auto& [name, types] : found) lists[name].assign(types.begin(), types.end());
  return lists;
}

}  // namespace

Node::Node(const std::string& node_name, const NodeOptions& options)
    : Node(node_name, "", options) {}

Node::Node(const std::string& node_name, const std::string& namespace_, const NodeOptions& options)
    : options_(options),
      base_(std::make_shared<node_interfaces::NodeBaseInterface>(node_name, namespace_, options)),
      logger_(logger_name(base_->get_fully_qualified_name())),
      clock_(std::make_shared<Clock>(RCL_ROS_TIME)),
      parameters_(std::make_shared<node_interfaces::NodeParameters>(
          collect_overrides(options, base_->get_fully_qualified_name()),
          options.allow_undeclared_parameters())) {
  services_ = std::make_unique<detail::NodeServices>(*this);
  if (!options.automatically_declare_parameters_from_overrides()) return;
  rcl_interfaces::msg::ParameterDescriptor dynamic;
  dynamic.dynamic_typing = true;
  for (const auto& [name, value] : parameters_->get_parameter_overrides()) {
    if (!parameters_->has(name)) parameters_->declare(name, value, dynamic, true);
  }
}

Node::~Node() {
  parameters_->on_event = nullptr;
  services_.reset();
}

std::shared_ptr<GenericPublisher> Node::create_generic_publisher(const std::string& topic,
                                                                 const std::string& type,
                                                                 const QoS& qos,
                                                                 const PublisherOptions& options) {
  return std::make_shared<GenericPublisher>(base_, topic, type, qos, options);
}

std::shared_ptr<GenericSubscription> Node::create_generic_subscription(
    const std::string& topic, const std::string& type, const QoS& qos,
    GenericSubscription::Callback callback, const SubscriptionOptions& options) {
  auto subscription =
      std::make_shared<GenericSubscription>(base_, topic, type, qos, std::move(callback), options);
  subscription->start();
  return subscription;
}

std::vector<Parameter> Node::get_parameters(const std::vector<std::string>& names) const {
  std::vector<Parameter> parameters;
  for (const std::string& name : names) parameters.push_back(get_parameter(name));
  return parameters;
}

std::vector<rcl_interfaces::msg::SetParametersResult> Node::set_parameters(
    const std::vector<Parameter>& parameters) {
  std::vector<rcl_interfaces::msg::SetParametersResult> results;
  for (const Parameter& parameter : parameters) results.push_back(set_parameter(parameter));
  return results;
}

std::vector<std::string> Node::get_node_names() const {
  std::vector<std::string> names;
  for (const auto& node : base_->participant().graph().nodes()) {
    names.push_back((node.node_namespace == "/" ? "" : node.node_namespace) + "/" + node.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

NamesAndTypes Node::get_topic_names_and_types() const {
  std::map<std::string, std::set<std::string>> found;
  for (const auto& endpoint : base_->participant().graph().endpoints()) {
    if (endpoint.topic.rfind("rt/", 0) != 0) continue;
    found[endpoint.topic.substr(2)].insert(detail::ros_type(endpoint.type));
  }
  return to_lists(found);
}

NamesAndTypes Node::get_service_names_and_types() const {
  constexpr std::size_t kRequest = 7;  // "Request" at the end of the topic
  std::map<std::string, std::set<std::string>> found;
  for (const auto& endpoint : base_->participant().graph().endpoints()) {
    const bool is_server = endpoint.topic.rfind("rq/", 0) == 0 && !endpoint.is_writer;
    if (!is_server || endpoint.topic.size() < 3 + kRequest) continue;
    const std::string type = detail::ros_type(endpoint.type);
    found[endpoint.topic.substr(2, endpoint.topic.size() - 2 - kRequest)].insert(
        type.substr(0, type.rfind("_Request")));
  }
  return to_lists(found);
}

std::size_t Node::count_publishers(const std::string& topic) const {
  return count_endpoints(topic, true);
}

std::size_t Node::count_subscribers(const std::string& topic) const {
  return count_endpoints(topic, false);
}

std::size_t Node::count_endpoints(const std::string& topic, bool writers) const {
  const std::string name = "rt" + base_->resolve(topic);
  const auto endpoints = base_->participant().graph().endpoints();
  return static_cast<std::size_t>(
      std::count_if(endpoints.begin(), endpoints.end(), [&](const auto& endpoint) {
        return endpoint.topic == name && endpoint.is_writer == writers;
      }));
}

void Node::add(const std::shared_ptr<detail::Entity>& entity,
               const CallbackGroup::SharedPtr& group) {
  entity->group = group ? group : base_->get_default_callback_group();
  entity->group->add(entity);
}

}  // namespace rclcpp
