// SPDX-License-Identifier: Apache-2.0
#include "session/bag_messages.hpp"

#include <algorithm>
#include <cmath>

namespace billiard::session {

namespace {

constexpr std::size_t kMostBalls = 64;        // of one message; no game has more
constexpr std::size_t kMostPoints = 1000000;  // of one path

template <typename Triple>
Vec3<double> vector_of(const Triple& t) {
  return {t.x, t.y, t.z};
}

std::int8_t pocket_index(const std::string& pocket) {
  for (int i = 0; i < kPockets; ++i) {
    if (pocket == name(static_cast<PocketId>(i))) return static_cast<std::int8_t>(i);
  }
  return -1;
}

std::optional<Ball> read_ball(const billiard_msgs::msg::Ball& m) {
  if (m.id.empty() || m.state > billiard_msgs::msg::Ball::STATE_OFF_TABLE) return std::nullopt;
  Ball ball;
  ball.position = vector_of(m.position);
  ball.velocity = vector_of(m.velocity);
  ball.spin = vector_of(m.spin);
  ball.motion = static_cast<Motion>(m.state);
  ball.pocket = pocket_index(m.pocket);
  if (!ball.position.allFinite() || !ball.velocity.allFinite() || !ball.spin.allFinite())
    return std::nullopt;
  return ball;
}

std::optional<PredictedPath> read_path(const billiard_msgs::msg::Trajectory& m) {
  if (m.ball.empty() || m.points.size() > kMostPoints) return std::nullopt;
  PredictedPath path{m.ball, m.pocket, {}};
  for (const auto& p : m.points) {
    const PredictedPath::Point point{
        p.time, {p.position.x, p.position.y}, {p.velocity.x, p.velocity.y}};
    const bool later = path.points.empty() || p.time >= path.points.back().time;
    if (!std::isfinite(p.time) || !later || !point.position.allFinite() ||
        !point.velocity.allFinite())
      return std::nullopt;
    path.points.push_back(point);
  }
  return path;
}

std::optional<Shot> read_shot(const billiard_msgs::msg::Shot& m) {
  Shot shot;
  shot.ball = -1;
  shot.speed = m.speed;
  shot.azimuth = m.azimuth;
  shot.elevation = m.elevation;
  shot.offset_side = m.offset_right;
  shot.offset_height = m.offset_up;
  for (const double value : {m.speed, m.azimuth, m.elevation, m.offset_right, m.offset_up}) {
    if (!std::isfinite(value)) return std::nullopt;
  }
  return shot;
}

}  // namespace

std::optional<BallsMoment> read_message(const billiard_msgs::msg::BallArray& m) {
  if (m.balls.size() > kMostBalls) return std::nullopt;
  BallsMoment moment;
  moment.at_rest = m.at_rest;
  for (const auto& ball : m.balls) {
    const std::optional<Ball> read = read_ball(ball);
    if (!read || moment.layout.find(ball.id) >= 0) return std::nullopt;
    moment.layout.ids.push_back(ball.id);
    moment.layout.balls.push_back(*read);
  }
  return moment;
}

std::optional<RecordedPrediction> read_message(const billiard_msgs::msg::TrajectoryArray& m) {
  if (!std::isfinite(m.compute_time) || m.trajectories.size() > kMostBalls) return std::nullopt;
  RecordedPrediction prediction;
  prediction.compute_time = m.compute_time;
  for (const auto& trajectory : m.trajectories) {
    std::optional<PredictedPath> path = read_path(trajectory);
    if (!path) return std::nullopt;
    prediction.paths.push_back(std::move(*path));
  }
  return prediction;
}

std::optional<RecordedPlan> read_message(const billiard_msgs::msg::ShotPlan& m) {
  const std::optional<Shot> shot = read_shot(m.shot);
  std::optional<RecordedPrediction> predicted = read_message(m.predicted);
  if (!shot || !predicted || !std::isfinite(m.elapsed) ||
      !(m.success_probability >= 0.0 && m.success_probability <= 1.0))
    return std::nullopt;
  RecordedPlan plan;
  plan.shot_id = m.shot_id;
  plan.found = m.found;
  plan.reason = m.reason;
  plan.target = m.target;
  plan.pocket = m.pocket;
  plan.kind = m.kind;
  plan.probability = m.success_probability;
  plan.simulations = m.simulations;
  plan.elapsed = m.elapsed;
  plan.shot = *shot;
  plan.predicted = std::move(*predicted);
  return plan;
}

std::optional<RecordedCommand> read_message(const billiard_msgs::msg::ShotCommand& m) {
  const std::optional<Shot> shot = read_shot(m.shot);
  if (!shot) return std::nullopt;
  RecordedCommand command{0.0, m.shot_id, m.shot.ball, std::nullopt, *shot};
  const std::optional<BallsMoment> layout = read_message(m.layout);
  const int ball = layout ? layout->layout.find(m.shot.ball) : -1;
  if (ball >= 0)
    command.place = layout->layout.balls[static_cast<std::size_t>(ball)].position.head<2>();
  return command;
}

std::optional<RecordedResult> read_message(const billiard_msgs::msg::ShotResult& m) {
  if (m.outcome > billiard_msgs::msg::ShotResult::OUTCOME_ABORTED ||
      !std::isfinite(m.speed_commanded) || !std::isfinite(m.speed_measured))
    return std::nullopt;
  return RecordedResult{0.0,      m.shot_id,         static_cast<StrokeOutcome>(m.outcome),
                        m.reason, m.speed_commanded, m.speed_measured};
}

std::optional<RecordedGame> read_message(const billiard_msgs::msg::GameState& m) {
  RecordedGame game;
  game.game = m.game;
  game.last_call = m.last_call;
  game.over = m.phase == billiard_msgs::msg::GameState::PHASE_OVER;
  game.rack = m.rack;
  game.shots = m.shots;
  game.pots = m.pots;
  game.fouls = m.fouls;
  return game;
}

}  // namespace billiard::session
