// SPDX-License-Identifier: Apache-2.0
// Banks (the object ball meets cushions) and kicks (the cue ball does).
#include <cmath>

#include "candidates/bounce_path.hpp"
#include "candidates/candidate.hpp"

namespace billiard {
namespace {

constexpr double kMinCosCut = 0.26;  // 75 degrees
/// How much less sure each cushion makes a shot, and how much faster it must be.
constexpr double kCushionDifficulty = 0.6;
constexpr double kCushionSpeed = 1.35;

bool is_path_clear(const Scene& scene, std::span<const Point> path, BallMask ignored) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (!is_clear(scene, path[i - 1], path[i], ignored)) return false;
  }
  return true;
}

/// Cut of a contact at `ghost`, reached from `before`, that sends a ball along `after` and in the
/// end to `target`; none if too thin.
std::optional<PotGeometry> contact(const Point& before, const Point& ghost, const Point& after,
                                   const Point& target) {
  PotGeometry pot;
  pot.ghost = ghost;
  pot.target = target;
  const Point travel = ghost - before;
  if (travel.norm() < 1e-6) return std::nullopt;
  pot.cos_cut = travel.dot(after) / (travel.norm() * after.norm());
  if (pot.cos_cut < kMinCosCut) return std::nullopt;
  return pot;
}

Candidate with_cushions(Candidate candidate, std::size_t cushions) {
  const double n = static_cast<double>(cushions);
  candidate.estimate *= std::pow(kCushionDifficulty, n);
  candidate.min_speed = std::min(7.0, candidate.min_speed * std::pow(kCushionSpeed, n));
  return candidate;
}

void add_bank(const Scene& scene, int ball, int p, const RailSequence& rails, Candidates& out) {
  const Pocket& pocket = scene.table->pockets[static_cast<std::size_t>(p)];
  const Point object = scene.position(ball);
  const auto path = bounce_path(scene, object, pocket.mouth, rails);
  if (!path) return;
  const Point ghost = ghost_position(object, (*path)[1], scene.radius());
  auto pot = contact(scene.cue_position(), ghost, (*path)[1] - object, pocket.mouth);
  const Point last = path->back() - (*path)[path->size() - 2];
  if (!pot || !is_on_cloth(scene, ghost)) return;
  pot->cos_entry = last.normalized().dot(pocket.inward);
  if (pocket.mouth_width * pot->cos_entry <= 2.0 * scene.radius()) return;
  const BallMask own = mask_of(ball) | mask_of(scene.rules->cue());
  if (!is_clear(scene, scene.cue_position(), ghost, own) || !is_path_clear(scene, *path, own)) {
    return;
  }
  const Point travel = ghost - scene.cue_position();
  pot->cue_distance = travel.norm();
  pot->object_distance = path_length(*path);
  pot->azimuth = std::atan2(travel.y(), travel.x());
  Candidate candidate = make_candidate(scene, ShotKind::kBank, {ball, p}, *pot, 1.0);
  candidate.watch.cushions = static_cast<int>(rails.size());
  out.push_back(with_cushions(candidate, rails.size()));
}

void add_kick(const Scene& scene, int ball, int p, const RailSequence& rails, Candidates& out) {
  const Pocket& pocket = scene.table->pockets[static_cast<std::size_t>(p)];
  const Point object = scene.position(ball);
  const Point target = pot_target(pocket, object, scene.radius());
  const Point line = target - object;
  const Point ghost = ghost_position(object, target, scene.radius());
  if (!is_on_cloth(scene, ghost)) return;
  const auto path = bounce_path(scene, scene.cue_position(), ghost, rails);
  if (!path) return;
  auto pot = contact((*path)[path->size() - 2], ghost, line, target);
  if (!pot) return;
  pot->cos_entry = line.normalized().dot(pocket.inward);
  if (pocket.mouth_width * pot->cos_entry <= 2.0 * scene.radius()) return;
  const BallMask cue = mask_of(scene.rules->cue());
  const std::span<const Point> before_last(path->data(), path->size() - 1);
  if (!is_path_clear(scene, before_last, cue) ||
      !is_clear(scene, (*path)[path->size() - 2], ghost, cue | mask_of(ball)) ||
      !is_clear(scene, object, target, cue | mask_of(ball))) {
    return;
  }
  const Point first = (*path)[1] - (*path)[0];
  pot->cue_distance = path_length(*path);
  pot->object_distance = line.norm();
  pot->azimuth = std::atan2(first.y(), first.x());
  out.push_back(
      with_cushions(make_candidate(scene, ShotKind::kKick, {ball, p}, *pot, 1.0), rails.size()));
}

template <typename Add>
void for_each_way(const Scene& scene, BallMask wanted, const Add& add) {
  const BallMask targets = wanted & scene.rules->balls_on(scene.in_play);
  for (int ball = 0; ball < static_cast<int>(scene.balls.size()); ++ball) {
    if ((targets & mask_of(ball)) == 0) continue;
    for (int p = 0; p < scene.table->pocket_count; ++p) {
      for (const RailSequence& rails : rail_sequences()) add(ball, p, rails);
    }
  }
}

}  // namespace

void add_banks(const Scene& scene, BallMask wanted, Candidates& out) {
  for_each_way(scene, wanted, [&](int ball, int p, const RailSequence& rails) {
    add_bank(scene, ball, p, rails, out);
  });
}

void add_kicks(const Scene& scene, BallMask wanted, Candidates& out) {
  for_each_way(scene, wanted, [&](int ball, int p, const RailSequence& rails) {
    add_kick(scene, ball, p, rails, out);
  });
}

}  // namespace billiard
