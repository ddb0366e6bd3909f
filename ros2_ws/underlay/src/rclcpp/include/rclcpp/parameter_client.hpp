// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <rcl_interfaces/srv/describe_parameters.hpp>
#include <rcl_interfaces/srv/get_parameters.hpp>
#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rcl_interfaces/srv/set_parameters.hpp>
#include <string>
#include <vector>

#include "rclcpp/executors.hpp"

namespace rclcpp {

/// Reads and sets the parameters of another node, waiting for each answer.
class SyncParametersClient {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(SyncParametersClient)

  SyncParametersClient(std::shared_ptr<Node> node, const std::string& remote_node);

  template <typename Rep = std::int64_t, typename Period = std::milli>
  bool wait_for_service(
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return set_->wait_for_service(timeout) && get_->wait_for_service(timeout) &&
           list_->wait_for_service(timeout) && describe_->wait_for_service(timeout);
  }
  [[nodiscard]] bool service_is_ready() const;

  /// All throw std::runtime_error when no answer comes.
  std::vector<Parameter> get_parameters(const std::vector<std::string>& names,
                                        std::chrono::nanoseconds timeout = kDefaultTimeout);
  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
      const std::vector<Parameter>& parameters, std::chrono::nanoseconds timeout = kDefaultTimeout);
  rcl_interfaces::msg::ListParametersResult list_parameters(
      const std::vector<std::string>& prefixes, std::uint64_t depth,
      std::chrono::nanoseconds timeout = kDefaultTimeout);
  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
      const std::vector<std::string>& names, std::chrono::nanoseconds timeout = kDefaultTimeout);

 private:
  static constexpr std::chrono::nanoseconds kDefaultTimeout = std::chrono::seconds(10);

  template <typename ServiceT>
  std::shared_ptr<typename ServiceT::Response> call(
      Client<ServiceT>& client, std::shared_ptr<typename ServiceT::Request> request,
      std::chrono::nanoseconds timeout);

  std::shared_ptr<Node> node_;
  Client<rcl_interfaces::srv::GetParameters>::SharedPtr get_;
  Client<rcl_interfaces::srv::SetParameters>::SharedPtr set_;
  Client<rcl_interfaces::srv::ListParameters>::SharedPtr list_;
  Client<rcl_interfaces::srv::DescribeParameters>::SharedPtr describe_;
};

}  // namespace rclcpp
