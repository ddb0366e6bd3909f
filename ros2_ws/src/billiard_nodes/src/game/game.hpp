// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/cue_state.hpp>
#include <billiard_msgs/msg/game_state.hpp>
#include <billiard_msgs/msg/shot_command.hpp>
#include <billiard_msgs/msg/shot_plan.hpp>
#include <billiard_msgs/msg/shot_result.hpp>
#include <billiard_msgs/msg/trajectory_array.hpp>
#include <billiard_msgs/srv/plan_shot.hpp>
#include <optional>
#include <rclcpp/rclcpp.hpp>
#include <std_srvs/srv/trigger.hpp>
#include <string>

#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/planner.hpp"
#include "diagnostics.hpp"
#include "game/ball_in_hand.hpp"
#include "game/game_flow.hpp"
#include "game/game_parameters.hpp"
#include "messages.hpp"

namespace billiard_nodes {

/// Node `game`: turns plans into commands, one for each, and judges what comes of them. What is
/// allowed when is decided in GameFlow, who wins in Referee.
class Game : public rclcpp::Node {
 public:
  explicit Game(const rclcpp::NodeOptions& options = rclcpp::NodeOptions());

 private:
  using PlanShot = billiard_msgs::srv::PlanShot;
  using BallArray = billiard_msgs::msg::BallArray;

  void step();
  void ask_for_new_look();
  void ask_for_plan();
  void on_plan(const PlanShot::Response& response);
  void command();
  void on_balls(const BallArray& message);
  void on_predictions(const billiard_msgs::msg::TrajectoryArray& message);
  void on_result(const billiard_msgs::msg::ShotResult& result);
  void say_hindrance();
  void say_played(const PlayedShot& played);
  void say_rack();
  void publish_state();
  void describe(Report& report);
  [[nodiscard]] TableNow look();

  GameParameters parameters_;
  billiard::Settings settings_;
  NamedTable table_;
  BallInHand ball_in_hand_;
  GameFlow flow_;

  std::optional<Sighting> sighting_;
  BallArray layout_message_;  ///< Of the sighting
  BallArray planned_for_;     ///< Of the sighting that the plan was asked for
  std::optional<billiard_msgs::msg::CueState> cue_;
  rclcpp::Time cue_at_;
  std::optional<billiard_msgs::msg::ShotPlan> plan_;
  int failures_{0};             ///< Plans that failed in a row
  std::uint64_t asked_{0};      ///< Plans asked for
  std::uint64_t commanded_{0};  ///< Commands sent
  std::uint64_t fired_{0};
  std::uint64_t refused_predictions_{0};
  Phase said_phase_{Phase::kOver};
  std::string said_hindrance_;
  rclcpp::Time hindered_since_;
  rclcpp::Time said_at_;
  rclcpp::Time published_at_;
  struct {
    std::uint64_t called{0}, potted{0};
    double promised{0.0};
  } sum_;  ///< Of called pots in all racks

  rclcpp::Client<PlanShot>::SharedPtr plan_client_;
  rclcpp::Client<std_srvs::srv::Trigger>::SharedPtr restart_client_;
  rclcpp::Publisher<billiard_msgs::msg::ShotCommand>::SharedPtr command_publisher_;
  rclcpp::Publisher<billiard_msgs::msg::GameState>::SharedPtr state_publisher_;
  rclcpp::Subscription<BallArray>::SharedPtr balls_subscription_;
  rclcpp::Subscription<billiard_msgs::msg::TrajectoryArray>::SharedPtr prediction_subscription_;
  rclcpp::Subscription<billiard_msgs::msg::CueState>::SharedPtr cue_subscription_;
  rclcpp::Subscription<billiard_msgs::msg::ShotResult>::SharedPtr result_subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
  Diagnostics diagnostics_;
};

}  // namespace billiard_nodes
