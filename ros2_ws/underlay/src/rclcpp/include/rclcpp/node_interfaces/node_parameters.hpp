// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <rcl_interfaces/msg/list_parameters_result.hpp>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>
#include <rcl_interfaces/msg/parameter_event.hpp>
#include <rcl_interfaces/msg/set_parameters_result.hpp>
#include <string>
#include <vector>

#include "rclcpp/macros.hpp"
#include "rclcpp/parameter.hpp"

namespace rclcpp::node_interfaces {

/// Keeps a callback registered; dropping the handle removes it.
struct OnSetParametersCallbackHandle {
  RCLCPP_SMART_PTR_DEFINITIONS(OnSetParametersCallbackHandle)
  using OnParametersSetCallbackType =
      std::function<rcl_interfaces::msg::SetParametersResult(const std::vector<Parameter>&)>;
  OnParametersSetCallbackType callback;
};
struct PreSetParametersCallbackHandle {
  RCLCPP_SMART_PTR_DEFINITIONS(PreSetParametersCallbackHandle)
  std::function<void(std::vector<Parameter>&)> callback;
};
struct PostSetParametersCallbackHandle {
  RCLCPP_SMART_PTR_DEFINITIONS(PostSetParametersCallbackHandle)
  std::function<void(const std::vector<Parameter>&)> callback;
};

/// The parameters of a node: declared with a descriptor, set from outside, checked, watched.
class NodeParameters {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(NodeParameters)
  using Descriptor = rcl_interfaces::msg::ParameterDescriptor;
  using Result = rcl_interfaces::msg::SetParametersResult;
  using Event = rcl_interfaces::msg::ParameterEvent;

  NodeParameters(std::map<std::string, ParameterValue> overrides, bool allow_undeclared)
      : overrides_(std::move(overrides)), allow_undeclared_(allow_undeclared) {}

  const ParameterValue& declare(const std::string& name, const ParameterValue& default_value,
                                const Descriptor& descriptor, bool ignore_override);
  void undeclare(const std::string& name);
  [[nodiscard]] bool has(const std::string& name) const;
  [[nodiscard]] Parameter get(const std::string& name) const;
  [[nodiscard]] bool get(const std::string& name, Parameter& parameter) const;
  [[nodiscard]] std::vector<Parameter> with_prefix(const std::string& prefix) const;
  [[nodiscard]] Descriptor describe(const std::string& name) const;
  [[nodiscard]] rcl_interfaces::msg::ListParametersResult list(
      const std::vector<std::string>& prefixes, std::uint64_t depth) const;
  /// All or none of them.
  Result set_atomically(const std::vector<Parameter>& parameters);
  [[nodiscard]] const std::map<std::string, ParameterValue>& get_parameter_overrides() const {
    return overrides_;
  }

  OnSetParametersCallbackHandle::SharedPtr add_on_set(
      OnSetParametersCallbackHandle::OnParametersSetCallbackType callback);
  PreSetParametersCallbackHandle::SharedPtr add_pre_set(
      std::function<void(std::vector<Parameter>&)> callback);
  PostSetParametersCallbackHandle::SharedPtr add_post_set(
      std::function<void(const std::vector<Parameter>&)> callback);
  void remove_on_set(const OnSetParametersCallbackHandle* handle);

  /// Called after every change, with what changed.
  std::function<void(Event)> on_event;

 private:
  struct Entry {
    ParameterValue value;
    Descriptor descriptor;
  };

  [[nodiscard]] Result check(const Parameter& parameter) const;
  [[nodiscard]] Result ask_callbacks(const std::vector<Parameter>& parameters);
  void apply(const std::vector<Parameter>& parameters, Event& event);

  mutable std::recursive_mutex mutex_;
  std::map<std::string, ParameterValue> overrides_;
  bool allow_undeclared_;
  std::map<std::string, Entry> entries_;
  std::list<std::weak_ptr<OnSetParametersCallbackHandle>> on_set_;
  std::list<std::weak_ptr<PreSetParametersCallbackHandle>> pre_set_;
  std::list<std::weak_ptr<PostSetParametersCallbackHandle>> post_set_;
};

using NodeParametersInterface = NodeParameters;

}  // namespace rclcpp::node_interfaces
