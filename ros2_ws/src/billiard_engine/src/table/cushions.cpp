// SPDX-License-Identifier: Apache-2.0
#include "table/cushions.hpp"

#include <algorithm>
#include <cmath>

namespace billiard {

namespace {

template <typename Scalar>
CushionElement<Scalar> line(const CushionSegment& s) noexcept {
  const Vec2<double> d = s.to - s.from;
  const double length = math::sqrt(d.x() * d.x() + d.y() * d.y());
  CushionElement<Scalar> e;
  e.straight = true;
  e.origin = s.from.cast<Scalar>();
  e.along = (d / length).cast<Scalar>();
  e.normal = s.normal.cast<Scalar>();
  e.extent = static_cast<Scalar>(length);
  e.low = s.from.cwiseMin(s.to).cast<Scalar>();
  e.high = s.from.cwiseMax(s.to).cast<Scalar>();
  return e;
}

template <typename Scalar>
CushionElement<Scalar> tip(const CushionArc& a) noexcept {
  const Vec2<double> r{a.radius, a.radius};
  CushionElement<Scalar> e;
  e.straight = false;
  e.origin = a.centre.cast<Scalar>();
  e.along = a.middle.cast<Scalar>();
  e.extent = static_cast<Scalar>(a.cos_half_angle);
  e.radius = static_cast<Scalar>(a.radius);
  e.low = (a.centre - r).cast<Scalar>();
  e.high = (a.centre + r).cast<Scalar>();
  return e;
}

/// Margin inside the noses beyond which neither a nose nor a hole can be reached.
double free_margin(const Table& table, double reach) noexcept {
  constexpr double kGrowth = 1.05;
  double margin = reach;
  const double x = 0.5 * table.spec.length;
  const double y = 0.5 * table.spec.width;
  for (int i = 0; i < table.pocket_count; ++i) {
    const Pocket& p = table.pockets[static_cast<std::size_t>(i)];
    const auto reaches = [&](double m) {
      const double dx = std::max(std::abs(p.centre.x()) - (x - m), 0.0);
      const double dy = std::max(std::abs(p.centre.y()) - (y - m), 0.0);
      return dx * dx + dy * dy < p.radius * p.radius;
    };
    while (reaches(margin) && margin < y) margin *= kGrowth;
  }
  return margin;
}

}  // namespace

template <typename Scalar>
Cushions<Scalar>::Cushions(const Table& table, double ball_radius) noexcept {
  none = table.spec.endless;
  if (none) return;
  for (int i = 0; i < table.segment_count; ++i) {
    elements[static_cast<std::size_t>(count++)] =
        line<Scalar>(table.segments[static_cast<std::size_t>(i)]);
  }
  for (int i = 0; i < table.arc_count; ++i) {
    elements[static_cast<std::size_t>(count++)] =
        tip<Scalar>(table.arcs[static_cast<std::size_t>(i)]);
  }
  const double above = table.spec.nose_height - ball_radius;
  const double contact = math::sqrt(ball_radius * ball_radius - above * above);
  const double margin = free_margin(table, contact);
  height = static_cast<Scalar>(table.spec.nose_height);
  reach = static_cast<Scalar>(contact);
  free_x = static_cast<Scalar>(0.5 * table.spec.length - margin);
  free_y = static_cast<Scalar>(0.5 * table.spec.width - margin);
}

template struct Cushions<double>;
template struct Cushions<float>;

}  // namespace billiard
