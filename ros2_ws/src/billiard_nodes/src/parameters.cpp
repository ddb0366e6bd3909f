// SPDX-License-Identifier: Apache-2.0
#include "parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>
#include <stdexcept>

namespace billiard_nodes {
namespace {

using Descriptor = rcl_interfaces::msg::ParameterDescriptor;

Descriptor describe(const std::string& description) {
  Descriptor descriptor;
  descriptor.description = description;
  descriptor.read_only = true;
  return descriptor;
}

}  // namespace

double Parameters::number(const std::string& name, double initial, double least, double most,
                          const std::string& description) {
  Descriptor descriptor = describe(description);
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].from_value = least;
  descriptor.floating_point_range[0].to_value = most;
  descriptor.dynamic_typing = true;  // who writes 2 means 2.0
  const rclcpp::ParameterValue given =
      node_.declare_parameter(name, rclcpp::ParameterValue(initial), descriptor);
  double value = std::nan("");
  if (given.get_type() == rclcpp::PARAMETER_DOUBLE) value = given.get<double>();
  if (given.get_type() == rclcpp::PARAMETER_INTEGER) {
    value = static_cast<double>(given.get<std::int64_t>());
  }
  if (value >= least && value <= most) return value;  // rclcpp lets NaN pass
  throw std::invalid_argument(fmt::format("parameter {} is {}; allowed: {} to {}", name,
                                          rclcpp::to_string(given), least, most));
}

std::int64_t Parameters::integer(const std::string& name, std::int64_t initial, std::int64_t least,
                                 std::int64_t most, const std::string& description) {
  Descriptor descriptor = describe(description);
  descriptor.integer_range.resize(1);
  descriptor.integer_range[0].from_value = least;
  descriptor.integer_range[0].to_value = most;
  return node_.declare_parameter<std::int64_t>(name, initial, descriptor);
}

bool Parameters::flag(const std::string& name, bool initial, const std::string& description) {
  return node_.declare_parameter<bool>(name, initial, describe(description));
}

std::string Parameters::text(const std::string& name, const std::string& initial,
                             const std::string& description) {
  return node_.declare_parameter<std::string>(name, initial, describe(description));
}

std::string Parameters::choice(const std::string& name, const std::string& initial,
                               const std::vector<std::string>& allowed,
                               const std::string& description) {
  Descriptor descriptor = describe(description);
  descriptor.additional_constraints = fmt::format("one of: {}", fmt::join(allowed, ", "));
  const auto value = node_.declare_parameter<std::string>(name, initial, descriptor);
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return value;
  throw std::invalid_argument(
      fmt::format("parameter {} is '{}'; allowed: {}", name, value, fmt::join(allowed, ", ")));
}

void refuse_unknown_parameters(rclcpp::Node& node) {
  const auto given = node.get_node_parameters_interface()->get_parameter_overrides();
  for (const auto& [name, value] : given) {
    if (node.has_parameter(name) || name.starts_with("qos_overrides.")) continue;
    throw std::invalid_argument(fmt::format("parameter {} is not one of {}; allowed: {}", name,
                                            node.get_name(),
                                            fmt::join(node.list_parameters({}, 0).names, ", ")));
  }
}

}  // namespace billiard_nodes
