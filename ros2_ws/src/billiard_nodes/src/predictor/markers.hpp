// SPDX-License-Identifier: Apache-2.0
// Table, balls and their paths for RViz and Foxglove.
#pragma once

#include <billiard_msgs/msg/trajectory_array.hpp>
#include <visualization_msgs/msg/marker_array.hpp>

#include "messages.hpp"

namespace billiard_nodes {

/// Namespaces: table (cloth, cushion noses, pockets), balls (where they are), names, paths (where
/// they go), ends (where they stop, see-through). Frame "table", stamp of the prediction. Marker
/// ids stay with the balls; markers of balls that are gone fade after half a second.
[[nodiscard]] visualization_msgs::msg::MarkerArray to_markers(
    const billiard_msgs::msg::TrajectoryArray& prediction, const NamedTable& table);

}  // namespace billiard_nodes
