// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_request.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "billiard_engine/settle.hpp"
#include "billiard_engine/simulator.hpp"

namespace billiard_nodes {
namespace {

using billiard_msgs::msg::BallArray;
using billiard_msgs::msg::ShotPlan;
using BallMessage = billiard_msgs::msg::Ball;
using Request = billiard_msgs::srv::PlanShot::Request;

constexpr double kPredictedTime = 30.0;  // [s]
constexpr double kSamplePeriod = 0.05;   // of the predicted trajectory [s]

std::string find_movement(const BallArray& balls) {
  const auto moves = [](const BallMessage& ball) {
    return ball.state >= BallMessage::STATE_SLIDING && ball.state <= BallMessage::STATE_AIRBORNE;
  };
  const auto found = std::find_if(balls.balls.begin(), balls.balls.end(), moves);
  return found == balls.balls.end() ? "" : fmt::format("ball '{}' still moves", found->id);
}

std::string read_game(const Request& message, const PlanDefaults& defaults,
                      billiard::GameState& game) {
  const auto named = message.game.empty() ? defaults.game : billiard::find_game(message.game);
  if (!named) {
    return fmt::format("game is '{}'; allowed: eight_ball, nine_ball, free", message.game);
  }
  const auto group =
      message.group.empty() ? billiard::Group::kOpen : billiard::find_group(message.group);
  if (!group) return fmt::format("group is '{}'; allowed: open, solids, stripes", message.group);
  game = {*named, *group};
  return {};
}

/// Balls that rest, where they may be; a little overlap of measured ones is mended.
std::string read_layout(const BallArray& layout, const NamedTable& table,
                        const billiard::Settings& settings, billiard::PlanRequest& request) {
  if (!layout.obstruction.empty()) return "the table is not clear: " + layout.obstruction;
  ReadBalls read = read_balls(layout, table);
  if (!read.problem.empty()) return read.problem;
  if (std::string movement = find_movement(layout); !movement.empty()) return movement;
  for (billiard::Ball& ball : read.layout.balls) {
    ball.velocity.setZero();
    ball.spin.setZero();
  }
  request.ids = read.layout.ids;
  request.balls = read.layout.balls;
  const auto error = billiard::settle(request.balls, settings.table, settings.physics);
  if (!error) return {};
  const auto ball = static_cast<std::size_t>(error->ball);
  return fmt::format("ball '{}' at [{:.4f}, {:.4f}] m cannot be there", request.ids[ball],
                     layout.balls[ball].position.x, layout.balls[ball].position.y);
}

}  // namespace

ReadRequest read_request(const Request& message, const BallArray* seen, const NamedTable& table,
                         const billiard::Settings& settings, const PlanDefaults& defaults) {
  ReadRequest read;
  const bool given = !message.layout.balls.empty();
  if (!given && seen == nullptr) {
    read.problem = "no balls are seen";
    return read;
  }
  read.layout = given ? message.layout : *seen;
  read.ball_in_hand = message.ball_in_hand;
  read.problem = read_layout(read.layout, table, settings, read.request);
  if (read.problem.empty()) read.problem = read_game(message, defaults, read.request.game);
  read.request.target = message.target;
  read.request.budget = message.budget == 0.0 ? defaults.budget : message.budget;
  read.request.noise = message.noise < 0.0 ? defaults.noise : message.noise;
  read.request.position_sigma = defaults.position_sigma;
  read.request.simulations = message.simulations;
  read.request.seed = message.seed == 0 ? defaults.seed : message.seed;
  return read;
}

void place_cue_ball(BallArray& layout, const billiard::PlanRequest& request,
                    const NamedTable& table) {
  const auto found = std::find(request.ids.begin(), request.ids.end(), "cue");
  if (found == request.ids.end()) return;
  const auto& ball = request.balls[static_cast<std::size_t>(found - request.ids.begin())];
  const BallMessage placed = to_message(ball, "cue", table);
  const auto old = std::find_if(layout.balls.begin(), layout.balls.end(),
                                [](const BallMessage& b) { return b.id == "cue"; });
  if (old == layout.balls.end()) {
    layout.balls.insert(layout.balls.begin(), placed);
  } else {
    *old = placed;
  }
}

ShotPlan to_message(const billiard::Choice& choice, const billiard::PlanRequest& request) {
  ShotPlan message;
  message.header.frame_id = "table";
  message.found = true;
  message.shot = to_message(choice.shot, request.ids);
  if (choice.call.target >= 0) {
    message.target = request.ids[static_cast<std::size_t>(choice.call.target)];
  }
  if (choice.call.pocket >= 0) {
    message.pocket = name(static_cast<billiard::PocketId>(choice.call.pocket));
  }
  message.kind = name(choice.kind);
  message.success_probability = choice.success_probability;
  return message;
}

ShotPlan to_message(const billiard::Plan& plan, const ReadRequest& read, const NamedTable& table,
                    const billiard::Settings& settings) {
  const billiard::PlanRequest& request = read.request;
  ShotPlan message = plan.found ? to_message(plan.best, request) : ShotPlan();
  message.header.frame_id = "table";
  message.header.stamp = read.layout.header.stamp;
  message.found = plan.found;
  message.reason = plan.reason;
  message.simulations = static_cast<std::uint32_t>(plan.simulations);
  message.elapsed = plan.elapsed;
  message.layout = read.layout;
  if (!plan.found) return message;
  billiard::Simulator simulator(settings.table, settings.physics);
  billiard::Recorder recorder(kSamplePeriod, static_cast<int>(kPredictedTime / kSamplePeriod) + 3);
  simulator.reset(request.balls);
  (void)simulator.strike(plan.best.shot);
  const auto result = simulator.run({.time = kPredictedTime}, &recorder);
  message.predicted = to_message(result, recorder, request.ids, table);
  message.predicted.header.stamp = read.layout.header.stamp;
  message.predicted.sequence = read.layout.sequence;
  return message;
}

}  // namespace billiard_nodes
