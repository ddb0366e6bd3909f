// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rclcpp/parameter.hpp"

namespace rclcpp::detail {

/// `[node:]from:=to`
struct RemapRule {
  std::string node;  ///< empty: every node
  std::string from;  ///< a name, or __node, __ns
  std::string to;
};

/// A parameter given from outside; later ones win. Those for one pattern stand together, where it
/// was first named.
struct ParameterOverride {
  std::string node_pattern;  ///< full node name with * and **
  std::string name;
  ParameterValue value;
};

/// What `--ros-args` says.
struct Arguments {
  std::vector<RemapRule> remaps;
  std::vector<ParameterOverride> parameters;
};

/// Reads `--ros-args ... [--]` and applies log levels. Throws UnknownROSArgsError or
/// std::invalid_argument naming the argument.
[[nodiscard]] Arguments parse_arguments(const std::vector<std::string>& arguments);

/// The arguments that are not ROS's.
[[nodiscard]] std::vector<std::string> without_ros_arguments(
    const std::vector<std::string>& arguments);

/// Parameters of a YAML file. Throws std::invalid_argument naming file, place and value.
[[nodiscard]] std::vector<ParameterOverride> load_parameter_file(const std::string& file);

/// Value of `-p name:=value`, by YAML's rules.
[[nodiscard]] ParameterValue parse_parameter_value(const std::string& yaml);

/// `/**` and `/a/*` against a full node name.
[[nodiscard]] bool matches_node(const std::string& pattern, const std::string& node);

/// Full name of `name` in a node: absolute, relative or private (~). Throws InvalidTopicNameError.
[[nodiscard]] std::string expand_name(const std::string& name, const std::string& node_namespace,
                                      const std::string& node);

/// Applies the first remap rule that fits to a name as the node wrote it; the result is full.
[[nodiscard]] std::string resolve_name(const std::string& name, const std::string& node_namespace,
                                       const std::string& node,
                                       const std::vector<RemapRule>& remaps);

/// Throws InvalidNodeNameError.
void validate_node_name(const std::string& name, const std::string& node_namespace);

}  // namespace rclcpp::detail
