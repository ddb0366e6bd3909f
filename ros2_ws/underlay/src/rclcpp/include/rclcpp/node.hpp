// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rclcpp/client.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/generic_publisher.hpp"
#include "rclcpp/generic_subscription.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"

namespace rclcpp {

namespace detail {
class NodeServices;
}

/// A node: a name under which publishers, subscriptions, services, timers and parameters live.
class Node : public std::enable_shared_from_this<Node> {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Node)
  using OnSetParametersCallbackHandle = node_interfaces::OnSetParametersCallbackHandle;
  using OnParametersSetCallbackType = OnSetParametersCallbackHandle::OnParametersSetCallbackType;
  using PreSetParametersCallbackHandle = node_interfaces::PreSetParametersCallbackHandle;
  using PostSetParametersCallbackHandle = node_interfaces::PostSetParametersCallbackHandle;

  explicit Node(const std::string& node_name, const NodeOptions& options = NodeOptions());
  Node(const std::string& node_name, const std::string& namespace_,
       const NodeOptions& options = NodeOptions());
  virtual ~Node();
  RCLCPP_DISABLE_COPY(Node)

  [[nodiscard]] const char* get_name() const { return base_->get_name(); }
  [[nodiscard]] const char* get_namespace() const { return base_->get_namespace(); }
  [[nodiscard]] const char* get_fully_qualified_name() const {
    return base_->get_fully_qualified_name();
  }
  [[nodiscard]] Logger get_logger() const { return logger_; }
  [[nodiscard]] Clock::SharedPtr get_clock() const { return clock_; }
  [[nodiscard]] Time now() const { return clock_->now(); }
  [[nodiscard]] const NodeOptions& get_node_options() const { return options_; }
  [[nodiscard]] node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface() const {
    return base_;
  }
  [[nodiscard]] node_interfaces::NodeParametersInterface::SharedPtr
  get_node_parameters_interface() {
    return parameters_;
  }
  CallbackGroup::SharedPtr create_callback_group(
      CallbackGroupType type, bool automatically_add_to_executor_with_node = true) {
    return base_->create_callback_group(type, automatically_add_to_executor_with_node);
  }

