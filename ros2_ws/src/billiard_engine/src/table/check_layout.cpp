// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/check_layout.hpp"

#include <algorithm>
#include <cmath>

namespace billiard {
namespace {

using Kind = LayoutError::Kind;
using Error = std::optional<LayoutError>;

/// A ball in a layout, and how close to the nose line it may come.
struct Placed {
  int index = 0;
  Vec2<double> point = Vec2<double>::Zero();  ///< centre seen from above [m]
  double reach = 0.0;                         ///< horizontal radius at nose height [m]
};

Error find_not_finite(const Ball& ball, int index) {
  if (ball.position.allFinite() && ball.velocity.allFinite() && ball.spin.allFinite()) return {};
  return LayoutError{Kind::kNotFinite, index};
}

/// On a compliant cloth a ball sinks in by a few micrometres.
Error find_below_cloth(const Ball& ball, int index, const Physics& physics, double tolerance) {
  const bool compliant = physics.cloth.contact == ClothContact::kCompliant;
  const double allowed = compliant ? std::max(tolerance, 1e-3 * physics.ball.radius) : tolerance;
  const double depth = physics.ball.radius - ball.position.z();
  if (depth <= allowed) return {};
  return LayoutError{Kind::kBelowCloth, index, -1, depth};
}

Error find_in_pocket(const Placed& ball, const Table& table) {
  for (int i = 0; i < table.pocket_count; ++i) {
    const Pocket& pocket = table.pockets[static_cast<std::size_t>(i)];
    const double depth = pocket.radius - (ball.point - pocket.centre).norm();
    if (depth > 0.0) return LayoutError{Kind::kInPocket, ball.index, i, depth};
  }
  return {};
}

/// Between the jaws of a pocket, before its hole ends.
bool in_throat(const Vec2<double>& point, const Table& table) {
  for (int i = 0; i < table.pocket_count; ++i) {
    const Pocket& pocket = table.pockets[static_cast<std::size_t>(i)];
    const Vec2<double> offset = point - pocket.mouth;
    const double depth = offset.dot(pocket.inward);
    const double aside = offset.x() * pocket.inward.y() - offset.y() * pocket.inward.x();
    const double end = (pocket.centre - pocket.mouth).dot(pocket.inward);
    if (depth >= 0.0 && depth <= end && std::abs(aside) <= 0.5 * pocket.mouth_width) return true;
  }
  return false;
}

Error find_beyond_noses(const Placed& ball, const Table& table) {
  const double beyond = std::max(std::abs(ball.point.x()) - 0.5 * table.spec.length,
                                 std::abs(ball.point.y()) - 0.5 * table.spec.width);
  if (beyond <= 0.0 || in_throat(ball.point, table)) return {};
  return LayoutError{Kind::kOutside, ball.index, -1, beyond + ball.reach};
}

/// How far a ball is inside a straight piece of cushion [m]; negative outside.
double depth_in(const CushionSegment& segment, const Placed& ball) {
  const Vec2<double> line = segment.to - segment.from;
  const Vec2<double> offset = ball.point - segment.from;
  const double along = std::clamp(offset.dot(line) / line.squaredNorm(), 0.0, 1.0);
  const double distance = (offset - along * line).norm();
  const bool behind = along > 0.0 && along < 1.0 && offset.dot(segment.normal) < 0.0;
  return ball.reach - (behind ? -distance : distance);
}

double depth_in(const CushionArc& arc, const Placed& ball) {
  const Vec2<double> offset = ball.point - arc.centre;
  const double distance = offset.norm();
  if (offset.dot(arc.middle) < arc.cos_half_angle * distance) return -distance;
  return ball.reach + arc.radius - distance;
}

Error find_in_cushion(const Placed& ball, const Table& table, double tolerance) {
  double depth = 0.0;
  for (int i = 0; i < table.segment_count; ++i) {
    depth = std::max(depth, depth_in(table.segments[static_cast<std::size_t>(i)], ball));
  }
  for (int i = 0; i < table.arc_count; ++i) {
    depth = std::max(depth, depth_in(table.arcs[static_cast<std::size_t>(i)], ball));
  }
  if (depth <= tolerance) return {};
  return LayoutError{Kind::kOutside, ball.index, -1, depth};
}

Error find_off_place(const Ball& ball, int index, const Table& table, double radius,
                     double tolerance) {
  if (table.spec.endless) return {};
  const double above_nose = ball.position.z() - table.spec.nose_height;
  const double reach = std::sqrt(std::max(0.0, radius * radius - above_nose * above_nose));
  const Placed placed{index, ball.position.head<2>(), reach};
  if (auto error = find_in_pocket(placed, table)) return error;
  if (auto error = find_beyond_noses(placed, table)) return error;
  return reach > 0.0 ? find_in_cushion(placed, table, tolerance) : std::nullopt;
}

Error find_overlap(std::span<const Ball> balls, int index, double radius, double tolerance) {
  const Ball& ball = balls[static_cast<std::size_t>(index)];
  for (int other = 0; other < index; ++other) {
    const Ball& second = balls[static_cast<std::size_t>(other)];
    if (!second.in_play()) continue;
    const double overlap = 2.0 * radius - (ball.position - second.position).norm();
    if (overlap > tolerance) return LayoutError{Kind::kOverlap, other, index, overlap};
  }
  return {};
}

}  // namespace

std::optional<LayoutError> check_layout(std::span<const Ball> balls, const Table& table,
                                        const Physics& physics, double tolerance) {
  if (balls.size() > static_cast<std::size_t>(kMaxBalls)) {
    return LayoutError{Kind::kTooMany, kMaxBalls};
  }
  const double radius = physics.ball.radius;
  for (int i = 0; i < static_cast<int>(balls.size()); ++i) {
    const Ball& ball = balls[static_cast<std::size_t>(i)];
    if (!ball.in_play()) continue;
    if (auto error = find_not_finite(ball, i)) return error;
    if (auto error = find_below_cloth(ball, i, physics, tolerance)) return error;
    if (auto error = find_off_place(ball, i, table, radius, tolerance)) return error;
    if (auto error = find_overlap(balls, i, radius, tolerance)) return error;
  }
  return std::nullopt;
}

}  // namespace billiard
