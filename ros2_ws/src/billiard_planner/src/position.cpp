// SPDX-License-Identifier: Apache-2.0
#include "position.hpp"

#include <algorithm>
#include <cmath>

#include "geometry.hpp"

namespace billiard {
namespace {

/// Chance of one pot; 0 if something is in the way or it cannot beat `least`.
double pot_probability(const Scene& scene, int ball, const Pocket& pocket, double least) {
  const Point cue = scene.cue_position();
  const Point object = scene.position(ball);
  const auto pot = pot_geometry(scene, cue, object, pocket);
  if (!pot) return 0.0;
  double probability = estimate_probability(scene, *pot, pocket);
  if (probability <= least) return 0.0;
  const BallMask own = mask_of(ball) | mask_of(scene.rules->cue());
  if (!is_clear(scene, cue, pot->ghost, own) || !is_clear(scene, object, pocket.mouth, own)) {
    return 0.0;
  }
  // Shots over a ball or off a rail are elevated, and less sure the steeper they are.
  const auto elevation = minimum_elevation(scene, pot->azimuth, 0.3);
  return elevation ? probability * std::max(0.0, 1.0 - 1.5 * *elevation) : 0.0;
}

}  // namespace

double next_shot_probability(const Scene& scene) {
  const BallMask targets =
      scene.rules->balls_to_pot(scene.in_play) & scene.rules->balls_on(scene.in_play);
  if (targets == 0) return 1.0;
  if (!scene.has(scene.rules->cue())) return 0.0;
  double best = 0.0;
  for (int ball = 0; ball < static_cast<int>(scene.balls.size()); ++ball) {
    if ((targets & mask_of(ball)) == 0) continue;
    for (int p = 0; p < scene.table->pocket_count; ++p) {
      const Pocket& pocket = scene.table->pockets[static_cast<std::size_t>(p)];
      best = std::max(best, pot_probability(scene, ball, pocket, best));
    }
  }
  return best;
}

}  // namespace billiard
