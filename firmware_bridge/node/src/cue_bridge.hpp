// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/cue_state.hpp>
#include <billiard_msgs/msg/shot_command.hpp>
#include <billiard_msgs/msg/shot_result.hpp>
#include <billiard_msgs/srv/arm_cue.hpp>
#include <deque>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <optional>
#include <rclcpp/rclcpp.hpp>
#include <std_srvs/srv/trigger.hpp>

#include "bridge_parameters.hpp"
#include "firmware_bridge/host/cue_client.hpp"
#include "firmware_bridge/host/shot_player.hpp"

namespace firmware_bridge {

/// Node `cue_bridge`: turns `/shot_command` into LOAD, ARM and FIRE on the cue. Converts, calls,
/// publishes; what is allowed is decided in host::Link, host::ShotPlayer and the firmware.
class CueBridge : public rclcpp::Node {
 public:
  explicit CueBridge(const rclcpp::NodeOptions& options = rclcpp::NodeOptions());

 private:
  using ShotCommand = billiard_msgs::msg::ShotCommand;
  using ArmCue = billiard_msgs::srv::ArmCue;
  using Trigger = std_srvs::srv::Trigger;

  void step();
  void on_command(const ShotCommand& command);
  void on_arm(const ArmCue::Request& request, ArmCue::Response& response);
  void on_disarm(Trigger::Response& response);
  void on_stop(Trigger::Response& response);

  /// Remembers them; a shot that has not been fired yet is given up when the table is not clear.
  void on_balls(const billiard_msgs::msg::BallArray& balls);

  /// Why the shot must not be played now; empty when it may.
  [[nodiscard]] std::string find_objection(const ShotCommand& command) const;
  /// The part that is asked again before arming.
  [[nodiscard]] std::string find_hindrance(const ShotCommand& command) const;
  [[nodiscard]] std::string find_layout_objection(const ShotCommand& command) const;
  /// Why it is not clear whose shots these are: somebody else commands, tells of other balls, or
  /// is a cue bridge, too.
  [[nodiscard]] std::string find_rival() const;
  /// Tells when that changes; a shot that has not been fired yet is given up.
  void look_for_rivals();
  /// Keeps the link going until `done` or for at most `limit` [ms]; for service calls.
  template <class Done>
  bool step_until(host::TimeMs limit, Done done);

  void publish_outcome(const host::ShotOutcome& outcome);
  void publish_refusal(const ShotCommand& command, const std::string& reason);
  void publish_state();
  void publish_diagnostics();

  BridgeParameters parameters_;
  host::CueClient client_;
  host::ShotPlayer player_;
  std::optional<ShotCommand> command_;  ///< The shot under way
  std::deque<std::uint32_t> played_;    ///< Shot ids begun, newest last
  std::optional<billiard_msgs::msg::BallArray> balls_;
  host::TimeMs balls_at_{0};
  protocol::CueState last_state_{protocol::CueState::kBoot};
  bool last_connected_{false};
  bool told_{false};  ///< Whether the cue is connected was told at least once
  host::TimeMs started_at_{host::CueClient::now()};
  host::TimeMs state_published_{0};
  host::TimeMs armed_at_{0};
  double armed_window_{0.0};  ///< [s]
  std::string last_fault_;
  std::string rival_;  ///< What find_rival() said last; stays a moment after the rival has left
  host::TimeMs looked_at_{0};
  host::TimeMs rival_seen_{0};

  rclcpp::Publisher<billiard_msgs::msg::CueState>::SharedPtr state_publisher_;
  rclcpp::Publisher<billiard_msgs::msg::ShotResult>::SharedPtr result_publisher_;
  rclcpp::Publisher<diagnostic_msgs::msg::DiagnosticArray>::SharedPtr diagnostics_publisher_;
  rclcpp::Subscription<ShotCommand>::SharedPtr command_subscription_;
  rclcpp::Subscription<billiard_msgs::msg::BallArray>::SharedPtr balls_subscription_;
  rclcpp::Service<ArmCue>::SharedPtr arm_service_;
  rclcpp::Service<Trigger>::SharedPtr disarm_service_;
  rclcpp::Service<Trigger>::SharedPtr stop_service_;
  rclcpp::TimerBase::SharedPtr step_timer_;
  rclcpp::TimerBase::SharedPtr diagnostics_timer_;
};

}  // namespace firmware_bridge
