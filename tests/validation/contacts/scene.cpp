// SPDX-License-Identifier: Apache-2.0
#include "scene.hpp"

#include <cmath>
#include <numbers>

namespace billiard::contacts {

Physics slippery_cloth() {
  Physics p;
  p.cloth.friction = 0.0;
  p.cloth.rolling = 0.0;
  return p;
}

Physics lossless() {
  Physics p = slippery_cloth();
  for (ContactProperties* c : {&p.ball_ball, &p.ball_cushion}) {
    c->law = NormalLaw::kHertz;
    c->friction_law = FrictionLaw::kCoulombRegularised;
    c->friction = 0.0;
  }
  return p;
}

Table endless_table(const Physics& physics) {
  TableSpec spec;
  spec.endless = true;
  return build_table(spec, physics.ball.radius);
}

Ball ball_at(double x, double y, double vx, double vy) {
  Ball ball;
  ball.position = {x, y, BallProperties{}.radius};
  ball.velocity = {vx, vy, 0.0};
  return ball;
}

Ball rolling_ball(double x, double y, double vx, double vy) {
  Ball ball = ball_at(x, y, vx, vy);
  ball.spin = {-vy / ball.position.z(), vx / ball.position.z(), 0.0};
  return ball;
}

Result after(const Table& table, const Physics& physics, std::span<const Ball> balls, double time,
             Recorder* recorder) {
  Simulator simulator{table, physics};
  simulator.reset(balls);
  return simulator.run({.time = time}, recorder);
}

double energy(const Physics& physics, std::span<const Ball> balls) {
  const double r = physics.ball.radius;
  double sum = 0.0;
  for (const Ball& b : balls) {
    if (!b.in_play()) continue;
    sum += 0.5 * b.velocity.squaredNorm() + 0.2 * r * r * b.spin.squaredNorm() +
           physics.gravity * (b.position.z() - r);
  }
  return physics.ball.mass * sum;
}

std::span<const Ball> balls_of(const Result& result) {
  return {result.balls.data(), static_cast<std::size_t>(result.ball_count)};
}

double direction_deg(const Ball& ball) {
  return std::atan2(ball.velocity.y(), ball.velocity.x()) * 180.0 / std::numbers::pi;
}

}  // namespace billiard::contacts
