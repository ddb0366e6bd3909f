// SPDX-License-Identifier: Apache-2.0
// Where a ball is no longer on the table: over the rails, or over a pocket's hole.
#include <cmath>

#include "simulate/state.hpp"

namespace billiard {

/// Two radii beyond the noses; three while it is higher than a diameter.
template <typename Scalar>
bool BasicSimulator<Scalar>::State::leaves_table(const BasicBall<Scalar>& ball) const noexcept {
  if (cushions_.none) return false;
  const auto x = static_cast<double>(ball.position.x());
  const auto y = static_cast<double>(ball.position.y());
  const double r = physics_.ball.radius;
  const double beyond = ball.position.z() < Scalar(2) * radius_ ? 0.0 : r;
  return std::abs(x) > 0.5 * table_.spec.length + beyond + 2.0 * r ||
         std::abs(y) > 0.5 * table_.spec.width + beyond + 2.0 * r;
}

/// Comes down behind the noses, and not in a pocket's jaws.
template <typename Scalar>
bool BasicSimulator<Scalar>::State::lands_outside(const BasicBall<Scalar>& ball) const noexcept {
  if (cushions_.none) return false;
  const auto x = static_cast<double>(ball.position.x());
  const auto y = static_cast<double>(ball.position.y());
  if (std::abs(x) < 0.5 * table_.spec.length && std::abs(y) < 0.5 * table_.spec.width) return false;
  for (int i = 0; i < table_.pocket_count; ++i) {
    const Pocket& p = table_.pockets[static_cast<std::size_t>(i)];
    const double dx = x - p.mouth.x();
    const double dy = y - p.mouth.y();
    if (4.0 * (dx * dx + dy * dy) < p.mouth_width * p.mouth_width) return false;
  }
  return true;
}

/// The pocket whose hole is under its centre, low enough to fall in; -1 for none.
template <typename Scalar>
int BasicSimulator<Scalar>::State::pocket_at(const BasicBall<Scalar>& ball) const noexcept {
  if (ball.position.z() > Scalar(2) * radius_) return -1;
  for (int i = 0; i < table_.pocket_count; ++i) {
    const Pocket& p = table_.pockets[static_cast<std::size_t>(i)];
    const double dx = static_cast<double>(ball.position.x()) - p.centre.x();
    const double dy = static_cast<double>(ball.position.y()) - p.centre.y();
    if (dx * dx + dy * dy < p.radius * p.radius) return i;
  }
  return -1;
}

template struct BasicSimulator<double>::State;
template struct BasicSimulator<float>::State;

}  // namespace billiard
