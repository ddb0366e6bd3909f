// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/settle.hpp"

#include <array>
#include <cmath>

namespace billiard {
namespace {

using Kind = LayoutError::Kind;

constexpr double kRoom = 1e-5;      // left between balls that were pushed apart [m]
constexpr double kFarthest = 0.02;  // that a ball is moved [m]
constexpr int kRounds = 200;        // a measured rack takes some 30

bool push_apart(Ball& a, Ball& b, double radius) {
  Vec3<double> line = b.position - a.position;
  if (2.0 * radius - line.norm() <= kOverlapAllowed) return false;
  line.z() = 0.0;
  const double distance = line.norm();
  const Vec3<double> direction =
      distance > 1e-9 ? Vec3<double>(line / distance) : Vec3<double>::UnitX();
  const double move = 0.5 * (2.0 * radius + kRoom - distance);
  a.position -= move * direction;
  b.position += move * direction;
  return true;
}

bool push_all_apart(std::span<Ball> balls, double radius) {
  bool moved = false;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    for (std::size_t j = i + 1; j < balls.size(); ++j) {
      if (!balls[i].in_play() || !balls[j].in_play()) continue;
      moved = push_apart(balls[i], balls[j], radius) || moved;
    }
  }
  return moved;
}

/// Towards the middle of the table by `depth`, along the rails it is beyond.
void push_inside(Ball& ball, const TableSpec& spec, double depth, double radius) {
  const double x = 0.5 * spec.length - radius;
  const double y = 0.5 * spec.width - radius;
  const bool beyond_x = std::abs(ball.position.x()) > x;
  const bool beyond_y = std::abs(ball.position.y()) > y;
  const double move = depth + kRoom;
  if (beyond_x || !beyond_y) ball.position.x() -= std::copysign(move, ball.position.x());
  if (beyond_y || !beyond_x) ball.position.y() -= std::copysign(move, ball.position.y());
}

/// True if it had to be changed.
bool mend(Ball& ball, const Table& table, const Physics& physics) {
  const auto error = check_layout({&ball, 1}, table, physics, kOverlapAllowed);
  if (!error) return false;
  switch (error->kind) {
    case Kind::kInPocket:
      ball.motion = Motion::kPocketed;
      ball.pocket = static_cast<std::int8_t>(error->other);
      return true;
    case Kind::kBelowCloth:
      if (error->amount > kFarthest) return false;
      ball.position.z() = physics.ball.radius;
      return true;
    case Kind::kOutside:
      if (error->amount > kFarthest) return false;
      push_inside(ball, table.spec, error->amount, physics.ball.radius);
      return true;
    case Kind::kNotFinite:
    case Kind::kOverlap:
    case Kind::kTooMany:
      break;
  }
  return false;
}

}  // namespace

std::optional<LayoutError> settle(std::span<Ball> balls, const Table& table,
                                  const Physics& physics) noexcept {
  if (balls.size() > static_cast<std::size_t>(kMaxBalls))
    return check_layout(balls, table, physics);
  std::array<Vec3<double>, kMaxBalls> before;
  for (std::size_t i = 0; i < balls.size(); ++i) before[i] = balls[i].position;
  for (int round = 0; round < kRounds; ++round) {
    bool moved = push_all_apart(balls, physics.ball.radius);
    for (Ball& ball : balls) moved = mend(ball, table, physics) || moved;
    if (!moved) break;
  }
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const double moved = (balls[i].position - before[i]).norm();
    if (balls[i].in_play() && moved > kFarthest) {
      return LayoutError{Kind::kOverlap, static_cast<int>(i), -1, moved};
    }
  }
  return check_layout(balls, table, physics, kOverlapAllowed);
}

}  // namespace billiard
