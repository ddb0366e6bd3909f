// SPDX-License-Identifier: Apache-2.0
#include "random_shot.hpp"

#include <cmath>
#include <numbers>

#include "billiard_engine/check_layout.hpp"

namespace billiard::contacts {

double Random::between(double low, double high) {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  z ^= z >> 31U;
  return low + (high - low) * static_cast<double>(z >> 11U) * 0x1p-53;
}

int Random::below(int count) { return static_cast<int>(between(0.0, count)); }

namespace {

/// Somewhere on the cloth, or in touch with a ball that is there.
Ball place(Random& random, const Table& table, const Physics& physics, const ShotRanges& ranges,
           const std::vector<Ball>& there) {
  Ball ball;
  ball.position = {random.between(-0.5, 0.5) * table.spec.length,
                   random.between(-0.5, 0.5) * table.spec.width, physics.ball.radius};
  if (!there.empty() && random.between(0.0, 1.0) < ranges.frozen_part) {
    const Ball& other =
        there[static_cast<std::size_t>(random.below(static_cast<int>(there.size())))];
    const double angle = random.between(0.0, 2.0 * std::numbers::pi);
    ball.position = other.position +
                    2.0 * physics.ball.radius * Vec3<double>{std::cos(angle), std::sin(angle), 0.0};
  }
  return ball;
}

}  // namespace

RandomShot random_shot(Random& random, const Table& table, const Physics& physics,
                       const ShotRanges& ranges) {
  RandomShot s;
  const int count = 1 + random.below(ranges.most_balls);
  while (static_cast<int>(s.balls.size()) < count) {
    s.balls.push_back(place(random, table, physics, ranges, s.balls));
    if (check_layout(s.balls, table, physics, 1e-9)) s.balls.pop_back();
  }
  const double per_cue_speed =
      (1.0 + physics.cue.tip_restitution) / (1.0 + physics.ball.mass / physics.cue.mass);
  s.shot.speed = random.between(0.02, 1.0) * ranges.ball_speed / per_cue_speed;
  s.shot.azimuth = random.between(-std::numbers::pi, std::numbers::pi);
  if (random.between(0.0, 1.0) < ranges.elevated_part) s.shot.elevation = random.between(0.0, 1.3);
  s.shot.offset_side = random.between(-0.45, 0.45);
  s.shot.offset_height = random.between(-0.45, 0.45);
  return s;
}

}  // namespace billiard::contacts
