// SPDX-License-Identifier: Apache-2.0
#include "node_services.hpp"

#include <rosgraph_msgs/msg/clock.hpp>

namespace rclcpp::detail {
namespace {

namespace srv = rcl_interfaces::srv;

std::vector<Parameter> to_parameters(const std::vector<rcl_interfaces::msg::Parameter>& messages) {
  std::vector<Parameter> parameters;
  for (const auto& message : messages) {
    parameters.push_back(Parameter::from_parameter_msg(message));
  }
  return parameters;
}

rcl_interfaces::msg::SetParametersResult failure(const std::exception& error) {
  rcl_interfaces::msg::SetParametersResult result;
  result.successful = false;
  result.reason = error.what();
  return result;
}

}  // namespace

NodeServices::NodeServices(Node& node) {
  if (node.options_.start_parameter_event_publisher()) start_parameter_events(node);
  if (node.options_.start_parameter_services()) start_parameter_services(node);
  start_simulated_time(node);
}

NodeServices::~NodeServices() = default;

void NodeServices::start_parameter_services(Node& node) {
  const std::string prefix = "~/";
  const auto& parameters = *node.parameters_;
  auto& settable = *node.parameters_;
  const QoS qos = ParametersQoS();
  services_.push_back(node.create_service<srv::GetParameters>(
      prefix + "get_parameters",
      [&parameters](const std::shared_ptr<srv::GetParameters::Request> request,
                    std::shared_ptr<srv::GetParameters::Response> response) {
        for (const std::string& name : request->names) {
          Parameter parameter(name);
          (void)parameters.get(name, parameter);
          response->values.push_back(parameter.get_parameter_value().to_value_msg());
        }
      },
      qos));
  services_.push_back(node.create_service<srv::GetParameterTypes>(
      prefix + "get_parameter_types",
      [&parameters](const std::shared_ptr<srv::GetParameterTypes::Request> request,
                    std::shared_ptr<srv::GetParameterTypes::Response> response) {
        for (const std::string& name : request->names) {
          Parameter parameter(name);
          (void)parameters.get(name, parameter);
          response->types.push_back(parameter.get_type());
        }
      },
      qos));
  services_.push_back(node.create_service<srv::SetParameters>(
      prefix + "set_parameters",
      [&settable](const std::shared_ptr<srv::SetParameters::Request> request,
                  std::shared_ptr<srv::SetParameters::Response> response) {
        for (const Parameter& parameter : to_parameters(request->parameters)) {
          try {
            response->results.push_back(settable.set_atomically({parameter}));
          } catch (const std::runtime_error& error) {
            response->results.push_back(failure(error));
          }
        }
      },
      qos));
  services_.push_back(node.create_service<srv::SetParametersAtomically>(
      prefix + "set_parameters_atomically",
      [&settable](const std::shared_ptr<srv::SetParametersAtomically::Request> request,
                  std::shared_ptr<srv::SetParametersAtomically::Response> response) {
        try {
          response->result = settable.set_atomically(to_parameters(request->parameters));
        } catch (const std::runtime_error& error) {
          response->result = failure(error);
        }
      },
      qos));
  services_.push_back(node.create_service<srv::DescribeParameters>(
      prefix + "describe_parameters",
      [&parameters](const std::shared_ptr<srv::DescribeParameters::Request> request,
                    std::shared_ptr<srv::DescribeParameters::Response> response) {
        for (const std::string& name : request->names) {
          if (parameters.has(name)) response->descriptors.push_back(parameters.describe(name));
        }
      },
      qos));
  services_.push_back(node.create_service<srv::ListParameters>(
      prefix + "list_parameters",
      [&parameters](const std::shared_ptr<srv::ListParameters::Request> request,
                    std::shared_ptr<srv::ListParameters::Response> response) {
        response->result = parameters.list(request->prefixes, request->depth);
      },
      qos));
}

void NodeServices::start_parameter_events(Node& node) {
  events_ = node.create_publisher<rcl_interfaces::msg::ParameterEvent>("/parameter_events",
                                                                       ParameterEventsQoS());
  node.parameters_->on_event = [this, name = std::string(node.get_fully_qualified_name()),
                                clock =
                                    node.get_clock()](rcl_interfaces::msg::ParameterEvent event) {
    event.node = name;
    event.stamp = clock->now();
    events_->publish(event);
  };
}

void NodeServices::start_simulated_time(Node& node) {
  static constexpr char kName[] = "use_sim_time";
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.description = "follow /clock instead of the system's time";
  const bool simulated = node.declare_parameter(kName, false, descriptor);
  follow_clock(node, simulated);
  use_sim_time_ =
      node.add_post_set_parameters_callback([this, &node](const std::vector<Parameter>& changed) {
        for (const Parameter& parameter : changed) {
          if (parameter.get_name() == kName) follow_clock(node, parameter.as_bool());
        }
      });
}

void NodeServices::follow_clock(Node& node, bool simulated) {
  node.get_clock()->set_ros_time_active(simulated);
  if (!simulated) {
    clock_source_ = nullptr;
    clock_reader_.reset();
    return;
  }
  if (clock_reader_) return;
  using rosgraph_msgs::msg::Clock;
  underlay::EndpointSpec spec;
  spec.topic = "rt/clock";
  spec.type = "rosgraph_msgs::msg::dds_::Clock_";
  spec.plan = &underlay::Plan::of(
      rosidl_typesupport_introspection_cpp::get_message_type_support_handle<Clock>());
  spec.qos = ClockQoS().profile();
  underlay::EndpointEvents events;
  // Straight from the middleware's thread: time must go on also while a callback sleeps on it.
  events.data = [this, clock = node.get_clock()] {
    Clock message;
    underlay::SampleHeader header;
    underlay::Reader* const reader = clock_source_;
    while (reader != nullptr && reader->take(&message, header)) {
      clock->set_ros_time(Time(message.clock).nanoseconds());
    }
  };
  clock_reader_ = node.get_node_base_interface()->participant().create_reader(spec, events);
  clock_source_ = clock_reader_.get();
  events.data();  // what arrived before
}

}  // namespace rclcpp::detail
