// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rclcpp/context.hpp"
#include "rclcpp/parameter.hpp"

namespace rclcpp {

/// How a node is made. Every setter returns the options, so that calls can be chained.
class NodeOptions {
 public:
#define RCLCPP_UNDERLAY_OPTION(type, name, initial)          \
  [[nodiscard]] const type& name() const { return name##_; } \
  NodeOptions& name(const type& value) {                     \
    name##_ = value;                                         \
    return *this;                                            \
  }                                                          \
                                                             \
 private:                                                    \
  type name##_ initial;                                      \
                                                             \
 public:
  RCLCPP_UNDERLAY_OPTION(Context::SharedPtr, context, {contexts::get_global_default_context()})
  RCLCPP_UNDERLAY_OPTION(std::vector<std::string>, arguments, {})
  RCLCPP_UNDERLAY_OPTION(std::vector<Parameter>, parameter_overrides, {})
  RCLCPP_UNDERLAY_OPTION(bool, use_global_arguments, {true})
  RCLCPP_UNDERLAY_OPTION(bool, use_intra_process_comms, {false})
  RCLCPP_UNDERLAY_OPTION(bool, enable_rosout, {true})
  RCLCPP_UNDERLAY_OPTION(bool, start_parameter_services, {true})
  RCLCPP_UNDERLAY_OPTION(bool, start_parameter_event_publisher, {true})
  RCLCPP_UNDERLAY_OPTION(bool, allow_undeclared_parameters, {false})
  RCLCPP_UNDERLAY_OPTION(bool, automatically_declare_parameters_from_overrides, {false})
#undef RCLCPP_UNDERLAY_OPTION

  template <typename T>
  NodeOptions& append_parameter_override(const std::string& name, const T& value) {
    parameter_overrides_.emplace_back(name, value);
    return *this;
  }
};

}  // namespace rclcpp
