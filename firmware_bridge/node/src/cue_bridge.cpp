// SPDX-License-Identifier: Apache-2.0
#include "cue_bridge.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "firmware_bridge/host/bench.hpp"
#include "layout_check.hpp"

namespace firmware_bridge {
namespace {

using namespace std::chrono_literals;
using billiard_msgs::msg::ShotResult;

constexpr host::TimeMs kStatePeriod = 50;     ///< /cue/state [ms]
constexpr host::TimeMs kServiceLimit = 1000;  ///< A service answers at the latest after this [ms]
constexpr host::TimeMs kLookPeriod = 100;     ///< Between two looks for rivals [ms]
constexpr host::TimeMs kFarewell = 1000;      ///< What a rival has sent may come so late [ms]
constexpr host::TimeMs kPatience = 2000;      ///< A cue that is there answers sooner [ms]
constexpr std::size_t kRememberedShots = 4096;

host::ClientSettings client_settings(const BridgeParameters& parameters) {
  host::ClientSettings settings;
  settings.address = parameters.port;
  settings.baud = parameters.baud;
  return settings;
}

std::uint16_t to_window_ms(double window) { return static_cast<std::uint16_t>(1000.0 * window); }

// A direction may be told as more than half a turn; the cue wants it within ± pi.
host::CueShot to_cue_shot(const billiard_msgs::msg::Shot& shot) {
  const double azimuth = std::remainder(shot.azimuth, 2.0 * std::numbers::pi);
  return {static_cast<float>(shot.speed), static_cast<float>(azimuth),
          static_cast<float>(shot.elevation), static_cast<float>(shot.offset_right),
          static_cast<float>(shot.offset_up)};
}

std::uint8_t to_message(host::ShotOutcome::Kind kind) {
  switch (kind) {
    case host::ShotOutcome::Kind::kFired:
      return ShotResult::OUTCOME_FIRED;
    case host::ShotOutcome::Kind::kRefused:
      return ShotResult::OUTCOME_REFUSED;
    case host::ShotOutcome::Kind::kRejected:
      return ShotResult::OUTCOME_REJECTED;
    case host::ShotOutcome::Kind::kAborted:
      break;
  }
  return ShotResult::OUTCOME_ABORTED;
}

}  // namespace

CueBridge::CueBridge(const rclcpp::NodeOptions& options)
    : Node("cue_bridge", options),
      parameters_(load_bridge_parameters(*this)),
      client_(client_settings(parameters_)) {
  state_publisher_ = create_publisher<billiard_msgs::msg::CueState>("/cue/state", rclcpp::QoS(10));
  result_publisher_ = create_publisher<ShotResult>("/cue/result", rclcpp::QoS(10));
  diagnostics_publisher_ =
      create_publisher<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics", rclcpp::QoS(10));
  command_subscription_ = create_subscription<ShotCommand>(
      "/shot_command", rclcpp::QoS(10),
      [this](ShotCommand::ConstSharedPtr command) { on_command(*command); });
  balls_subscription_ = create_subscription<billiard_msgs::msg::BallArray>(
      "/balls", rclcpp::SensorDataQoS(),
      [this](billiard_msgs::msg::BallArray::ConstSharedPtr balls) { on_balls(*balls); });
  arm_service_ = create_service<ArmCue>(
      "/cue/arm",
      [this](const std::shared_ptr<ArmCue::Request> request,
             std::shared_ptr<ArmCue::Response> response) { on_arm(*request, *response); });
  disarm_service_ = create_service<Trigger>(
      "/cue/disarm", [this](const std::shared_ptr<Trigger::Request>,
                            std::shared_ptr<Trigger::Response> response) { on_disarm(*response); });
  stop_service_ = create_service<Trigger>(
      "/cue/stop", [this](const std::shared_ptr<Trigger::Request>,
                          std::shared_ptr<Trigger::Response> response) { on_stop(*response); });
  step_timer_ = create_wall_timer(2ms, [this] { step(); });
  diagnostics_timer_ = create_wall_timer(1s, [this] { publish_diagnostics(); });
}

void CueBridge::step() {
  const host::TimeMs now = host::CueClient::now();
  client_.step(now);
  player_.update(client_.link(), now);
  protocol::Fault fault;
  while (client_.link().next(fault)) {
    last_fault_ = protocol::name_of(fault.code);
    RCLCPP_WARN(get_logger(), "cue: %s while %s (detail %g)", last_fault_.c_str(),
                protocol::name_of(fault.state), static_cast<double>(fault.detail));
  }
  if (const auto outcome = player_.take_outcome()) publish_outcome(*outcome);

  if (now - looked_at_ >= kLookPeriod) look_for_rivals();

  const host::Link& link = client_.link();
  const bool connected = link.ready();
  const bool changed = connected != last_connected_ || link.state().state != last_state_;
  const bool awaited = !told_ && now - started_at_ >= kPatience;
  if (connected != last_connected_ || awaited) {
    told_ = true;
    if (connected) {
      RCLCPP_INFO(get_logger(), "cue connected: firmware %s, boot %u",
                  host::version_text(link.device().firmware_version).c_str(),
                  link.device().boot_count);
    } else {
      RCLCPP_WARN(get_logger(), "cue %s: %s", awaited ? "not connected yet" : "disconnected",
                  client_.trouble().c_str());
    }
  }
  if (changed && link.state().state == protocol::CueState::kArmed) armed_at_ = now;
  last_connected_ = connected;
  last_state_ = link.state().state;
  if (changed || now - state_published_ >= kStatePeriod) publish_state();
}

template <class Done>
bool CueBridge::step_until(host::TimeMs limit, Done done) {
  const host::TimeMs start = host::CueClient::now();
  while (!done()) {
    if (host::CueClient::now() - start > limit) return false;
    client_.wait_and_step(2);
    step();
  }
  return true;
}

// --- commands ------------------------------------------------------------------------------------

void CueBridge::on_balls(const billiard_msgs::msg::BallArray& balls) {
  balls_ = balls;
  balls_at_ = host::CueClient::now();
  if (!parameters_.check_layout || balls.obstruction.empty()) return;
  player_.withdraw("the table is not clear: " + balls.obstruction);
}

std::string CueBridge::find_rival() const {
  for (const std::string topic :
       {command_subscription_->get_topic_name(), balls_subscription_->get_topic_name(),
        result_publisher_->get_topic_name()}) {
    const std::size_t count = count_publishers(topic);
    if (count < 2) continue;
    return topic + " has " + std::to_string(count) +
           " publishers (allowed: 1): is a simulation or another robot in this ROS domain?";
  }
  return {};
}

void CueBridge::look_for_rivals() {
  looked_at_ = host::CueClient::now();
  const std::string rival = find_rival();
  if (!rival.empty()) {
    rival_seen_ = looked_at_;
    player_.withdraw(rival);
  }
  if (rival == rival_ || (rival.empty() && looked_at_ - rival_seen_ < kFarewell)) return;
  rival_ = rival;
  if (rival.empty()) {
    RCLCPP_INFO(get_logger(), "shots are played again: one publisher each");
  } else {
    RCLCPP_WARN(get_logger(), "no shot is played: %s", rival.c_str());
  }
}

std::string CueBridge::find_hindrance(const ShotCommand& command) const {
  for (const std::string& rival : {find_rival(), rival_}) {
    if (!rival.empty()) return rival;
  }
  return find_layout_objection(command);
}

std::string CueBridge::find_layout_objection(const ShotCommand& command) const {
  if (!parameters_.check_layout) return {};
  const double age = 0.001 * static_cast<double>(host::CueClient::now() - balls_at_);
  if (!balls_ || age > parameters_.balls_timeout) return "no balls are seen to check the layout";
  if (!balls_->obstruction.empty()) return "the table is not clear: " + balls_->obstruction;
  return find_layout_change(command.layout, *balls_, parameters_.layout_tolerance);
}

std::string CueBridge::find_objection(const ShotCommand& command) const {
  if (command.shot_id == 0) return "shot_id: 0 is not a shot id (allowed: 1 ... 4294967295)";
  if (std::find(played_.begin(), played_.end(), command.shot_id) != played_.end()) {
    return "shot_id: " + std::to_string(command.shot_id) + " was played before";
  }
  if (player_.active()) return "another shot is under way";
  return find_hindrance(command);
}

void CueBridge::on_command(const ShotCommand& command) {
  const std::string objection = find_objection(command);
  if (!objection.empty()) return publish_refusal(command, objection);
  played_.push_back(command.shot_id);
  if (played_.size() > kRememberedShots) played_.pop_front();
  command_ = command;
  armed_window_ = parameters_.window;
  player_.begin(client_.link(), to_cue_shot(command.shot), parameters_.auto_arm,
                to_window_ms(parameters_.window), host::CueClient::now());
  step();
}

void CueBridge::on_arm(const ArmCue::Request& request, ArmCue::Response& response) {
  const bool mine = command_ && player_.active() && command_->shot_id == request.shot_id;
  if (!mine) {
    response.message = "shot " + std::to_string(request.shot_id) + " is not loaded";
    return;
  }
  const bool valid =  // false for NaN
      request.window == 0.0 || (request.window >= kLeastWindow && request.window <= kMostWindow);
  if (!valid) {
    response.message =
        "window: " + std::to_string(request.window) + " s (allowed: 0, or 0.05 ... 5 s)";
    return;
  }
  response.message = find_hindrance(*command_);
  if (!response.message.empty()) return;
  armed_window_ = request.window > 0.0 ? request.window : parameters_.window;
  (void)step_until(kServiceLimit,
                   [this] { return player_.phase() != host::ShotPlayer::Phase::kLoading; });
  response.message =
      player_.arm(client_.link(), to_window_ms(armed_window_), host::CueClient::now());
  if (!response.message.empty()) return;
  (void)step_until(kServiceLimit,
                   [this] { return player_.phase() != host::ShotPlayer::Phase::kArming; });
  response.success = player_.active() && player_.phase() != host::ShotPlayer::Phase::kArming;
  if (!response.success) response.message = "the cue did not arm; /cue/result says why";
}

void CueBridge::on_disarm(Trigger::Response& response) {
  (void)step_until(kServiceLimit, [this] { return !client_.link().busy(); });
  const host::Refusal refusal = client_.link().disarm(true, host::CueClient::now());
  if (refusal != host::Refusal::kNone) {
    response.message = host::name_of(refusal);
    return;
  }
  player_.abandon("disarmed by a person");
  (void)step_until(kServiceLimit, [this] { return !client_.link().busy(); });
  const protocol::State& state = client_.link().state();
  response.success = client_.link().ready() && state.reply == protocol::Reply::kDone;
  if (!response.success) response.message = protocol::name_of(state.reply);
}

void CueBridge::on_stop(Trigger::Response& response) {
  const host::Refusal refusal = client_.link().stop(1, host::CueClient::now());
  if (refusal != host::Refusal::kNone) {
    response.message = host::name_of(refusal);
    return;
  }
  player_.abandon("stopped by a person");
  response.success = step_until(kServiceLimit, [this] {
    return client_.link().ready() && client_.link().state().state == protocol::CueState::kStopped;
  });
  if (!response.success) response.message = "STOP sent, but the cue has not confirmed it";
}

// --- what is told --------------------------------------------------------------------------------

void CueBridge::publish_outcome(const host::ShotOutcome& outcome) {
  if (!command_) return;
  ShotResult result;
  result.header.stamp = now();
  result.header.frame_id = "cue";
  result.shot_id = command_->shot_id;
  result.outcome = to_message(outcome.kind);
  result.reason = outcome.reason;
  result.speed_commanded = command_->shot.speed;
  result.speed_measured = static_cast<double>(outcome.measured_speed);
  result.peak_current = static_cast<double>(outcome.peak_current);
  result_publisher_->publish(result);
  command_.reset();
}

void CueBridge::publish_refusal(const ShotCommand& command, const std::string& reason) {
  RCLCPP_WARN(get_logger(), "shot %u refused: %s", command.shot_id, reason.c_str());
  ShotResult result;
  result.header.stamp = now();
  result.header.frame_id = "cue";
  result.shot_id = command.shot_id;
  result.outcome = ShotResult::OUTCOME_REFUSED;
  result.reason = reason;
  result.speed_commanded = command.shot.speed;
  result_publisher_->publish(result);
}

void CueBridge::publish_state() {
  const host::Link& link = client_.link();
  const protocol::State& state = link.state();
  state_published_ = host::CueClient::now();
  billiard_msgs::msg::CueState message;
  message.header.stamp = now();
  message.header.frame_id = "cue";
  message.connected = link.ready();
  message.state = static_cast<std::uint8_t>(state.state);
  message.shot_id = command_ && state.shot_id != 0 ? command_->shot_id : 0;
  if (state.state == protocol::CueState::kArmed) {
    const double passed = 0.001 * static_cast<double>(state_published_ - armed_at_);
    message.armed_time_left = std::max(0.0, armed_window_ - passed);
  }
  message.position = static_cast<double>(state.position);
  message.speed = static_cast<double>(state.speed);
  const bool latched =
      state.state == protocol::CueState::kFault || state.state == protocol::CueState::kStopped;
  message.fault = latched ? last_fault_ : std::string();
  if (link.ready()) message.firmware_version = host::version_text(link.device().firmware_version);
  message.boot_count = link.device().boot_count;
  message.frames_received = client_.counts().accepted + client_.counts().rejected;
  message.frames_rejected = client_.counts().rejected + link.statistics().malformed;
  message.frames_resent = link.statistics().resent;
  state_publisher_->publish(message);
}

void CueBridge::publish_diagnostics() {
  using diagnostic_msgs::msg::DiagnosticStatus;
  const host::Link& link = client_.link();
  const protocol::State& state = link.state();
  const bool latched =
      state.state == protocol::CueState::kFault || state.state == protocol::CueState::kStopped;
  DiagnosticStatus status;
  status.name = "cue_bridge: cue";
  status.hardware_id = parameters_.port;
  status.level = !link.ready()                ? DiagnosticStatus::ERROR
                 : latched || !rival_.empty() ? DiagnosticStatus::WARN
                                              : DiagnosticStatus::OK;
  status.message = !link.ready()     ? client_.trouble()
                   : !rival_.empty() ? rival_
                                     : protocol::name_of(state.state);
  const auto add = [&status](const char* key, const std::string& value) {
    status.values.emplace_back();
    status.values.back().key = key;
    status.values.back().value = value;
  };
  add("link", host::name_of(link.phase()));
  add("sessions", std::to_string(link.statistics().sessions));
  add("frames sent", std::to_string(link.statistics().sent));
  add("frames resent", std::to_string(link.statistics().resent));
  add("frames received", std::to_string(client_.counts().accepted));
  add("frames rejected by the host", std::to_string(client_.counts().rejected));
  add("frames of another session", std::to_string(link.statistics().foreign_session));
  add("frames rejected by the cue", std::to_string(state.rejected_frames));
  add("port opened", std::to_string(client_.times_opened()));
  add("busiest control period [us]", std::to_string(state.busiest_period_us));
  add("last fault", last_fault_);
  diagnostic_msgs::msg::DiagnosticArray message;
  message.header.stamp = now();
  message.status.push_back(status);
  diagnostics_publisher_->publish(message);
}

}  // namespace firmware_bridge
