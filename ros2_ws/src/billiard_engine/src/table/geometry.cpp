// SPDX-License-Identifier: Apache-2.0
#include "table/geometry.hpp"

#include <numbers>

namespace billiard {
namespace {

using Point = Vec2<double>;

/// One end of a rail at a pocket. Directions are along the axes, so that mirror images are exact.
struct RailEnd {
  Point tip;      ///< where nose and jaw lines meet
  Point along;    ///< unit, along the nose towards the pocket
  Point normal;   ///< unit, of the nose, to the playing side
  double depth;   ///< jaw's extent along the pocket's axis [m]
  double inward;  ///< jaw direction · pocket axis [-]
};

void add_segment(Table& table, const Point& from, const Point& to, const Point& normal) noexcept {
  table.segments[static_cast<std::size_t>(table.segment_count++)] = {from, to, normal};
}

/// Rounding and jaw of one rail end. Nose normal n1 and jaw normal n2 at the tip P give a circle
/// of radius ρ tangent to both lines: centre P − ρ (n1 + n2)/(1 + n1·n2).
void add_end(Table& table, const RailEnd& end, const PocketShape& shape) noexcept {
  const JawDirection jaw = jaw_direction(shape.jaw_angle);
  const Point direction = end.along * jaw.along - end.normal * jaw.out;
  const Point jaw_normal = end.along * jaw.out + end.normal * jaw.along;
  const Point sum = end.normal + jaw_normal;
  const double cosine = jaw.along;  // n1·n2

  CushionArc arc;
  arc.centre = end.tip - sum * (shape.tip_radius / (1.0 + cosine));
  arc.radius = shape.tip_radius;
  arc.middle = sum / std::sqrt(2.0 + 2.0 * cosine);
  arc.cos_half_angle = std::sqrt(0.5 + 0.5 * cosine);
  table.arcs[static_cast<std::size_t>(table.arc_count++)] = arc;

  const Point from = end.tip + direction * tip_setback(shape);
  const Point to = end.tip + direction * (end.depth / end.inward);
  add_segment(table, from, to, jaw_normal);
}

/// Depth to which jaws reach: the middle of the hole, so that no ball gets past it.
double jaw_depth(const PocketShape& shape) noexcept { return shape.shelf + shape.radius; }

RailEnd corner_end(const PocketShape& shape, const Point& tip, const Point& along,
                   const Point& normal) noexcept {
  const JawDirection jaw = jaw_direction(shape.jaw_angle);
  return {tip, along, normal, jaw_depth(shape), (jaw.along + jaw.out) * kInvSqrt2};
}

RailEnd side_end(const PocketShape& shape, const Point& tip, const Point& along,
                 const Point& normal) noexcept {
  return {tip, along, normal, jaw_depth(shape), jaw_direction(shape.jaw_angle).out};
}

/// Rail along x in the quadrant with signs (sx, sy), from the side to the corner pocket.
void add_long_rail(Table& table, double sx, double sy) noexcept {
  const TableSpec& spec = table.spec;
  const Point normal{0.0, -sy};
  const Point to_corner{sx, 0.0};
  const Point to_side{-sx, 0.0};
  const double y = 0.5 * spec.width;
  const Point side_tip{sx * (0.5 * spec.side.mouth), sy * y};
  const Point corner_tip{sx * (0.5 * spec.length - corner_cut(spec.corner)), sy * y};
  add_segment(table, side_tip + to_corner * tip_setback(spec.side),
              corner_tip + to_side * tip_setback(spec.corner), normal);
  add_end(table, side_end(spec.side, side_tip, to_side, normal), spec.side);
  add_end(table, corner_end(spec.corner, corner_tip, to_corner, normal), spec.corner);
}

/// Rail along y at x = sx · length/2, between two corner pockets.
void add_short_rail(Table& table, double sx) noexcept {
  const TableSpec& spec = table.spec;
  const Point normal{-sx, 0.0};
  const double x = sx * (0.5 * spec.length);
  const double tip_y = 0.5 * spec.width - corner_cut(spec.corner);
  const double nose_y = tip_y - tip_setback(spec.corner);
  add_segment(table, {x, -nose_y}, {x, nose_y}, normal);
  for (const double sy : {-1.0, 1.0}) {
    const Point tip{x, sy * tip_y};
    add_end(table, corner_end(spec.corner, tip, {0.0, sy}, normal), spec.corner);
  }
}

void add_pocket(Table& table, PocketId id, const Point& mouth, const Point& inward,
                const PocketShape& shape) noexcept {
  Pocket& pocket = table.pockets[static_cast<std::size_t>(id)];
  pocket.centre = mouth + inward * (shape.shelf + shape.radius);
  pocket.radius = shape.radius;
  pocket.mouth = mouth;
  pocket.inward = inward;
  pocket.mouth_width = shape.mouth;
  ++table.pocket_count;
}

void add_corner_pocket(Table& table, PocketId id, double sx, double sy) noexcept {
  const TableSpec& spec = table.spec;
  const double back = 0.5 * corner_cut(spec.corner);  // the mouth's middle is half way to the tips
  const Point mouth{sx * (0.5 * spec.length - back), sy * (0.5 * spec.width - back)};
  add_pocket(table, id, mouth, {sx * kInvSqrt2, sy * kInvSqrt2}, spec.corner);
}

void add_pockets(Table& table) noexcept {
  add_corner_pocket(table, PocketId::kCornerNN, -1.0, -1.0);
  add_corner_pocket(table, PocketId::kCornerPN, 1.0, -1.0);
  add_corner_pocket(table, PocketId::kCornerPP, 1.0, 1.0);
  add_corner_pocket(table, PocketId::kCornerNP, -1.0, 1.0);
  const double y = 0.5 * table.spec.width;
  add_pocket(table, PocketId::kSideN, {0.0, -y}, {0.0, -1.0}, table.spec.side);
  add_pocket(table, PocketId::kSideP, {0.0, y}, {0.0, 1.0}, table.spec.side);
}

void add_closed_cushions(Table& table) noexcept {
  const double x = 0.5 * table.spec.length;
  const double y = 0.5 * table.spec.width;
  for (const double s : {-1.0, 1.0}) {
    add_segment(table, {-x, s * y}, {x, s * y}, {0.0, -s});
    add_segment(table, {s * x, -y}, {s * x, y}, {-s, 0.0});
  }
}

}  // namespace

// The rail turns by δ = π − jaw_angle at the tip. Taylor series of sin and cos; the last term at
// δ = π/2 is below 1e-17.
JawDirection jaw_direction(double jaw_angle) noexcept {
  const double delta = std::numbers::pi - jaw_angle;
  double term = 1.0;
  double cosine = 1.0;
  double sine = 0.0;
  for (int n = 1; n <= 22; ++n) {
    term *= delta / n;
    const double sign = (n & 2) != 0 ? -1.0 : 1.0;
    ((n & 1) != 0 ? sine : cosine) += sign * term;
  }
  return {cosine, sine};
}

// ρ tan(δ/2), with tan(δ/2) = sin δ/(1 + cos δ).
double tip_setback(const PocketShape& shape) noexcept {
  const JawDirection jaw = jaw_direction(shape.jaw_angle);
  return shape.tip_radius * jaw.out / (1.0 + jaw.along);
}

Table make_geometry(const TableSpec& spec) noexcept {
  Table table;
  table.spec = spec;
  if (spec.endless) return table;
  if (!spec.pockets) {
    add_closed_cushions(table);
    return table;
  }
  add_long_rail(table, -1.0, -1.0);
  add_long_rail(table, 1.0, -1.0);
  add_short_rail(table, 1.0);
  add_long_rail(table, 1.0, 1.0);
  add_long_rail(table, -1.0, 1.0);
  add_short_rail(table, -1.0);
  add_pockets(table);
  return table;
}

}  // namespace billiard
