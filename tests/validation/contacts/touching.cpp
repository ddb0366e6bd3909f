// SPDX-License-Identifier: Apache-2.0
#include "touching.hpp"

#include <cmath>

namespace billiard::contacts {

namespace {

struct Place {
  int row, column;  ///< column 0 … row
};

Place place(int ball) {
  int row = 0;
  int first = 1;
  while (first + row < ball) first += ++row;
  return {row, ball - first};
}

}  // namespace

Physics touching_balls(NormalLaw law, double e, double floor) {
  Physics physics = lossless();
  physics.ball_ball.law = law;
  physics.ball_ball.restitution = e;
  physics.ball_ball.impact_speed_floor = floor;
  return physics;
}

std::vector<double> row_speeds(const Physics& physics, int count, double gap) {
  const double width = 2.0 * physics.ball.radius;
  std::vector<Ball> balls{ball_at(-width - 0.01, 0.0, 1.0)};
  for (int i = 0; i < count; ++i) balls.push_back(ball_at(i * (width + gap), 0.0));
  const Result r = after(endless_table(physics), physics, balls, 0.05);
  std::vector<double> speeds;
  for (const Ball& ball : balls_of(r)) speeds.push_back(ball.velocity.x());
  return speeds;
}

std::vector<Ball> rack(double gap, double speed) {
  const double width = 2.0 * BallProperties{}.radius;
  std::vector<Ball> balls{ball_at(-width - 0.05, 0.0, speed)};
  for (int i = 1; i <= 15; ++i) {
    const Place p = place(i);
    balls.push_back(
        ball_at(p.row * (width + gap) * std::sqrt(0.75), (p.column - 0.5 * p.row) * (width + gap)));
  }
  return balls;
}

int mirror(int ball) {
  if (ball == 0) return 0;
  const Place p = place(ball);
  return ball + p.row - 2 * p.column;
}

}  // namespace billiard::contacts
