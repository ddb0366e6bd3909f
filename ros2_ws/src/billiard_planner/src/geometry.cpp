// SPDX-License-Identifier: Apache-2.0
#include "geometry.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace billiard {
namespace {

/// Thinnest cut that is tried, 80 degrees.
constexpr double kMinCosCut = 0.1736;
/// Spread of the object ball's direction from throw, per unit of noise [rad].
constexpr double kThrowSpread = 2.0e-3;
/// Nearer than this to the place of contact the balls touch, and the way there has no direction
/// [m].
constexpr double kTouching = 5e-4;
/// A ball that rolls along a rail just passes its tip; so much more is left to the engine [m].
constexpr double kTipSlack = 1e-3;
/// A ball whose centre is no farther before the middle of the mouth is in it [ball radii].
constexpr double kInMouth = 0.25;

/// Share of noise that turns the cue ball: azimuth, and squirt of a tip that is off to the side.
double aim_spread(const Scene& scene) {
  const CueProperties& cue = scene.physics->cue;
  const double mass_ratio = scene.physics->ball.mass / std::max(cue.end_mass, 1e-9);
  const double squirt = 2.5 / (3.5 + mass_ratio) * scene.noise.offset / scene.radius();
  return std::hypot(scene.noise.azimuth, squirt);
}

double within(double tolerance, double spread) {
  if (spread <= 0.0) return tolerance > 0.0 ? 1.0 : 0.0;
  return std::erf(tolerance / (std::numbers::sqrt2 * spread));
}

/// The ghost ball moved round the object ball until the cushion has room for it.
Point beside_rail(const Scene& scene, const Point& object, Point ghost) {
  const TableSpec& spec = scene.table->spec;
  const Point half(0.5 * spec.length - scene.radius(), 0.5 * spec.width - scene.radius());
  const int across = std::abs(ghost.x()) > half.x() ? 0 : 1;
  ghost[across] = std::clamp(ghost[across], -half[across], half[across]);
  const double aside = ghost[across] - object[across];
  const double along = 4.0 * scene.radius() * scene.radius() - aside * aside;
  const double sign = ghost[1 - across] < object[1 - across] ? -1.0 : 1.0;
  ghost[1 - across] = object[1 - across] + sign * std::sqrt(std::max(along, 0.0));
  return ghost;
}

}  // namespace

double cross(const Point& a, const Point& b) noexcept { return a.x() * b.y() - a.y() * b.x(); }

double distance_to_segment(const Point& point, const Point& from, const Point& to) {
  const Point line = to - from;
  const double length2 = line.squaredNorm();
  const double along =
      length2 > 0.0 ? std::clamp((point - from).dot(line) / length2, 0.0, 1.0) : 0.0;
  return (point - from - along * line).norm();
}

bool is_clear(const Scene& scene, const Point& from, const Point& to, BallMask ignored) {
  const double reach = 2.0 * scene.radius() - 1e-6;
  for (int i = 0; i < static_cast<int>(scene.balls.size()); ++i) {
    if (!scene.has(i) || (ignored & mask_of(i)) != 0) continue;
    if (distance_to_segment(scene.position(i), from, to) < reach) return false;
  }
  return true;
}

bool is_on_cloth(const Scene& scene, const Point& point) {
  const TableSpec& spec = scene.table->spec;
  if (spec.endless) return true;
  return std::abs(point.x()) <= 0.5 * spec.length - scene.radius() &&
         std::abs(point.y()) <= 0.5 * spec.width - scene.radius();
}

Point ghost_position(const Point& object, const Point& aim, double radius) {
  const Point line = aim - object;
  return object - line * (2.0 * radius / std::max(line.norm(), 1e-9));
}

Point pot_target(const Pocket& pocket, const Point& object, double radius) {
  const Point way = pocket.mouth - object;
  const bool there = way.dot(pocket.inward) < kInMouth * radius;
  return there && way.norm() < 0.5 * pocket.mouth_width ? pocket.centre : pocket.mouth;
}

std::optional<PotGeometry> pot_geometry(const Scene& scene, const Point& cue, const Point& object,
                                        const Pocket& pocket) {
  PotGeometry pot;
  pot.target = pot_target(pocket, object, scene.radius());
  const Point line = pot.target - object;
  pot.object_distance = line.norm();
  pot.ghost = ghost_position(object, pot.target, scene.radius());
  if (!is_on_cloth(scene, pot.ghost)) pot.ghost = beside_rail(scene, object, pot.ghost);
  if (!is_on_cloth(scene, pot.ghost)) return std::nullopt;
  const Point direction = (object - pot.ghost).normalized();
  pot.cos_entry = direction.dot(pocket.inward);
  // The mouth, seen along the path, must be wider than the ball; in the mouth itself it is open.
  const double slack = 0.5 * pocket.mouth_width * pot.cos_entry - scene.radius();
  const bool in_mouth = (pocket.mouth - object).norm() < 2.0 * scene.radius();
  if (!in_mouth && slack <= 0.0) return std::nullopt;
  const double miss = std::abs(cross(direction, line));
  if (miss > std::max(slack, 0.0) + kTipSlack) return std::nullopt;
  Point travel = pot.ghost - cue;
  pot.cue_distance = travel.norm();
  if (pot.cue_distance < kTouching) travel = direction;
  pot.cos_cut = travel.normalized().dot(direction);
  if (pot.cos_cut < kMinCosCut) return std::nullopt;
  pot.azimuth = std::atan2(travel.y(), travel.x());
  return pot;
}

// An error ε of the cue ball's direction moves the contact by ε·d sideways, which turns the object
// ball by ε·d/(2R cos φ); the pocket forgives (w cos α/2 − R)/d_object.
double estimate_probability(const Scene& scene, const PotGeometry& pot, const Pocket& pocket) {
  const double slack = 0.5 * pocket.mouth_width * std::max(pot.cos_entry, 0.3) - scene.radius();
  const double tolerance = std::max(slack, 1e-3) / std::max(pot.object_distance, 1e-3);
  const double gain = pot.cue_distance / (2.0 * scene.radius() * pot.cos_cut);
  const double factor = scene.noise.azimuth / ExecutionNoise{}.azimuth;
  return within(tolerance, std::hypot(gain * aim_spread(scene), kThrowSpread * factor));
}

double window_probability(const Scene& scene, double half_window) {
  return within(half_window, aim_spread(scene));
}

}  // namespace billiard
