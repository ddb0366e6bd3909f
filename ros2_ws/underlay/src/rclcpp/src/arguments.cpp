// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/detail/arguments.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <stdexcept>

#include "rclcpp/exceptions.hpp"
#include "rcutils/logging_macros.h"

namespace rclcpp::detail {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& value,
                         const std::string& allowed) {
  throw exceptions::UnknownROSArgsError("ROS argument '" + option + " " + value +
                                        "' is not understood (allowed: " + allowed + ")");
}

/// Splits `left:=right`.
std::pair<std::string, std::string> split_rule(const std::string& option, const std::string& rule) {
  const std::size_t at = rule.find(":=");
  if (at == std::string::npos || at == 0 || at + 2 == rule.size()) {
    refuse(option, rule, "[node:]from:=to");
  }
  return {rule.substr(0, at), rule.substr(at + 2)};
}

RemapRule parse_remap(const std::string& option, const std::string& text) {
  RemapRule rule;
  std::tie(rule.from, rule.to) = split_rule(option, text);
  const std::size_t colon = rule.from.find(':');
  if (colon != std::string::npos) {
    rule.node = rule.from.substr(0, colon);
    rule.from = rule.from.substr(colon + 1);
  }
  if (rule.from == "__name") rule.from = "__node";
  const bool special = rule.from == "__node" || rule.from == "__ns";
  try {
    if (rule.from == "__node") validate_node_name(rule.to, "/");
    if (rule.from == "__ns") validate_node_name("n", rule.to);
    if (!special) {
      (void)expand_name(rule.from, "/", "n");
      (void)expand_name(rule.to, "/", "n");
    }
  } catch (const std::invalid_argument& error) {
    throw exceptions::UnknownROSArgsError("remap rule '" + text + "': " + error.what());
  }
  return rule;
}

ParameterOverride parse_parameter(const std::string& option, const std::string& text) {
  auto [name, value] = split_rule(option, text);
  ParameterOverride result;
  result.node_pattern = "/**";
  const std::size_t colon = name.find(':');
  if (colon != std::string::npos) {
    result.node_pattern = (name[0] == '/' ? "" : "/**/") + name.substr(0, colon);
    name = name.substr(colon + 1);
  }
  result.name = name;
  try {
    result.value = parse_parameter_value(value);
  } catch (const std::exception& error) {
    throw exceptions::UnknownROSArgsError("parameter '" + text + "': " + error.what());
  }
  return result;
}

void apply_log_level(const std::string& option, const std::string& text) {
  static const char* const kAllowed = "[logger:=]debug|info|warn|error|fatal";
  const std::size_t at = text.find(":=");
  const std::string logger = at == std::string::npos ? "" : text.substr(0, at);
  const std::string level = at == std::string::npos ? text : text.substr(at + 2);
  int severity = 0;
  if (rcutils_logging_severity_level_from_string(level.c_str(), rcutils_get_default_allocator(),
                                                 &severity) != RCUTILS_RET_OK) {
    rcutils_reset_error();
    refuse(option, text, kAllowed);
  }
  if (logger.empty()) {
    rcutils_logging_set_default_logger_level(severity);
  } else if (rcutils_logging_set_logger_level(logger.c_str(), severity) != RCUTILS_RET_OK) {
    refuse(option, text, kAllowed);
  }
}

/// As rcl does: what is given for a pattern comes where the pattern was first named, so that a
/// later value for all nodes does not beat an earlier one for this node if the file began with all
/// nodes.
void group_by_pattern(std::vector<ParameterOverride>& parameters) {
  std::vector<std::string> patterns;
  const auto rank = [&](const ParameterOverride& given) {
    return std::find(patterns.begin(), patterns.end(), given.node_pattern) - patterns.begin();
  };
  for (const ParameterOverride& given : parameters) {
    if (rank(given) == std::ssize(patterns)) patterns.push_back(given.node_pattern);
  }
  std::stable_sort(parameters.begin(), parameters.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

/// Runs `each(option, value)` over the ROS arguments; keeps the others.
std::vector<std::string> for_each_ros_argument(
    const std::vector<std::string>& arguments,
    const std::function<bool(const std::string&, const std::string*)>& each) {
  std::vector<std::string> others;
  bool in_ros = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--ros-args") {
      in_ros = true;
    } else if (argument == "--") {
      if (!in_ros) others.push_back(argument);
      in_ros = false;
    } else if (!in_ros) {
      others.push_back(argument);
    } else {
      const std::string* value = i + 1 < arguments.size() ? &arguments[i + 1] : nullptr;
      if (each(argument, value)) ++i;
    }
  }
  return others;
}

bool takes_value(const std::string& option) {
  static const char* const kOptions[] = {
      "-r",          "--remap",           "-p", "--param",  "--params-file",
      "--log-level", "--log-config-file", "-e", "--enclave"};
  return std::find(std::begin(kOptions), std::end(kOptions), option) != std::end(kOptions);
}

}  // namespace

Arguments parse_arguments(const std::vector<std::string>& arguments) {
  Arguments result;
  for_each_ros_argument(arguments, [&](const std::string& option, const std::string* value) {
    if (!takes_value(option)) {
      if (option.find("-rosout-logs") != std::string::npos ||
          option.find("-stdout-logs") != std::string::npos ||
          option.find("-external-lib-logs") != std::string::npos) {
        return false;
      }
      refuse(option, "", "-r, -p, --params-file, --log-level");
    }
    if (value == nullptr) refuse(option, "", "a value after it");
    if (option == "-r" || option == "--remap") {
      result.remaps.push_back(parse_remap(option, *value));
    } else if (option == "-p" || option == "--param") {
      result.parameters.push_back(parse_parameter(option, *value));
    } else if (option == "--params-file") {
      const auto loaded = load_parameter_file(*value);
      result.parameters.insert(result.parameters.end(), loaded.begin(), loaded.end());
    } else if (option == "--log-level") {
      apply_log_level(option, *value);
    }
    return true;
  });
  group_by_pattern(result.parameters);
  return result;
}

std::vector<std::string> without_ros_arguments(const std::vector<std::string>& arguments) {
  return for_each_ros_argument(
      arguments, [](const std::string& option, const std::string*) { return takes_value(option); });
}

}  // namespace rclcpp::detail
