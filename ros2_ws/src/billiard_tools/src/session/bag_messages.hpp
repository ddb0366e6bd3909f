// SPDX-License-Identifier: Apache-2.0
// Messages of the robot as the structs of recording.hpp. Anything may be in a bag: what cannot be
// used (numbers that are not finite, ids twice, unknown constants) gives nothing.
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/game_state.hpp>
#include <billiard_msgs/msg/shot_command.hpp>
#include <billiard_msgs/msg/shot_plan.hpp>
#include <billiard_msgs/msg/shot_result.hpp>
#include <billiard_msgs/msg/trajectory_array.hpp>
#include <optional>

#include "session/recording.hpp"

namespace billiard::session {

// Times of the results are not set: only the recording knows its origin.
[[nodiscard]] std::optional<BallsMoment> read_message(const billiard_msgs::msg::BallArray& m);
[[nodiscard]] std::optional<RecordedPrediction> read_message(
    const billiard_msgs::msg::TrajectoryArray& m);
[[nodiscard]] std::optional<RecordedPlan> read_message(const billiard_msgs::msg::ShotPlan& m);
[[nodiscard]] std::optional<RecordedCommand> read_message(const billiard_msgs::msg::ShotCommand& m);
[[nodiscard]] std::optional<RecordedResult> read_message(const billiard_msgs::msg::ShotResult& m);
[[nodiscard]] std::optional<RecordedGame> read_message(const billiard_msgs::msg::GameState& m);

}  // namespace billiard::session
