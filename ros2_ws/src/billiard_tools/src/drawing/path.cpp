// SPDX-License-Identifier: Apache-2.0
#include "drawing/path.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace billiard {
namespace {

using Point = Vec2<double>;

constexpr double kTolerance = 2e-4;  // [m], invisible at any size we draw
constexpr double kSlow = 0.01;       // [m/s], ticks of slower balls would lie on each other

double distance_to_line(const Point& p, const Point& a, const Point& b) {
  const Point line = b - a;
  const double length = line.squaredNorm();
  if (length == 0.0) return (p - a).norm();
  const double along = std::clamp((p - a).dot(line) / length, 0.0, 1.0);
  return (p - a - along * line).norm();
}

}  // namespace

std::vector<Point> simplify(const std::vector<Point>& points, double tolerance) {
  if (points.size() < 3) return points;
  std::vector<bool> keep(points.size(), false);
  keep.front() = keep.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, points.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    double worst = tolerance;
    std::size_t split = first;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double distance = distance_to_line(points[i], points[first], points[last]);
      if (distance > worst) {
        worst = distance;
        split = i;
      }
    }
    if (split == first) continue;
    keep[split] = true;
    open.emplace_back(first, split);
    open.emplace_back(split, last);
  }
  std::vector<Point> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (keep[i]) result.push_back(points[i]);
  }
  return result;
}

BallPath ball_path(const Recorder& recorder, const Result& result, int ball, double tick_period,
                   double until) {
  const auto index = static_cast<std::size_t>(ball);
  std::vector<Point> all;
  BallPath path;
  double next_tick = tick_period;
  bool is_cut = false;
  for (const auto& sample : recorder.samples()) {
    const Ball& state = sample.balls[index];
    is_cut = sample.time > until;
    if (is_cut || !state.in_play()) break;
    const Point point = state.position.head<2>();
    const Point velocity = state.velocity.head<2>();
    all.push_back(point);
    if (sample.time + 1e-9 < next_tick) continue;
    next_tick += tick_period;
    if (velocity.norm() > kSlow) path.ticks.push_back({point, velocity.normalized()});
  }
  if (!is_cut) all.emplace_back(result.balls[index].position.head<2>());
  path.points = simplify(all, kTolerance);
  return path;
}

}  // namespace billiard
