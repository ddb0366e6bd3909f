// SPDX-License-Identifier: Apache-2.0
#include "curved_problem.hpp"

#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "billiard_engine/check_layout.hpp"
#include "billiard_engine/simulator.hpp"
#include "billiard_planner/noise.hpp"
#include "geometry.hpp"

namespace billiard {
namespace {

constexpr double kPeriod = 0.005;    // [s] between points of a path
constexpr double kLeastWay = 0.35;   // [m]
constexpr double kLeastBend = 0.02;  // [m] of the path from the straight line
constexpr double kGap = 0.010;       // [m] between the real path and the ball in the way

using Path = std::vector<Point>;

Shot random_stroke(std::uint64_t seed, const Physics& physics) {
  const auto between = [&](double low, double high, std::uint64_t k) {
    return low + (high - low) * uniform(seed, 100 + k);
  };
  const double sign = uniform(seed, 90) < 0.5 ? -1.0 : 1.0;
  Shot shot;
  shot.speed = between(1.2, 3.0, 0);
  shot.azimuth = between(-std::numbers::pi, std::numbers::pi, 1);
  shot.elevation = between(0.2, 0.9, 2);
  shot.offset_side = sign * between(0.25, 0.8, 3) * miscue_limit(physics.cue);
  shot.offset_height = between(-0.4, 0.2, 4) * miscue_limit(physics.cue);
  return shot;
}

/// Until the ball meets a cushion or falls.
Path free_path(const Settings& settings, const Ball& cue, const Shot& shot) {
  Simulator simulator(settings.table, settings.physics);
  simulator.reset({&cue, 1});
  simulator.strike(shot);
  Recorder events(0.0, 0, 64);
  Path path{cue.position.head<2>()};
  for (int i = 1; i < 2000; ++i) {
    const Result result = simulator.run({.time = i * kPeriod}, &events);
    for (const Event& event : events.events()) {
      if (event.kind == EventKind::kBallCushion || event.kind == EventKind::kPocketed) return path;
    }
    path.emplace_back(result.balls[0].position.head<2>());
    if (result.status == Status::kRest) break;
  }
  return path;
}

double distance_to_path(const Path& path, const Point& point) {
  double nearest = 1e9;
  for (std::size_t i = 1; i < path.size(); ++i) {
    nearest = std::min(nearest, distance_to_segment(point, path[i - 1], path[i]));
  }
  return nearest;
}

/// The place of a path that is farthest from the straight line between its ends.
struct Bend {
  std::size_t index = 0;
  double aside = 0.0;           ///< to the left [m]
  Point left = Point::UnitY();  ///< unit, square to the straight line
};

Bend find_bend(const Path& path) {
  const Point chord = path.back() - path.front();
  Bend bend;
  bend.left = Point(-chord.y(), chord.x()) / chord.norm();
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double aside = (path[i] - path.front()).dot(bend.left);
    if (std::abs(aside) <= std::abs(bend.aside)) continue;
    bend.aside = aside;
    bend.index = i;
  }
  return bend;
}

/// A ball inside the bend: in the straight way, clear of the path. None if the bend is too small.
std::optional<Ball> obstacle_in(const Path& path, const Bend& bend, double radius) {
  Ball ball;
  const Point place = path[bend.index] - bend.left * std::copysign(2.0 * radius + kGap, bend.aside);
  ball.position = {place.x(), place.y(), radius};
  const bool blocks = distance_to_segment(place, path.front(), path.back()) < 2.0 * radius;
  const bool leaves_path = distance_to_path(path, place) > 2.0 * radius + 0.5 * kGap;
  if (!blocks || !leaves_path || std::abs(bend.aside) < kLeastBend) return std::nullopt;
  return ball;
}

std::optional<ShapeRequest> make_problem(const Settings& settings, std::uint64_t seed) {
  const double r = settings.physics.ball.radius;
  Ball cue;
  cue.position = {0.8 * (2.0 * uniform(seed, 1) - 1.0), 0.35 * (2.0 * uniform(seed, 2) - 1.0), r};
  Path path = free_path(settings, cue, random_stroke(seed, settings.physics));
  const double part = 0.5 + 0.45 * uniform(seed, 3);
  path.resize(static_cast<std::size_t>(part * static_cast<double>(path.size())));
  if (path.size() < 20 || (path.back() - path.front()).norm() < kLeastWay) return std::nullopt;
  const Bend bend = find_bend(path);
  const auto obstacle = obstacle_in(path, bend, r);
  if (!obstacle) return std::nullopt;
  ShapeRequest request;
  request.target = path.back();
  request.balls = {cue, *obstacle};
  if (check_layout(request.balls, settings.table, settings.physics)) return std::nullopt;
  if (seed % 3 == 0) request.through = {path[bend.index]};
  return request;
}

}  // namespace

ShapeRequest curved_problem(const Settings& settings, std::uint64_t seed) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    if (const auto problem = make_problem(settings, seed + 3 * (attempt << 32))) return *problem;
  }
}

}  // namespace billiard
