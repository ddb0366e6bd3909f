// SPDX-License-Identifier: Apache-2.0
// ros2 service, param and node: questions to running nodes.
#include <cstdio>

#include "commands.hpp"
#include "session.hpp"
#include "underlay_types/message_yaml.hpp"
#include "underlay_types/type_hash.hpp"
#include "underlay_types/type_library.hpp"

namespace ros2_command {
namespace {

/// A client of a service whose type is known only by name.
class GenericClient : public rclcpp::ClientBase {
 public:
  GenericClient(const std::shared_ptr<rclcpp::Node>& node, const std::string& name,
                const Types& types)
      : ClientBase(node->get_node_base_interface(), name, types, rclcpp::ServicesQoS(), false),
        response_plan_(*types.response) {}

  void send(const void* request) { id_ = writer().write_request(request, reader().gid()); }
  void execute() override {
    auto message = response_plan_.create_message();
    underlay::SampleHeader header;
    if (!take(message.get(), header)) return;
    const bool mine = header.related == reader().gid() && header.related_sequence == id_;
    if (mine) response = std::move(message);
  }

  std::shared_ptr<void> response;

 private:
  const underlay::Plan& response_plan_;
  std::int64_t id_{0};
};

int list_services(Arguments arguments) {
  const bool types = take_flag(arguments, "-t") || take_flag(arguments, "--show-types");
  Session session;
  session.discover_all();
  for (const auto& [name, type] : session.node()->get_service_names_and_types()) {
    if (types && !type.empty()) {
      std::printf("%s [%s]\n", name.c_str(), type.front().c_str());
    } else {
      std::printf("%s\n", name.c_str());
    }
  }
  return 0;
}

int call_service(const Arguments& arguments) {
  if (arguments.size() < 2 || arguments.size() > 3) {
    throw UsageError("call wants SERVICE TYPE [YAML]");
  }
  Session session;
  const std::string& type = arguments[1];
  const rclcpp::ServiceEndpoints::Types types{
      &underlay::Plan::of(underlay::load_type_support(type + "_Request")),
      &underlay::Plan::of(underlay::load_type_support(type + "_Response"))};
  const auto request = types.request->create_message();
  if (arguments.size() == 3) {
    underlay::from_yaml(YAML::Load(arguments[2]), types.request->members(), request.get());
  }
  const auto client = std::make_shared<GenericClient>(session.node(), arguments[0], types);
  client->group->add(client);
  if (!client->wait_for_service(kPatience)) {
    throw std::runtime_error("service '" + arguments[0] + "' is not there");
  }
  client->send(request.get());
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (rclcpp::ok() && !client->response && std::chrono::steady_clock::now() < end) {
    session.executor().spin_once(std::chrono::milliseconds(100));
  }
  if (!client->response) throw std::runtime_error("no answer from '" + arguments[0] + "'");
  std::printf("response:\n%s",
              underlay::to_yaml_text(types.response->members(), client->response.get()).c_str());
  return 0;
}

rclcpp::SyncParametersClient client_of(Session& session, const std::string& node) {
  rclcpp::SyncParametersClient client(session.node(), node[0] == '/' ? node : "/" + node);
  if (!client.wait_for_service(kPatience)) {
    throw std::runtime_error("node '" + node + "' is not there");
  }
  return client;
}

/// The client spins the node itself, so the session's executor must let go of it.
int list_parameters(const Arguments& arguments) {
  Session session;
  session.executor().remove_node(session.node());
  std::vector<std::string> nodes(arguments.begin(), arguments.end());
  if (nodes.empty()) {
    session.discover_all();
    for (const std::string& name : session.node()->get_node_names()) {
      if (name.rfind("/_ros2cli", 0) != 0) nodes.push_back(name);
    }
  }
  for (const std::string& name : nodes) {
    auto client = client_of(session, name);
    std::printf("%s:\n", name.c_str());
    for (const std::string& parameter : client.list_parameters({}, 0).names) {
      std::printf("  %s\n", parameter.c_str());
    }
  }
  return 0;
}

const char* type_label(rclcpp::ParameterType type) {
  static const char* const kLabels[] = {
      "Parameter not set",   "Boolean value is: ", "Integer value is: ",   "Double value is: ",
      "String value is: ",   "Byte values are: ",  "Boolean values are: ", "Integer values are: ",
      "Double values are: ", "String values are: "};
  return kLabels[type];
}

int get_parameter(const Arguments& arguments) {
  if (arguments.size() != 2) throw UsageError("get wants NODE NAME");
  Session session;
  session.executor().remove_node(session.node());
  auto client = client_of(session, arguments[0]);
  const auto values = client.get_parameters({arguments[1]});
  if (values.empty() || values[0].get_type() == rclcpp::PARAMETER_NOT_SET) {
    throw std::runtime_error("node '" + arguments[0] + "' has no parameter '" + arguments[1] + "'");
  }
  std::printf("%s%s\n", type_label(values[0].get_type()), values[0].value_to_string().c_str());
  return 0;
}

int set_parameter(const Arguments& arguments) {
  if (arguments.size() != 3) throw UsageError("set wants NODE NAME VALUE");
  Session session;
  session.executor().remove_node(session.node());
  auto client = client_of(session, arguments[0]);
  const auto results = client.set_parameters(
      {rclcpp::Parameter(arguments[1], rclcpp::detail::parse_parameter_value(arguments[2]))});
  if (results.empty() || !results[0].successful) {
    throw std::runtime_error("setting parameter failed: " +
                             (results.empty() ? "no result" : results[0].reason));
  }
  std::printf("Set parameter successful\n");
  return 0;
}

int describe_parameter(const Arguments& arguments) {
  if (arguments.size() != 2) throw UsageError("describe wants NODE NAME");
  Session session;
  session.executor().remove_node(session.node());
  auto client = client_of(session, arguments[0]);
  const auto found = client.describe_parameters({arguments[1]});
  if (found.empty()) {
    throw std::runtime_error("node '" + arguments[0] + "' has no parameter '" + arguments[1] + "'");
  }
  const auto* handle = rosidl_typesupport_introspection_cpp::get_message_type_support_handle<
      rcl_interfaces::msg::ParameterDescriptor>();
  std::printf("%s",
              underlay::to_yaml_text(underlay::Plan::of(handle).members(), &found[0]).c_str());
  return 0;
}

}  // namespace

int service(const Arguments& arguments) {
  if (arguments.empty()) throw UsageError("wants list or call");
  const Arguments rest(arguments.begin() + 1, arguments.end());
  if (arguments[0] == "list") return list_services(rest);
  if (arguments[0] == "call") return call_service(rest);
  throw UsageError("'" + arguments[0] + "' is not list or call");
}

int param(const Arguments& arguments) {
  if (arguments.empty()) throw UsageError("wants list, get, set or describe");
  const Arguments rest(arguments.begin() + 1, arguments.end());
  if (arguments[0] == "list") return list_parameters(rest);
  if (arguments[0] == "get") return get_parameter(rest);
  if (arguments[0] == "set") return set_parameter(rest);
  if (arguments[0] == "describe") return describe_parameter(rest);
  throw UsageError("'" + arguments[0] + "' is not list, get, set or describe");
}

int node(const Arguments& arguments) {
  if (arguments != Arguments{"list"}) throw UsageError("wants list");
  Session session;
  session.discover_all();
  for (const std::string& name : session.node()->get_node_names()) {
    if (name.rfind("/_ros2cli", 0) != 0) std::printf("%s\n", name.c_str());
  }
  return 0;
}

}  // namespace ros2_command
