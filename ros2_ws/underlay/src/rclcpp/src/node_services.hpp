// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <rcl_interfaces/srv/describe_parameters.hpp>
#include <rcl_interfaces/srv/get_parameter_types.hpp>
#include <rcl_interfaces/srv/get_parameters.hpp>
#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rcl_interfaces/srv/set_parameters.hpp>
#include <rcl_interfaces/srv/set_parameters_atomically.hpp>

#include "rclcpp/node.hpp"

namespace rclcpp::detail {

/// What every node offers besides its own things: parameter services and events, simulated time.
class NodeServices {
 public:
  explicit NodeServices(Node& node);
  ~NodeServices();

 private:
  void start_parameter_services(Node& node);
  void start_parameter_events(Node& node);
  void start_simulated_time(Node& node);
  void follow_clock(Node& node, bool simulated);

  std::vector<ServiceBase::SharedPtr> services_;
  Publisher<rcl_interfaces::msg::ParameterEvent>::SharedPtr events_;
  node_interfaces::PostSetParametersCallbackHandle::SharedPtr use_sim_time_;
  std::unique_ptr<underlay::Reader> clock_reader_;
  std::atomic<underlay::Reader*> clock_source_{nullptr};  ///< what the middleware's thread uses
};

}  // namespace rclcpp::detail
