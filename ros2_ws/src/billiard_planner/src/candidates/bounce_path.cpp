// SPDX-License-Identifier: Apache-2.0
#include "candidates/bounce_path.hpp"

#include <cmath>

namespace billiard {
namespace {

int axis_of(Rail rail) { return rail == Rail::kPlusX || rail == Rail::kMinusX ? 0 : 1; }

/// Coordinate of the line on which a ball's centre bounces [m].
double line_of(const Scene& scene, Rail rail) {
  const TableSpec& spec = scene.table->spec;
  const double half = 0.5 * (axis_of(rail) == 0 ? spec.length : spec.width) - scene.radius();
  return rail == Rail::kPlusX || rail == Rail::kPlusY ? half : -half;
}

Point mirrored(const Scene& scene, Rail rail, Point point) {
  point[axis_of(rail)] = 2.0 * line_of(scene, rail) - point[axis_of(rail)];
  return point;
}

/// Rubber is there, not a pocket.
bool is_on_rail(const Scene& scene, Rail rail, const Point& bounce) {
  const TableSpec& spec = scene.table->spec;
  const int along = 1 - axis_of(rail);
  const double half = 0.5 * (along == 0 ? spec.length : spec.width);
  if (std::abs(bounce[along]) > half - spec.corner.mouth) return false;
  return along != 0 || std::abs(bounce.x()) > 0.5 * spec.side.mouth + scene.radius();
}

}  // namespace

const std::vector<RailSequence>& rail_sequences() {
  static const std::vector<RailSequence> sequences = [] {
    const Rail rails[] = {Rail::kPlusX, Rail::kMinusX, Rail::kPlusY, Rail::kMinusY};
    std::vector<RailSequence> list;
    for (const Rail rail : rails) list.push_back({rail});
    for (const Rail first : rails) {
      for (const Rail second : rails) {
        if (first != second) list.push_back({first, second});
      }
    }
    return list;
  }();
  return sequences;
}

std::optional<std::vector<Point>> bounce_path(const Scene& scene, const Point& from,
                                              const Point& to, const RailSequence& rails) {
  std::vector<Point> path{from};
  for (std::size_t i = 0; i < rails.size(); ++i) {
    Point image = to;
    for (std::size_t k = rails.size(); k-- > i;) image = mirrored(scene, rails[k], image);
    const int axis = axis_of(rails[i]);
    const Point start = path.back();
    const double whole = image[axis] - start[axis];
    const double part = line_of(scene, rails[i]) - start[axis];
    if (std::abs(whole) < 1e-9 || part / whole <= 1e-3 || part / whole >= 1.0) return std::nullopt;
    const Point bounce = start + (image - start) * (part / whole);
    if (!is_on_rail(scene, rails[i], bounce)) return std::nullopt;
    path.push_back(bounce);
  }
  path.push_back(to);
  return path;
}

double path_length(std::span<const Point> path) {
  double length = 0.0;
  for (std::size_t i = 1; i < path.size(); ++i) length += (path[i] - path[i - 1]).norm();
  return length;
}

}  // namespace billiard
