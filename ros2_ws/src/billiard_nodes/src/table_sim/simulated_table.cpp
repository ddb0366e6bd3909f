// SPDX-License-Identifier: Apache-2.0
#include "table_sim/simulated_table.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "billiard_engine/check_layout.hpp"
#include "table_sim/mismatch.hpp"
#include "table_sim/rack.hpp"

namespace billiard_nodes {
namespace {

using billiard::Ball;
using billiard::Motion;
using billiard::Vec3;

constexpr double kRotationStep = 1.0 / 240.0;  // orientation is integrated this finely [s]
constexpr std::int64_t kMostSteps = 10000000;
constexpr double kLargestNoise = 100.0;

// Streams of random numbers, so that a change of one thing leaves the others as they were.
constexpr std::uint64_t kRackStream = 0x1000;
constexpr std::uint64_t kNoiseStream = 0x2000;
constexpr std::uint64_t kMismatchStream = 0x3000;
constexpr std::uint64_t kRotationStream = 0x4000;

std::uint64_t stream(std::uint64_t seed, std::uint64_t which) { return (seed << 20) + which; }

billiard::Settings real_settings(const billiard::Settings& nominal,
                                 const SimulationOptions& options) {
  if (!(options.noise >= 0.0 && options.noise <= kLargestNoise)) {
    throw std::invalid_argument("noise is " + std::to_string(options.noise) +
                                "; allowed: 0 to 100 [-]");
  }
  billiard::Settings real = nominal;
  real.physics =
      mismatched(nominal.physics, options.mismatch, stream(options.seed, kMismatchStream));
  return real;
}

}  // namespace

SimulatedTable::SimulatedTable(const billiard::Settings& nominal, const SimulationOptions& options)
    : options_(options),
      settings_(real_settings(nominal, options)),
      simulator_(settings_.table, settings_.physics) {
  if (nominal.table.spec.balls != billiard::BallSet::kPool) {
    throw std::invalid_argument(
        "the simulated table is played with pool balls (table.balls: pool)");
  }
}

void SimulatedTable::rack(billiard::Game game) {
  balls_.clear();
  const std::uint64_t seed = stream(options_.seed + racks_, kRackStream);
  for (const PlacedBall& placed : racked_balls(settings_, game, seed)) {
    SimulatedBall ball;
    ball.id = placed.id;
    ball.kind = billiard::vision::find_kind(billiard::vision::BallSet::kPool, placed.id);
    ball.state.position = {placed.x, placed.y, settings_.physics.ball.radius};
    ball.rotation = random_rotation();
    balls_.push_back(ball);
  }
  ++racks_;
  restart();
}

/// A random turn about a random axis.
cv::Matx33d SimulatedTable::random_rotation() {
  const std::uint64_t seed = stream(options_.seed, kRotationStream);
  const auto draw = [&] { return 2.0 * billiard::uniform(seed, turns_++) - 1.0; };
  cv::Vec3d axis(draw(), draw(), draw());
  const double length = cv::norm(axis);
  axis = length > 1e-9 ? axis * (1.0 / length) : cv::Vec3d(0, 0, 1);
  return billiard::vision::turn(cv::Matx33d::eye(), axis, std::numbers::pi * draw());
}

SimulatedBall* SimulatedTable::find(const std::string& id) {
  const auto ball = std::find_if(balls_.begin(), balls_.end(),
                                 [&](const SimulatedBall& b) { return b.id == id; });
  return ball == balls_.end() ? nullptr : &*ball;
}

std::string SimulatedTable::place_cue_ball(double x, double y) {
  SimulatedBall* cue = find("cue");
  if (cue == nullptr) return "there is no cue ball";
  const SimulatedBall before = *cue;
  cue->state = Ball{};
  cue->state.position = {x, y, settings_.physics.ball.radius};
  cue->lifted = false;
  if (check_layout(states(), settings_.table, settings_.physics)) {
    *cue = before;
    return "the cue ball does not fit there";
  }
  restart();
  return {};
}

bool SimulatedTable::lift(const std::string& id) {
  SimulatedBall* ball = find(id);
  if (ball == nullptr || !ball->on_table()) return false;
  ball->lifted = true;
  restart();
  return true;
}

void SimulatedTable::put_back() {
  for (SimulatedBall& ball : balls_) {
    if (!ball.lifted) continue;
    ball.lifted = false;
    ball.state.velocity.setZero();
    ball.state.spin.setZero();
    ball.state.motion = Motion::kRest;
  }
  restart();
}

std::optional<billiard::Shot> SimulatedTable::strike(const billiard::Shot& shot) {
  const SimulatedBall* cue = find("cue");
  if (cue == nullptr || !cue->on_table()) return std::nullopt;
  const auto noise = billiard::ExecutionNoise{}.scaled(options_.noise);
  billiard::Shot executed = billiard::disturb(shot, noise, settings_.physics.ball.radius,
                                              stream(options_.seed, kNoiseStream), strikes_);
  executed.ball = static_cast<int>(cue - balls_.data());
  ++strikes_;
  restart();
  (void)simulator_.strike(executed);
  balls_[static_cast<std::size_t>(executed.ball)].state.motion = Motion::kSliding;  // no rest now
  return executed;
}

std::vector<Ball> SimulatedTable::states() const {
  std::vector<Ball> states;
  for (const SimulatedBall& ball : balls_) {
    states.push_back(ball.state);
    if (ball.lifted) states.back().motion = Motion::kOffTable;
  }
  return states;
}

void SimulatedTable::restart() {
  simulator_.reset(states());
  started_ = now_;
}

bool SimulatedTable::at_rest() const {
  return std::all_of(balls_.begin(), balls_.end(), [](const SimulatedBall& ball) {
    return !ball.on_table() || ball.state.motion == Motion::kRest;
  });
}

void SimulatedTable::advance_to(double time) {
  while (now_ < time) {
    const double next = at_rest() ? time : std::min(time, now_ + kRotationStep);
    if (!at_rest()) advance_a_little(next);
    now_ = next;
  }
}

void SimulatedTable::advance_a_little(double time) {
  const billiard::Result result = simulator_.run({time - started_, kMostSteps});
  for (std::size_t i = 0; i < balls_.size(); ++i) {
    SimulatedBall& ball = balls_[i];
    if (ball.lifted) continue;
    const Vec3<double> spin = 0.5 * (ball.state.spin + result.balls[i].spin);
    if (spin.norm() > 0.0) {
      ball.rotation =
          billiard::vision::turn(ball.rotation, {spin.x(), spin.y(), spin.z()}, time - now_);
    }
    ball.state = result.balls[i];
  }
}

std::vector<billiard::vision::SceneBall> SimulatedTable::scene() const {
  std::vector<billiard::vision::SceneBall> scene;
  for (const SimulatedBall& ball : balls_) {
    if (!ball.on_table()) continue;
    const auto &p = ball.state.position, &v = ball.state.velocity;
    scene.push_back({ball.kind, {p.x(), p.y(), p.z()}, ball.rotation, {v.x(), v.y(), v.z()}});
  }
  return scene;
}

}  // namespace billiard_nodes
