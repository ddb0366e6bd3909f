// SPDX-License-Identifier: Apache-2.0
#include "bridge_parameters.hpp"

#include <rcl_interfaces/msg/parameter_descriptor.hpp>

namespace firmware_bridge {
namespace {

rcl_interfaces::msg::ParameterDescriptor describe(const std::string& text) {
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.description = text;
  descriptor.read_only = true;
  return descriptor;
}

rcl_interfaces::msg::ParameterDescriptor describe(const std::string& text, double min, double max) {
  auto descriptor = describe(text);
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].from_value = min;
  descriptor.floating_point_range[0].to_value = max;
  return descriptor;
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
  values.window = node.declare_parameter<double>("window", values.window,
                                                 describe("Armed window [s]", 0.05, 5.0));
  values.check_layout = node.declare_parameter<bool>(
      "check_layout", values.check_layout, describe("Refuse a shot whose balls have moved"));
  values.layout_tolerance =
      node.declare_parameter<double>("layout_tolerance", values.layout_tolerance,
                                     describe("How far a ball may have moved [m]", 0.0, 0.1));
  values.balls_timeout = node.declare_parameter<double>(
      "balls_timeout", values.balls_timeout,
      describe("Age at which /balls no longer counts [s]", 0.05, 60.0));
  return values;
}

}  // namespace firmware_bridge
