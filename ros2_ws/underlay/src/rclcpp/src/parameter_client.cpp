// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/parameter_client.hpp"

#include <stdexcept>

namespace rclcpp {

namespace srv = rcl_interfaces::srv;

SyncParametersClient::SyncParametersClient(std::shared_ptr<Node> node,
                                           const std::string& remote_node)
    : node_(std::move(node)),
      get_(node_->create_client<srv::GetParameters>(remote_node + "/get_parameters")),
      set_(node_->create_client<srv::SetParameters>(remote_node + "/set_parameters")),
      list_(node_->create_client<srv::ListParameters>(remote_node + "/list_parameters")),
      describe_(
          node_->create_client<srv::DescribeParameters>(remote_node + "/describe_parameters")) {}

bool SyncParametersClient::service_is_ready() const {
  return get_->service_is_ready() && set_->service_is_ready() && list_->service_is_ready() &&
         describe_->service_is_ready();
}

template <typename ServiceT>
std::shared_ptr<typename ServiceT::Response> SyncParametersClient::call(
    Client<ServiceT>& client, std::shared_ptr<typename ServiceT::Request> request,
    std::chrono::nanoseconds timeout) {
  auto future = client.async_send_request(std::move(request));
  if (spin_until_future_complete(node_, future, timeout) != FutureReturnCode::SUCCESS) {
    client.remove_pending_request(future);
    throw std::runtime_error(std::string("no answer from ") + client.get_service_name());
  }
  return future.get();
}

std::vector<Parameter> SyncParametersClient::get_parameters(const std::vector<std::string>& names,
                                                            std::chrono::nanoseconds timeout) {
  auto request = std::make_shared<srv::GetParameters::Request>();
  request->names = names;
  const auto response = call(*get_, request, timeout);
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < names.size() && i < response->values.size(); ++i) {
    parameters.emplace_back(names[i], ParameterValue(response->values[i]));
  }
  return parameters;
}

std::vector<rcl_interfaces::msg::SetParametersResult> SyncParametersClient::set_parameters(
    const std::vector<Parameter>& parameters, std::chrono::nanoseconds timeout) {
  auto request = std::make_shared<srv::SetParameters::Request>();
  for (const Parameter& parameter : parameters) {
    request->parameters.push_back(parameter.to_parameter_msg());
  }
  return call(*set_, request, timeout)->results;
}

rcl_interfaces::msg::ListParametersResult SyncParametersClient::list_parameters(
    const std::vector<std::string>& prefixes, std::uint64_t depth,
    std::chrono::nanoseconds timeout) {
  auto request = std::make_shared<srv::ListParameters::Request>();
  request->prefixes = prefixes;
  request->depth = depth;
  return call(*list_, request, timeout)->result;
}

std::vector<rcl_interfaces::msg::ParameterDescriptor> SyncParametersClient::describe_parameters(
    const std::vector<std::string>& names, std::chrono::nanoseconds timeout) {
  auto request = std::make_shared<srv::DescribeParameters::Request>();
  request->names = names;
  return call(*describe_, request, timeout)->descriptors;
}

}  // namespace rclcpp
