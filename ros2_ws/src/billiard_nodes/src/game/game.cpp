// SPDX-License-Identifier: Apache-2.0
#include "game/game.hpp"

#include <fmt/format.h>

#include <chrono>
#include <rclcpp_components/register_node_macro.hpp>

#include "game/shot_line.hpp"
#include "parameters.hpp"

namespace billiard_nodes {
namespace {

using namespace std::chrono_literals;
using billiard_msgs::msg::CueState;
using billiard_msgs::msg::GameState;
using billiard_msgs::msg::ShotCommand;
using billiard_msgs::msg::ShotResult;
using billiard_msgs::msg::TrajectoryArray;

constexpr double kStatePeriod = 0.2;  // of /game/state [s]
constexpr double kCueTimeout = 0.5;   // a cue that is silent for longer is not connected [s]
constexpr double kMostBudget = 12.0;  // for planning, also after failures [s]
constexpr double kSayAfter = 2.0;     // a hindrance that lasts is said after this [s]
constexpr double kSayAgain = 10.0;    // and again after this [s]

double seconds(const builtin_interfaces::msg::Time& stamp) {
  return static_cast<double>(stamp.sec) + 1e-9 * static_cast<double>(stamp.nanosec);
}

StrokeOutcome to_outcome(std::uint8_t outcome) {
  if (outcome == ShotResult::OUTCOME_FIRED) return StrokeOutcome::kFired;
  if (outcome == ShotResult::OUTCOME_REFUSED) return StrokeOutcome::kRefused;
  return outcome == ShotResult::OUTCOME_REJECTED ? StrokeOutcome::kRejected
                                                 : StrokeOutcome::kAborted;
}

Expectation to_expectation(const TrajectoryArray& message) {
  Expectation expectation;
  expectation.time = seconds(message.header.stamp);
  for (const auto& event : message.events) {
    ExpectedEvent expected;
    expected.time = expectation.time + event.time;
    expected.kind = static_cast<billiard::EventKind>(event.kind);
    if (!event.balls.empty()) expected.ball = event.balls[0];
    if (event.balls.size() > 1) expected.other = event.balls[1];
    expected.where = event.where;
    expectation.events.push_back(expected);
  }
  return expectation;
}

}  // namespace

Game::Game(const rclcpp::NodeOptions& options)
    : Node("game", options),
      parameters_(load_game_parameters(*this)),
      settings_(load_named(
          "table, physics",
          [&] { return billiard::load_settings(parameters_.table, parameters_.physics); })),
      table_{parameters_.table, settings_.table, settings_.physics.ball.radius},
      ball_in_hand_(settings_),
      flow_(settings_.table, settings_.physics.ball.radius, parameters_.flow,
            [this](const billiard::Layout& layout, billiard::GameState state) {
              return ball_in_hand_.place(layout, state);
            }),
      cue_at_(now()),
      hindered_since_(now()),
      said_at_(now()),
      published_at_(now()),
      diagnostics_(*this, "game", parameters_.table, [this](Report& report) { describe(report); }) {
  plan_client_ = create_client<PlanShot>("/plan_shot");
  restart_client_ = create_client<std_srvs::srv::Trigger>("/tracker/restart");
  // Sent once per shot: Humble's MultiThreadedExecutor may hold back what is handed over inside a
  // process until the next message comes (ros2/rclcpp#2012), so these go the long way.
  rclcpp::PublisherOptions to_cue;
  to_cue.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  command_publisher_ = create_publisher<ShotCommand>("/shot_command", rclcpp::QoS(10), to_cue);
  state_publisher_ = create_publisher<GameState>("/game/state", rclcpp::QoS(10));
  balls_subscription_ = create_subscription<BallArray>(
      "/balls", rclcpp::SensorDataQoS(),
      [this](BallArray::ConstSharedPtr message) { on_balls(*message); });
  prediction_subscription_ = create_subscription<TrajectoryArray>(
      "/predictions", rclcpp::SensorDataQoS(),
      [this](TrajectoryArray::ConstSharedPtr message) { on_predictions(*message); });
  cue_subscription_ = create_subscription<CueState>("/cue/state", rclcpp::QoS(10),
                                                    [this](CueState::ConstSharedPtr message) {
                                                      cue_ = *message;
                                                      cue_at_ = now();
                                                    });
  result_subscription_ = create_subscription<ShotResult>(
      "/cue/result", rclcpp::QoS(10),
      [this](ShotResult::ConstSharedPtr message) { on_result(*message); });
  timer_ = create_wall_timer(20ms, [this] { step(); });
  RCLCPP_INFO(get_logger(), "%s on %s, %s", billiard::name(parameters_.flow.game),
              parameters_.table.c_str(),
              parameters_.flow.racks > 0 ? fmt::format("{} rack(s)", parameters_.flow.racks).c_str()
                                         : "without end");
}

TableNow Game::look() {
  TableNow table;
  const rclcpp::Time time = now();
  table.time = time.seconds();
  table.sighting = sighting_;
  const bool heard = cue_ && (time - cue_at_).seconds() < kCueTimeout;
  table.cue_connected = heard && cue_->connected;
  table.cue_idle = table.cue_connected && cue_->state == CueState::STATE_IDLE;
  if (table.cue_connected && cue_->state == CueState::STATE_LOADED) {
    table.cue_loaded = cue_->shot_id;
  }
  return table;
}

void Game::step() {
  const std::uint32_t rack = flow_.rack();
  const Wish wish = flow_.step(look());
  if (wish == Wish::kPlan) ask_for_plan();
  if (wish == Wish::kStrike) command();
  if (flow_.take_new_look()) ask_for_new_look();
  if (const auto played = flow_.take_played()) say_played(*played);
  if (flow_.phase() == Phase::kOver && said_phase_ != Phase::kOver) say_rack();
  say_hindrance();
  const bool changed = said_phase_ != flow_.phase() || rack != flow_.rack();
  said_phase_ = flow_.phase();
  if (changed || (now() - published_at_).seconds() > kStatePeriod) publish_state();
  if (!flow_.finished() || !parameters_.exit_when_over) return;
  timer_->cancel();
  RCLCPP_INFO(get_logger(), "all racks are over");
  rclcpp::shutdown();
}

void Game::ask_for_new_look() {
  if (!restart_client_->service_is_ready()) {
    flow_.on_new_look();
    return;
  }
  restart_client_->async_send_request(
      std::make_shared<std_srvs::srv::Trigger::Request>(),
      [this](rclcpp::Client<std_srvs::srv::Trigger>::SharedFuture) { flow_.on_new_look(); });
}

// --- planning and striking -----------------------------------------------------------------------

void Game::ask_for_plan() {
  if (!plan_client_->service_is_ready()) {
    flow_.on_plan_failed("no planner offers /plan_shot");
    return;
  }
  auto request = std::make_shared<PlanShot::Request>();
  planned_for_ = layout_message_;
  request->layout = layout_message_;
  if (flow_.is_break()) {
    request->layout = to_message(flow_.layout().balls, flow_.layout().ids, table_);
    request->layout.header = layout_message_.header;
    request->layout.sequence = layout_message_.sequence;
  }
  request->game = billiard::name(flow_.state().game);
  request->group = billiard::name(flow_.state().group);
  // A hard layout, or a busy machine, needs more time than usual.
  request->budget = std::min(kMostBudget, parameters_.budget * (1 << std::min(failures_, 3)));
  request->noise = parameters_.noise;
  request->seed = parameters_.seed + asked_++;
  plan_client_->async_send_request(
      request, [this](rclcpp::Client<PlanShot>::SharedFuture future) { on_plan(*future.get()); });
}

void Game::on_plan(const PlanShot::Response& response) {
  const bool found = response.success && response.plan.found;
  failures_ = found ? 0 : failures_ + 1;
  if (!found) {
    flow_.on_plan_failed(response.success ? response.plan.reason : response.message);
    return;
  }
  plan_ = response.plan;
  PlannedShot planned;
  planned.shot_id = plan_->shot_id;
  planned.call = {plan_->target, plan_->pocket};
  planned.kind = plan_->kind;
  planned.success_probability = plan_->success_probability;
  flow_.on_plan(planned);
}

void Game::command() {
  ShotCommand message;
  message.header.stamp = now();
  message.header.frame_id = "table";
  message.shot_id = plan_->shot_id;
  message.shot = plan_->shot;
  message.layout = planned_for_;  // as seen, so that the bridge can compare it with what it sees
  command_publisher_->publish(message);
  ++commanded_;
}

void Game::on_result(const ShotResult& result) {
  const StrokeOutcome outcome = to_outcome(result.outcome);
  fired_ += outcome == StrokeOutcome::kFired ? 1 : 0;
  if (outcome != StrokeOutcome::kFired) {
    RCLCPP_WARN(get_logger(), "shot %u was not struck: %s", result.shot_id, result.reason.c_str());
  }
  flow_.on_stroke(result.shot_id, outcome, result.reason);
}

// --- what is seen --------------------------------------------------------------------------------

void Game::on_balls(const BallArray& message) {
  ReadBalls read = read_balls(message, table_);
  if (!read.problem.empty()) {
    RCLCPP_WARN_THROTTLE(get_logger(), *get_clock(), 5000, "/balls: %s", read.problem.c_str());
    return;
  }
  Sighting sighting;
  sighting.time = seconds(message.header.stamp);
  sighting.at_rest = message.at_rest;
  sighting.obstruction = message.obstruction;
  sighting.layout = std::move(read.layout);
  flow_.on_sighting(sighting);
  sighting_ = std::move(sighting);
  layout_message_ = message;
}

void Game::on_predictions(const TrajectoryArray& message) {
  if (const std::string problem = find_problem(message); !problem.empty()) {
    ++refused_predictions_;
    RCLCPP_WARN_THROTTLE(get_logger(), *get_clock(), 5000, "/predictions: %s", problem.c_str());
    return;
  }
  flow_.on_expectation(to_expectation(message));
}

// --- what is told --------------------------------------------------------------------------------

// Short pauses are the rule; what lasts is said, and said again from time to time.
void Game::say_hindrance() {
  const rclcpp::Time time = now();
  const std::string& hindrance = flow_.hindrance();
  const bool usual = hindrance.empty() || flow_.phase() == Phase::kWatching;
  if (usual) {
    if (!said_hindrance_.empty()) RCLCPP_INFO(get_logger(), "going on");
    said_hindrance_.clear();
    hindered_since_ = time;
    return;
  }
  const bool lasts = (time - hindered_since_).seconds() > kSayAfter;
  const bool again =
      (time - said_at_).seconds() > (said_hindrance_.empty() ? kSayAfter : kSayAgain);
  if (!lasts || !again) return;
  RCLCPP_WARN(get_logger(), "waiting: %s", hindrance.c_str());
  said_hindrance_ = hindrance;
  said_at_ = time;
}

void Game::say_played(const PlayedShot& played) {
  const billiard::Shot shot = read_shot(plan_->shot).value_or(billiard::Shot{});
  RCLCPP_INFO(get_logger(), "%s", shot_line(played, shot).c_str());
  if (played.plan.call.target.empty()) return;
  ++sum_.called;
  sum_.promised += played.plan.success_probability;
  sum_.potted += played.judgement.verdict.success ? 1 : 0;
}

void Game::say_rack() {
  const double called = static_cast<double>(std::max<std::uint64_t>(1, sum_.called));
  RCLCPP_INFO(get_logger(),
              "rack %u is over after %u shots, %u pots, %u fouls: %s. Called pots so far: %llu, "
              "promised %.2f, potted %.2f",
              flow_.rack(), flow_.shots(), flow_.pots(), flow_.fouls(), flow_.last_call().c_str(),
              static_cast<unsigned long long>(sum_.called), sum_.promised / called,
              static_cast<double>(sum_.potted) / called);
}

void Game::publish_state() {
  published_at_ = now();
  GameState message;
  message.header.stamp = published_at_;
  message.header.frame_id = "table";
  message.game = billiard::name(flow_.state().game);
  message.phase = static_cast<std::uint8_t>(flow_.phase());
  message.rack = flow_.rack();
  message.shots = flow_.shots();
  message.pots = flow_.pots();
  message.fouls = flow_.fouls();
  message.balls_on = flow_.balls_on();
  message.group = billiard::name(flow_.state().group);
  message.last_call = flow_.last_call();
  if (const auto& placement = flow_.placement()) {
    message.ball_in_hand = true;
    message.placement.x = placement->x();
    message.placement.y = placement->y();
    message.placement.z = table_.ball_radius;
  }
  state_publisher_->publish(message);
}

void Game::describe(Report& report) {
  if (flow_.hindrance().empty()) {
    report.ok(name(flow_.phase()));
  } else {
    report.warn(std::string(name(flow_.phase())) + ": " + flow_.hindrance());
  }
  report.add("rack", std::uint64_t{flow_.rack()});
  report.add("shots", std::uint64_t{flow_.shots()});
  report.add("plans asked for", asked_);
  report.add("commands sent", commanded_);
  report.add("strokes fired", fired_);
  report.add("predictions refused", refused_predictions_);
  report.add("last call", flow_.last_call());
}

}  // namespace billiard_nodes

RCLCPP_COMPONENTS_REGISTER_NODE(billiard_nodes::Game)
