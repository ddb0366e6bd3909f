// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/engine_table.hpp"

namespace billiard::vision {

namespace {

// A rail stands a little higher than the nose of its cushion.
constexpr double kRailOverNose = 0.004;  // [m]
// Width of a cushion and its rail against a ball: 51 mm and 120 mm in pool.
constexpr double kCushionWidth = 1.78;  // [ball radii]
constexpr double kRailWidth = 4.2;      // [ball radii]

BallSet set_of(billiard::BallSet set) {
  switch (set) {
    case billiard::BallSet::kSnooker:
      return BallSet::kSnooker;
    case billiard::BallSet::kCarom:
      return BallSet::kCarom;
    case billiard::BallSet::kPool:
      break;
  }
  return BallSet::kPool;
}

}  // namespace

TableGeometry geometry_of(const TableSpec& spec, double ball_radius) {
  TableGeometry geometry;
  geometry.length = spec.length;
  geometry.width = spec.width;
  geometry.ball_radius = ball_radius;
  geometry.nose_height = spec.nose_height;
  geometry.cushion_width = kCushionWidth * ball_radius;
  geometry.rail_height = spec.nose_height + kRailOverNose;
  geometry.rail_width = kRailWidth * ball_radius;
  geometry.corner_mouth = spec.pockets ? spec.corner.mouth : 0.0;
  geometry.side_mouth = spec.pockets ? spec.side.mouth : 0.0;
  geometry.balls = set_of(spec.balls);
  return geometry;
}

}  // namespace billiard::vision