  // --- communication ---
  template <typename MessageT>
  std::shared_ptr<Publisher<MessageT>> create_publisher(
      const std::string& topic, const QoS& qos,
      const PublisherOptions& options = PublisherOptions()) {
    return std::make_shared<Publisher<MessageT>>(base_, topic, qos, options);
  }
  template <typename MessageT, typename CallbackT>
  std::shared_ptr<Subscription<MessageT>> create_subscription(
      const std::string& topic, const QoS& qos, CallbackT&& callback,
      const SubscriptionOptions& options = SubscriptionOptions()) {
    auto subscription = std::make_shared<Subscription<MessageT>>(
        base_, topic, qos, std::forward<CallbackT>(callback), options);
    subscription->start();
    return subscription;
  }
  std::shared_ptr<GenericPublisher> create_generic_publisher(
      const std::string& topic, const std::string& type, const QoS& qos,
      const PublisherOptions& options = PublisherOptions());
  std::shared_ptr<GenericSubscription> create_generic_subscription(
      const std::string& topic, const std::string& type, const QoS& qos,
      GenericSubscription::Callback callback,
      const SubscriptionOptions& options = SubscriptionOptions());
  template <typename ServiceT, typename CallbackT>
  std::shared_ptr<Service<ServiceT>> create_service(const std::string& name, CallbackT&& callback,
                                                    const QoS& qos = ServicesQoS(),
                                                    CallbackGroup::SharedPtr group = nullptr) {
    auto service =
        std::make_shared<Service<ServiceT>>(base_, name, std::forward<CallbackT>(callback), qos);
    add(service, group);
    return service;
  }
  template <typename ServiceT>
  std::shared_ptr<Client<ServiceT>> create_client(const std::string& name,
                                                  const QoS& qos = ServicesQoS(),
                                                  CallbackGroup::SharedPtr group = nullptr) {
    auto client = std::make_shared<Client<ServiceT>>(base_, name, qos);
    add(client, group);
    return client;
  }
  template <typename Rep, typename Period, typename CallbackT>
  std::shared_ptr<WallTimer<std::decay_t<CallbackT>>> create_wall_timer(
      std::chrono::duration<Rep, Period> period, CallbackT callback,
      CallbackGroup::SharedPtr group = nullptr) {
    auto timer = std::make_shared<WallTimer<std::decay_t<CallbackT>>>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(period), std::move(callback));
    add(timer, group);
    return timer;
  }
  template <typename Rep, typename Period, typename CallbackT>
  std::shared_ptr<GenericTimer<std::decay_t<CallbackT>>> create_timer(
      std::chrono::duration<Rep, Period> period, CallbackT callback,
      CallbackGroup::SharedPtr group = nullptr) {
    return create_clock_timer(clock_, Duration(period), std::move(callback), group);
  }

  // --- parameters ---
  const ParameterValue& declare_parameter(
      const std::string& name, const ParameterValue& default_value,
      const rcl_interfaces::msg::ParameterDescriptor& descriptor =
          rcl_interfaces::msg::ParameterDescriptor(),
      bool ignore_override = false) {
    return parameters_->declare(name, default_value, descriptor, ignore_override);
  }
  template <typename ParameterT>
  requires(!std::is_same_v<ParameterT, ParameterValue>) auto declare_parameter(
      const std::string& name, const ParameterT& default_value,
      const rcl_interfaces::msg::ParameterDescriptor& descriptor =
          rcl_interfaces::msg::ParameterDescriptor(),
      bool ignore_override = false) {
    return convert<ParameterT>(name, parameters_->declare(name, ParameterValue(default_value),
                                                          descriptor, ignore_override));
  }
  /// Without a default: must be given from outside.
  template <typename ParameterT>
  auto declare_parameter(const std::string& name,
                         const rcl_interfaces::msg::ParameterDescriptor& descriptor =
                             rcl_interfaces::msg::ParameterDescriptor(),
                         bool ignore_override = false) {
    rcl_interfaces::msg::ParameterDescriptor typed = descriptor;
    typed.type = ParameterValue(ParameterT{}).get_type();
    const ParameterValue& value =
        parameters_->declare(name, ParameterValue(), typed, ignore_override);
    if (value.get_type() == PARAMETER_NOT_SET) {
      throw exceptions::ParameterUninitializedException(name);
    }
    return convert<ParameterT>(name, value);
  }
  void undeclare_parameter(const std::string& name) { parameters_->undeclare(name); }
  [[nodiscard]] bool has_parameter(const std::string& name) const { return parameters_->has(name); }
  [[nodiscard]] Parameter get_parameter(const std::string& name) const {
    return parameters_->get(name);
  }
  bool get_parameter(const std::string& name, Parameter& parameter) const {
    return parameters_->get(name, parameter);
  }
  template <typename ParameterT>
  bool get_parameter(const std::string& name, ParameterT& value) const {
    Parameter parameter;
    if (!parameters_->get(name, parameter) || parameter.get_type() == PARAMETER_NOT_SET) {
      return false;
    }
    value = static_cast<ParameterT>(parameter.get_value<ParameterT>());
    return true;
  }
  template <typename ParameterT>
  bool get_parameter_or(const std::string& name, ParameterT& value,
                        const ParameterT& alternative) const {
    const bool found = get_parameter(name, value);
    if (!found) value = alternative;
    return found;
  }
  [[nodiscard]] std::vector<Parameter> get_parameters(const std::vector<std::string>& names) const;
  template <typename ParameterT>
  bool get_parameters(const std::string& prefix, std::map<std::string, ParameterT>& values) const {
    const auto found = parameters_->with_prefix(prefix);
    for (const Parameter& parameter : found) {
      values[parameter.get_name().substr(prefix.size() + 1)] = parameter.get_value<ParameterT>();
    }
    return !found.empty();
  }
  rcl_interfaces::msg::SetParametersResult set_parameter(const Parameter& parameter) {
    return parameters_->set_atomically({parameter});
  }
  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
      const std::vector<Parameter>& parameters);
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
      const std::vector<Parameter>& parameters) {
    return parameters_->set_atomically(parameters);
  }
  [[nodiscard]] rcl_interfaces::msg::ParameterDescriptor describe_parameter(
      const std::string& name) const {
    return parameters_->describe(name);
  }
  [[nodiscard]] rcl_interfaces::msg::ListParametersResult list_parameters(
      const std::vector<std::string>& prefixes, std::uint64_t depth) const {
    return parameters_->list(prefixes, depth);
  }
  [[nodiscard]] OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
      OnParametersSetCallbackType callback) {
    return parameters_->add_on_set(std::move(callback));
  }
  void remove_on_set_parameters_callback(const OnSetParametersCallbackHandle* handle) {
    parameters_->remove_on_set(handle);
  }
  [[nodiscard]] PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
      std::function<void(std::vector<Parameter>&)> callback) {
    return parameters_->add_pre_set(std::move(callback));
  }
  [[nodiscard]] PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
      std::function<void(const std::vector<Parameter>&)> callback) {
    return parameters_->add_post_set(std::move(callback));
  }

  // --- graph ---
  [[nodiscard]] std::vector<std::string> get_node_names() const;
  [[nodiscard]] std::map<std::string, std::vector<std::string>> get_topic_names_and_types() const;
  [[nodiscard]] std::map<std::string, std::vector<std::string>> get_service_names_and_types() const;
  [[nodiscard]] std::size_t count_publishers(const std::string& topic) const;
  [[nodiscard]] std::size_t count_subscribers(const std::string& topic) const;

  // --- not in rclcpp ---
  template <typename CallbackT>
  std::shared_ptr<GenericTimer<std::decay_t<CallbackT>>> create_clock_timer(
      Clock::SharedPtr clock, const Duration& period, CallbackT callback,
      CallbackGroup::SharedPtr group) {
    auto timer = std::make_shared<GenericTimer<std::decay_t<CallbackT>>>(
        std::move(clock), period.to_chrono<std::chrono::nanoseconds>(), std::move(callback));
    add(timer, group);
    return timer;
  }

 private:
  friend class detail::NodeServices;
  template <typename ParameterT>
  static auto convert(const std::string& name, const ParameterValue& value) {
    return Parameter(name, value).get_value<ParameterT>();
  }
  void add(const std::shared_ptr<detail::Entity>& entity, const CallbackGroup::SharedPtr& group);
  [[nodiscard]] std::size_t count_endpoints(const std::string& topic, bool writers) const;

  NodeOptions options_;
  node_interfaces::NodeBaseInterface::SharedPtr base_;
  Logger logger_;
  Clock::SharedPtr clock_;
  std::shared_ptr<node_interfaces::NodeParameters> parameters_;
  std::unique_ptr<detail::NodeServices> services_;
};

/// A timer on any clock.
template <typename NodeT, typename CallbackT>
auto create_timer(NodeT node, Clock::SharedPtr clock, Duration period, CallbackT&& callback,
                  CallbackGroup::SharedPtr group = nullptr) {
  return node->create_clock_timer(std::move(clock), period, std::forward<CallbackT>(callback),
                                  group);
}

}  // namespace rclcpp
