// SPDX-License-Identifier: Apache-2.0
#include "bridge_parameters.hpp"

#include <cmath>
#include <cstdint>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>
#include <stdexcept>

namespace firmware_bridge {
namespace {

rcl_interfaces::msg::ParameterDescriptor describe(const std::string& text) {
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.description = text;
  descriptor.read_only = true;
  return descriptor;
}

// A number within [least, most]; rclcpp lets NaN pass, and a timeout of NaN never comes.
double number(rclcpp::Node& node, const std::string& name, double initial, double least,
              double most, const std::string& text) {
  auto descriptor = describe(text);
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].from_value = least;
  descriptor.floating_point_range[0].to_value = most;
  descriptor.dynamic_typing = true;  // who writes 1 means 1.0
  const rclcpp::ParameterValue given =
      node.declare_parameter(name, rclcpp::ParameterValue(initial), descriptor);
  double value = std::nan("");
  if (given.get_type() == rclcpp::PARAMETER_DOUBLE) value = given.get<double>();
  if (given.get_type() == rclcpp::PARAMETER_INTEGER) {
    value = static_cast<double>(given.get<std::int64_t>());
  }
  if (value >= least && value <= most) return value;
  throw std::invalid_argument("parameter " + name + " is " + rclcpp::to_string(given) +
                              "; allowed: " + std::to_string(least) + " to " +
                              std::to_string(most));
}

// A misspelt one would leave its default in force.
void refuse_unknown(rclcpp::Node& node) {
  const auto given = node.get_node_parameters_interface()->get_parameter_overrides();
  for (const auto& [name, value] : given) {
    if (node.has_parameter(name) || name.starts_with("qos_overrides.")) continue;
    std::string known;
    for (const std::string& one : node.list_parameters({}, 0).names) known += " " + one;
    throw std::invalid_argument("parameter " + name +
                                " is not one of cue_bridge; allowed:" + known);
  }
}

}  // namespace

BridgeParameters load_bridge_parameters(rclcpp::Node& node) {
  BridgeParameters values;
  values.port = node.declare_parameter<std::string>(
      "port", values.port, describe("Serial line, or unix:PATH of an emulator"));
  values.baud = static_cast<int>(
      node.declare_parameter<int64_t>("baud", values.baud, describe("Of the serial line [Bd]")));
  values.auto_arm = node.declare_parameter<bool>(
      "auto_arm", values.auto_arm, describe("ARM and FIRE at once; else wait for /cue/arm"));
  values.window =
      number(node, "window", values.window, kLeastWindow, kMostWindow, "Armed window [s]");
  values.check_layout = node.declare_parameter<bool>(
      "check_layout", values.check_layout, describe("Refuse a shot whose balls have moved"));
  values.layout_tolerance = number(node, "layout_tolerance", values.layout_tolerance, 0.0, 0.1,
                                   "How far a ball may have moved [m]");
  values.balls_timeout = number(node, "balls_timeout", values.balls_timeout, 0.05, 60.0,
                                "Age at which /balls no longer counts [s]");
  refuse_unknown(node);
  return values;
}

}  // namespace firmware_bridge
