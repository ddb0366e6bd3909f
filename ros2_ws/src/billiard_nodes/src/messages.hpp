// SPDX-License-Identifier: Apache-2.0
// The engine's types as messages, and back.
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/shot.hpp>
#include <billiard_msgs/msg/table.hpp>
#include <billiard_msgs/msg/trajectory_array.hpp>
#include <builtin_interfaces/msg/time.hpp>
#include <optional>
#include <string>
#include <vector>

#include "billiard_engine/files/scenario.hpp"
#include "billiard_engine/result.hpp"
#include "billiard_engine/shot.hpp"
#include "billiard_engine/table.hpp"
#include "billiard_vision/table.hpp"

namespace billiard_nodes {

/// A table as the nodes know it.
struct NamedTable {
  std::string name;  ///< Of the table file
  billiard::Table table;
  double ball_radius{0.0};  ///< [m]
};

[[nodiscard]] billiard_msgs::msg::Table to_message(const NamedTable& table);

/// One ball; class and number follow from its id and the table's ball set. A pocketed ball is put
/// at the centre of its pocket. The covariance stays zero (not known).
[[nodiscard]] billiard_msgs::msg::Ball to_message(const billiard::Ball& ball, const std::string& id,
                                                  const NamedTable& table);

/// All balls; stamp and sequence are left to the caller. `ids[i]` names `balls[i]`.
[[nodiscard]] billiard_msgs::msg::BallArray to_message(const std::vector<billiard::Ball>& balls,
                                                       const std::vector<std::string>& ids,
                                                       const NamedTable& table);

/// Every ball rests, is pocketed or off the table.
[[nodiscard]] bool all_rest(const billiard_msgs::msg::BallArray& balls);

/// What is wrong with the stamp of a message; empty when nothing is. rclcpp::Time throws at one
/// before 0 s.
[[nodiscard]] std::string find_problem(const builtin_interfaces::msg::Time& stamp);

/// What is wrong with the stamp and the events of a prediction, with field and value; empty when
/// nothing is.
[[nodiscard]] std::string find_problem(const billiard_msgs::msg::TrajectoryArray& message);

/// The balls of a message, or what is wrong with it.
struct ReadBalls {
  billiard::Layout layout;
  std::string problem;  ///< Names ball, field and value; empty when all is well
};

/// Takes the balls of a message over. Anything may arrive: a stamp before 0 s, another table, too
/// many balls, the same id twice and numbers that are not finite are refused. A table without a
/// name may be any.
[[nodiscard]] ReadBalls read_balls(const billiard_msgs::msg::BallArray& message,
                                   const NamedTable& table);

/// A run of the engine from balls `ids`; stamp, sequence and compute time are left to the caller.
/// Samples in the middle of a rest are left out.
[[nodiscard]] billiard_msgs::msg::TrajectoryArray to_message(const billiard::Result& result,
                                                             const billiard::Recorder& recorder,
                                                             const std::vector<std::string>& ids,
                                                             const NamedTable& table);

/// The engine's shot, of no ball in particular; empty if a value is not finite.
[[nodiscard]] std::optional<billiard::Shot> read_shot(const billiard_msgs::msg::Shot& message);
[[nodiscard]] billiard_msgs::msg::Shot to_message(const billiard::Shot& shot,
                                                  const std::vector<std::string>& ids);

/// Index in Table::pockets, or -1.
[[nodiscard]] int find_pocket(const billiard::Table& table, const std::string& name);

}  // namespace billiard_nodes
