// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/separate_balls.hpp"

#include <algorithm>

namespace billiard::vision {

namespace {

constexpr double kNearPocket = 0.13;  // no cushion holds a ball this close to a pocket [m]
constexpr double kGap = 1e-7;         // left between balls [m]
constexpr int kRounds = 4;            // moving one pair may bring another together

void part(Ball& a, Ball& b, double radius) noexcept {
  const Vec3<double> d = b.position - a.position;
  const double gap = d.norm(), least = 2.0 * radius + kGap;
  if (gap >= least || gap < 1e-9) return;
  const Vec3<double> push = d * (0.5 * (least - gap) / gap);
  a.position -= push;
  b.position += push;
}

void keep_inside(Ball& ball, const Table& table, double radius) noexcept {
  if (table.spec.endless) return;
  for (int i = 0; i < table.pocket_count; ++i) {
    const Vec2<double>& hole = table.pockets[static_cast<std::size_t>(i)].centre;
    if ((ball.position.head<2>() - hole).norm() < kNearPocket) return;
  }
  const double x = 0.5 * table.spec.length - radius, y = 0.5 * table.spec.width - radius;
  ball.position.x() = std::clamp(ball.position.x(), -x, x);
  ball.position.y() = std::clamp(ball.position.y(), -y, y);
}

}  // namespace

void separate_balls(std::span<Ball> balls, const Table& table, double ball_radius) noexcept {
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < balls.size(); ++i) {
      for (std::size_t j = i + 1; j < balls.size(); ++j) part(balls[i], balls[j], ball_radius);
      keep_inside(balls[i], table, ball_radius);
    }
  }
}

}  // namespace billiard::vision
