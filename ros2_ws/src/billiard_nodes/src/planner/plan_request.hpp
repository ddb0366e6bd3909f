// SPDX-License-Identifier: Apache-2.0
// What is asked of the planner: taken from messages, checked, and answered in messages.
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/shot_plan.hpp>
#include <billiard_msgs/srv/plan_shot.hpp>
#include <string>

#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/planner.hpp"
#include "messages.hpp"

namespace billiard_nodes {

/// What the planner node's parameters say where a request leaves it open.
struct PlanDefaults {
  billiard::Game game{billiard::Game::kEightBall};
  double budget{1.0};             ///< [s]
  double noise{1.0};              ///< Factor on the execution noise [-]
  double position_sigma{0.0003};  ///< Of the balls' places, each direction [m]
  std::uint64_t seed{1};
};

/// A request as the planner wants it, or why there is none.
struct ReadRequest {
  billiard::PlanRequest request;
  billiard_msgs::msg::BallArray layout;  ///< The balls as they were given or seen
  bool ball_in_hand{false};
  std::string problem;  ///< Empty when all is well
};

/// `seen` are the latest balls, or nullptr if none are seen. Balls that move, and a table that is
/// not clear, are refused.
[[nodiscard]] ReadRequest read_request(const billiard_msgs::srv::PlanShot::Request& message,
                                       const billiard_msgs::msg::BallArray* seen,
                                       const NamedTable& table, const billiard::Settings& settings,
                                       const PlanDefaults& defaults);

/// The cue ball of a layout message put where `request` has it (added if it was missing).
void place_cue_ball(billiard_msgs::msg::BallArray& layout, const billiard::PlanRequest& request,
                    const NamedTable& table);

/// One choice as a message; layout, prediction, id and stamp are left to the caller.
[[nodiscard]] billiard_msgs::msg::ShotPlan to_message(const billiard::Choice& choice,
                                                      const billiard::PlanRequest& request);

/// The whole answer: the best shot, with its undisturbed run.
[[nodiscard]] billiard_msgs::msg::ShotPlan to_message(const billiard::Plan& plan,
                                                      const ReadRequest& request,
                                                      const NamedTable& table,
                                                      const billiard::Settings& settings);

}  // namespace billiard_nodes
