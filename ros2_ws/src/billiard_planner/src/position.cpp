// SPDX-License-Identifier: Apache-2.0
#include "position.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "cue_clearance.hpp"
#include "geometry.hpp"

namespace billiard {
namespace {

/// How much the easiest balls count, as in PickPocket (Smith 2007).
constexpr std::array kWeights = {1.0, 0.25, 0.1};
/// Part of the value lost when no ball has an open pocket.
constexpr double kStuckLoss = 0.4;

/// Chance of one pot; 0 if something is in the way or it cannot beat `least`.
double pot_probability(const Scene& scene, int ball, const Pocket& pocket, double least) {
  const Point cue = scene.cue_position();
  const Point object = scene.position(ball);
  const auto pot = pot_geometry(scene, cue, object, pocket);
  if (!pot) return 0.0;
  double probability = estimate_probability(scene, *pot, pocket);
  if (probability <= least) return 0.0;
  const BallMask own = mask_of(ball) | mask_of(scene.rules->cue());
  if (!is_clear(scene, cue, pot->ghost, own) || !is_clear(scene, object, pot->target, own)) {
    return 0.0;
  }
  // Shots over a ball or off a rail are elevated, and less sure the steeper they are.
  const auto elevation = minimum_elevation(scene, pot->azimuth, 0.3);
  return elevation ? probability * std::max(0.0, 1.0 - 1.5 * *elevation) : 0.0;
}

/// Some place of the cue ball would pot this ball here.
bool is_open(const Scene& scene, int ball, const Pocket& pocket) {
  const Point object = scene.position(ball);
  const Point target = pot_target(pocket, object, scene.radius());
  const Point ghost = ghost_position(object, target, scene.radius());
  const auto pot = pot_geometry(scene, 2.0 * ghost - object, object, pocket);
  const BallMask own = mask_of(ball) | mask_of(scene.rules->cue());
  return pot && is_clear(scene, object, target, own) && is_clear(scene, ghost, ghost, own);
}

}  // namespace

LayoutWorth judge_layout(const Scene& scene, BallMask wanted) {
  const BallMask targets =
      wanted & scene.rules->balls_to_pot(scene.in_play) & scene.rules->balls_on(scene.in_play);
  if (targets == 0) return {1.0, 1.0};
  if (!scene.has(scene.rules->cue())) return {};
  std::array<double, kWeights.size()> best{};  // easiest balls, easiest first
  int count = 0;
  int stuck = 0;
  for (int ball = 0; ball < static_cast<int>(scene.balls.size()); ++ball) {
    if ((targets & mask_of(ball)) == 0) continue;
    double pot = 0.0;
    bool open = false;
    for (int p = 0; p < scene.table->pocket_count; ++p) {
      const Pocket& pocket = scene.table->pockets[static_cast<std::size_t>(p)];
      pot = std::max(pot, pot_probability(scene, ball, pocket, pot));
      open = open || pot > 0.0 || is_open(scene, ball, pocket);
    }
    ++count;
    stuck += open ? 0 : 1;
    for (double& other : best) {
      if (pot > other) std::swap(pot, other);
    }
  }
  double sum = 0.0;
  double weights = 0.0;
  for (std::size_t i = 0; i < best.size() && i < static_cast<std::size_t>(count); ++i) {
    sum += kWeights[i] * best[i];
    weights += kWeights[i];
  }
  return {best[0], sum / weights * (1.0 - kStuckLoss * stuck / count)};
}

}  // namespace billiard
