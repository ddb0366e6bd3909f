// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rclcpp/executor.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp {

using executors::MultiThreadedExecutor;
using executors::SingleThreadedExecutor;

void spin(std::shared_ptr<Node> node);
void spin(node_interfaces::NodeBaseInterface::SharedPtr node);
void spin_some(std::shared_ptr<Node> node);

template <typename FutureT, typename Rep = std::int64_t, typename Period = std::milli>
FutureReturnCode spin_until_future_complete(
    std::shared_ptr<Node> node, const FutureT& future,
    std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
  executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  const FutureReturnCode code = executor.spin_until_future_complete(future, timeout);
  executor.remove_node(node);
  return code;
}

}  // namespace rclcpp
