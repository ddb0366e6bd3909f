// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "drawing/shot_drawing.hpp"

namespace billiard {
namespace {

using Point = Vec2<double>;

constexpr double kCushion = 0.050;  // nose to wood [m]
constexpr double kFrame = 0.150;    // nose to the table's outer edge [m]
constexpr double kMargin = 0.030;   // around the table [m]
constexpr double kLegend = 0.110;   // below the table [m]

/// Cloth, wood and their shades.
struct Colours {
  const char* cloth;
  const char* cloth_edge;
  const char* cushion;
};

Colours colours(BallSet set) {
  switch (set) {
    case BallSet::kSnooker:
      return {"#2f8f4e", "#1d6b38", "#1a5e32"};
    case BallSet::kCarom:
      return {"#3579b8", "#235a91", "#1e4f80"};
    case BallSet::kPool:
      break;
  }
  return {"#2b8577", "#17594f", "#134b43"};
}

void define_colours(Svg& svg, const Colours& c) {
  svg.define(
      fmt::format("<radialGradient id=\"cloth\" cx=\"0.5\" cy=\"0.45\" r=\"0.75\">"
                  "<stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"1\" "
                  "stop-color=\"{}\"/></radialGradient>\n",
                  c.cloth, c.cloth_edge));
  svg.define(
      "<linearGradient id=\"wood\" x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\">"
      "<stop offset=\"0\" stop-color=\"#8a5a35\"/><stop offset=\"0.35\" "
      "stop-color=\"#6b4023\"/><stop offset=\"0.65\" stop-color=\"#7c4d2b\"/>"
      "<stop offset=\"1\" stop-color=\"#51301a\"/></linearGradient>\n");
  svg.define(
      "<radialGradient id=\"hole\"><stop offset=\"0.6\" stop-color=\"#050505\"/>"
      "<stop offset=\"1\" stop-color=\"#1d1a18\"/></radialGradient>\n");
}

void draw_cloth_and_frame(Svg& svg, const TableSpec& spec) {
  const Point half{0.5 * spec.length, 0.5 * spec.width};
  const auto grown = [&](double by) { return Point(half.x() + by, half.y() + by); };
  svg.rectangle(-grown(kFrame), grown(kFrame), 55.0,
                "fill=\"url(#wood)\" stroke=\"#2d1a0d\" stroke-width=\"4\"");
  svg.rectangle(-grown(kFrame - 0.012), grown(kFrame - 0.012), 46.0,
                "fill=\"none\" stroke=\"#a9764a\" stroke-width=\"2\" opacity=\"0.55\"");
  svg.rectangle(-grown(kCushion + 0.008), grown(kCushion + 0.008), 8.0, "fill=\"#3a2212\"");
  svg.rectangle(-grown(kCushion), grown(kCushion), 4.0, "fill=\"url(#cloth)\"");
}

/// Sights on the wood: every eighth of the length and quarter of the width.
void draw_diamonds(Svg& svg, const TableSpec& spec) {
  const double x = 0.5 * spec.length;
  const double y = 0.5 * spec.width;
  const double out = 0.5 * (kCushion + kFrame);
  const auto diamond = [&](const Point& p) {
    constexpr double kSize = 0.010;
    svg.polygon(
        {p + Point(kSize, 0), p + Point(0, kSize), p - Point(kSize, 0), p - Point(0, kSize)},
        "fill=\"#f3ead7\" stroke=\"#3a2212\" stroke-width=\"1\"");
  };
  for (const double s : {-1.0, 1.0}) {
    for (int i = 1; i < 8; ++i) {
      if (spec.pockets && i == 4) continue;
      diamond({-x + spec.length * i / 8.0, s * (y + out)});
    }
    for (int i = 1; i < 4; ++i) diamond({s * (x + out), -y + spec.width * i / 4.0});
  }
}

/// Points of a rounded tip from its nose to its jaw.
void append_tip(std::vector<Point>& outline, const CushionArc& arc, const Point& from_normal,
                const Point& to_normal) {
  constexpr int kPieces = 6;
  for (int i = 0; i <= kPieces; ++i) {
    const double part = static_cast<double>(i) / kPieces;
    const Point direction = ((1.0 - part) * from_normal + part * to_normal).normalized();
    outline.push_back(arc.centre + arc.radius * direction);
  }
}

/// Where a jaw meets the wood; short tips may end before it.
Point jaw_end(const CushionSegment& jaw, const CushionSegment& nose) {
  const Point along = (jaw.to - jaw.from).normalized();
  const double depth = (nose.from - jaw.from).dot(nose.normal);
  const double left = std::max(0.0, kCushion - depth);
  return jaw.from + along * (left / -along.dot(nose.normal));
}

/// A rail with pockets: nose, rounded tips, jaws. Segments come in threes (nose and its two jaws),
/// arcs in twos.
std::vector<Point> rail_outline(const Table& table, int rail) {
  const auto segment = static_cast<std::size_t>(3 * rail);
  const auto arc = static_cast<std::size_t>(2 * rail);
  const CushionSegment& nose = table.segments[segment];
  const CushionSegment& first = table.segments[segment + 1];
  const CushionSegment& second = table.segments[segment + 2];
  std::vector<Point> outline = {jaw_end(first, nose)};
  append_tip(outline, table.arcs[arc], first.normal, nose.normal);
  append_tip(outline, table.arcs[arc + 1], nose.normal, second.normal);
  outline.push_back(jaw_end(second, nose));
  return outline;
}

/// A closed rail with mitred corners.
std::vector<Point> closed_outline(const CushionSegment& nose) {
  const Point back = -nose.normal * kCushion;
  const Point along = (nose.to - nose.from).normalized() * kCushion;
  return {nose.from, nose.to, nose.to + back + along, nose.from + back - along};
}

void draw_rails(Svg& svg, const Table& table) {
  const std::string style = fmt::format(
      "fill=\"{}\" stroke=\"#0a2a25\" stroke-opacity=\"0.55\" "
      "stroke-width=\"2\" stroke-linejoin=\"round\"",
      colours(table.spec.balls).cushion);
  const int rails = table.spec.pockets ? table.segment_count / 3 : table.segment_count;
  for (int i = 0; i < rails; ++i) {
    svg.polygon(table.spec.pockets ? rail_outline(table, i)
                                   : closed_outline(table.segments[static_cast<std::size_t>(i)]),
                style);
  }
}

void draw_pockets(Svg& svg, const Table& table) {
  for (int i = 0; i < table.pocket_count; ++i) {
    const Pocket& pocket = table.pockets[static_cast<std::size_t>(i)];
    svg.circle(pocket.centre, pocket.radius + 0.010, "fill=\"#2a1a10\"");
    svg.circle(pocket.centre, pocket.radius, "fill=\"url(#hole)\"");
  }
}

/// Head string and spots, faintly.
void draw_marks(Svg& svg, const TableSpec& spec) {
  const double x = 0.25 * spec.length;
  const char* faint = "fill=\"#ffffff\" opacity=\"0.45\"";
  if (spec.balls == BallSet::kPool) {
    svg.line({-x, -0.5 * spec.width}, {-x, 0.5 * spec.width},
             "stroke=\"#ffffff\" stroke-width=\"2\" opacity=\"0.14\"");
  }
  for (const double s : {-x, 0.0, x}) svg.circle({s, 0.0}, 0.005, faint);
}

}  // namespace

Svg draw_table(const Table& table) {
  const TableSpec& spec = table.spec;
  const Point half{0.5 * spec.length + kFrame + kMargin, 0.5 * spec.width + kFrame + kMargin};
  const Point low = -half - Point(0.0, kLegend);
  Svg svg(low, half);
  define_colours(svg, colours(spec.balls));
  svg.rectangle(low, half, 0.0, "fill=\"#f5f1e8\"");
  draw_cloth_and_frame(svg, spec);
  draw_diamonds(svg, spec);
  draw_marks(svg, spec);
  draw_pockets(svg, table);
  draw_rails(svg, table);
  return svg;
}

}  // namespace billiard
