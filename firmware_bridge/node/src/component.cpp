// SPDX-License-Identifier: Apache-2.0
#include <rclcpp_components/register_node_macro.hpp>

#include "cue_bridge.hpp"

RCLCPP_COMPONENTS_REGISTER_NODE(firmware_bridge::CueBridge)
