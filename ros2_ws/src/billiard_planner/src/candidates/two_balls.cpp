// SPDX-License-Identifier: Apache-2.0
// Combinations (the first ball pots the second) and caroms (the cue ball glances off the first).
#include <cmath>

#include "candidates/candidate.hpp"

namespace billiard {
namespace {

constexpr double kTwoBallDifficulty = 0.7;
constexpr double kTwoBallSpeed = 1.5;
constexpr double kMinCosCut = 0.3;

/// A pot of `second` by a ball that starts at `start`, itself set off by a cue ball at `ghost`.
/// Errors grow twice, so the distances multiply.
Candidate chained(const Scene& scene, ShotKind kind, const Call& call, const PotGeometry& pot,
                  const Point& ghost, double cos_first) {
  PotGeometry whole = pot;
  const Point travel = ghost - scene.cue_position();
  whole.ghost = ghost;
  whole.cue_distance =
      travel.norm() * (1.0 + pot.cue_distance / (2.0 * scene.radius() * pot.cos_cut));
  whole.cos_cut = cos_first;
  whole.azimuth = std::atan2(travel.y(), travel.x());
  Candidate candidate = make_candidate(scene, kind, call, whole, kTwoBallDifficulty);
  PotGeometry energy = pot;
  energy.cos_cut = pot.cos_cut * cos_first;
  candidate.min_speed = std::min(7.0, kTwoBallSpeed * arrival_speed(scene, energy));
  return candidate;
}

void add_combination(const Scene& scene, int first, const Call& call, Candidates& out) {
  const Pocket& pocket = scene.table->pockets[static_cast<std::size_t>(call.pocket)];
  const Point a = scene.position(first);
  const Point b = scene.position(call.target);
  const auto pot = pot_geometry(scene, a, b, pocket);
  if (!pot) return;
  const Point way(std::cos(pot->azimuth), std::sin(pot->azimuth));  // of the first ball
  const Point ghost = a - 2.0 * scene.radius() * way;
  const Point travel = ghost - scene.cue_position();
  const double cos_first = travel.dot(way) / std::max(1e-9, travel.norm());
  const BallMask cue = mask_of(scene.rules->cue());
  const BallMask both = mask_of(first) | mask_of(call.target) | cue;
  if (cos_first < kMinCosCut || !is_on_cloth(scene, ghost) ||
      !is_clear(scene, scene.cue_position(), ghost, cue | mask_of(first)) ||
      !is_clear(scene, a, pot->ghost, both) || !is_clear(scene, b, pot->target, both)) {
    return;
  }
  out.push_back(chained(scene, ShotKind::kCombination, call, *pot, ghost, cos_first));
}

// A cue ball without spin leaves along the tangent: at right angles to the line of centres. The
// contact place G is where |A − G| = 2R and (A − G) is square to the way on to the second ball:
// seen from A, the angle between G and the second ghost ball at distance D is acos(2R/D).
void add_carom(const Scene& scene, int first, const Call& call, Candidates& out) {
  const Pocket& pocket = scene.table->pockets[static_cast<std::size_t>(call.pocket)];
  const Point a = scene.position(first);
  const Point b = scene.position(call.target);
  const Point target = pot_target(pocket, b, scene.radius());
  const Point goal = ghost_position(b, target, scene.radius());
  const Point line = goal - a;
  const double reach = 2.0 * scene.radius();
  if (line.norm() < 1.02 * reach) return;
  const double angle = std::acos(reach / line.norm());
  for (const double turn : {angle, -angle}) {
    const double direction = std::atan2(line.y(), line.x()) + turn;
    const Point ghost = a + reach * Point(std::cos(direction), std::sin(direction));
    const auto pot = pot_geometry(scene, ghost, b, pocket);
    const Point travel = ghost - scene.cue_position();
    if (!pot || travel.norm() < 1e-4 || !is_on_cloth(scene, ghost)) continue;
    // The cue ball must come from behind the tangent and keep some of its speed along it.
    const double along = travel.normalized().dot((goal - ghost).normalized());
    const double into = travel.normalized().dot((a - ghost).normalized());
    const BallMask cue = mask_of(scene.rules->cue());
    if (along < 0.3 || into < 0.1 ||
        !is_clear(scene, scene.cue_position(), ghost, cue | mask_of(first)) ||
        !is_clear(scene, ghost, goal, cue | mask_of(first) | mask_of(call.target)) ||
        !is_clear(scene, b, target, cue | mask_of(call.target))) {
      continue;
    }
    out.push_back(chained(scene, ShotKind::kCarom, call, *pot, ghost, into));
  }
}

template <typename Add>
void for_each_pair(const Scene& scene, BallMask wanted, const Add& add) {
  const BallMask on = scene.rules->balls_on(scene.in_play);
  const int count = static_cast<int>(scene.balls.size());
  for (int first = 0; first < count; ++first) {
    if ((on & mask_of(first)) == 0) continue;
    for (int second = 0; second < count; ++second) {
      if (second == first || (wanted & mask_of(second)) == 0) continue;
      for (int p = 0; p < scene.table->pocket_count; ++p) add(first, Call{second, p});
    }
  }
}

}  // namespace

void add_combinations(const Scene& scene, BallMask wanted, Candidates& out) {
  for_each_pair(scene, wanted,
                [&](int first, const Call& call) { add_combination(scene, first, call, out); });
}

void add_caroms(const Scene& scene, BallMask wanted, Candidates& out) {
  for_each_pair(scene, wanted,
                [&](int first, const Call& call) { add_carom(scene, first, call, out); });
}

}  // namespace billiard
