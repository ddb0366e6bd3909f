// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <string>

namespace firmware_bridge {

/// Why the balls that are seen are not those a shot was planned for; empty when they are. A ball
/// may have moved by `tolerance` [m]; every ball in play must be in both. A table without a name
/// may be any.
[[nodiscard]] std::string find_layout_change(const billiard_msgs::msg::BallArray& planned,
                                             const billiard_msgs::msg::BallArray& seen,
                                             double tolerance);

}  // namespace firmware_bridge
