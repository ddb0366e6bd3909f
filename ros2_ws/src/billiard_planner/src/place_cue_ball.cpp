// SPDX-License-Identifier: Apache-2.0
#include "place_cue_ball.hpp"

#include <array>
#include <cmath>

#include "geometry.hpp"

namespace billiard {
namespace {

/// Places tried behind each pot: distances from the contact [m] and cut angles [rad].
constexpr std::array kDistances = {0.25, 0.4, 0.6};
constexpr std::array kCuts = {0.0, 0.2, -0.2, 0.45, -0.45};

Point rotated(const Point& v, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

}  // namespace

std::vector<Point> cue_ball_places(const Scene& scene) {
  std::vector<Point> places;
  const BallMask targets = scene.rules->balls_on(scene.in_play);
  for (int ball = 0; ball < static_cast<int>(scene.balls.size()); ++ball) {
    if ((targets & mask_of(ball)) == 0) continue;
    for (int p = 0; p < scene.table->pocket_count; ++p) {
      const Pocket& pocket = scene.table->pockets[static_cast<std::size_t>(p)];
      const Point target = pot_target(pocket, scene.position(ball), scene.radius());
      const Point ghost = ghost_position(scene.position(ball), target, scene.radius());
      const Point back = (ghost - scene.position(ball)) / (2.0 * scene.radius());
      for (const double distance : kDistances) {
        for (const double cut : kCuts) places.push_back(ghost + rotated(back, cut) * distance);
      }
    }
  }
  return places;
}

}  // namespace billiard
