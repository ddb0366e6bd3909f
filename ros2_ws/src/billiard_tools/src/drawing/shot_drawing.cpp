// SPDX-License-Identifier: Apache-2.0
#include "drawing/shot_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drawing/ball_colours.hpp"
#include "drawing/path.hpp"

namespace billiard {
namespace {

using Point = Vec2<double>;

constexpr double kTickPeriod = 0.5;  // [s]
const char* const kGoalColour = "#ff4d2e";

/// One ball with everything that is drawn of it.
struct Subject {
  BallLook look;
  BallPath path;
  Point start;
  Ball end;
};

/// When the picture ends [s]: what comes later is pale.
double end_of(const ShotDrawing& d) {
  return d.goal != nullptr ? std::min(d.goal->arrival, d.result->time) : d.result->time;
}

Ball state_at(const ShotDrawing& d, std::size_t ball, double time) {
  Ball state = d.result->balls[ball];
  if (time >= d.result->time) return state;
  for (const Recorder::Sample& sample : d.recorder->samples()) {
    if (sample.time > time) break;
    state = sample.balls[ball];
  }
  return state;
}

std::vector<Subject> subjects(const ShotDrawing& d, double until) {
  std::vector<Subject> list;
  for (std::size_t i = 0; i < d.start->ids.size(); ++i) {
    list.push_back({ball_look(d.table->spec.balls, d.start->ids[i]),
                    ball_path(*d.recorder, *d.result, static_cast<int>(i), kTickPeriod, until),
                    d.start->balls[i].position.head<2>(), state_at(d, i, until)});
  }
  return list;
}

bool has_moved(const Subject& s) {
  return s.path.points.size() > 1 && (s.path.points.back() - s.start).norm() > 1e-4;
}

/// A line with a dark edge, so that every colour shows on every cloth.
void draw_path(Svg& svg, const Subject& s, double radius) {
  const double width = 1000.0 * radius * 0.19;
  const char* shape = "fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
  svg.polyline(s.path.points, fmt::format("{} stroke=\"#06231f\" stroke-opacity=\"0.35\" "
                                          "stroke-width=\"{:.2f}\"",
                                          shape, 1.7 * width));
  svg.polyline(s.path.points,
               fmt::format("{} stroke=\"{}\" stroke-width=\"{:.2f}\"", shape, s.look.path, width));
  for (const auto& tick : s.path.ticks) {
    const Point across = Point(-tick.direction.y(), tick.direction.x()) * (0.45 * radius);
    svg.line(tick.point - across, tick.point + across,
             fmt::format("stroke=\"{}\" stroke-width=\"{:.2f}\" stroke-linecap=\"round\"",
                         s.look.path, 0.75 * width));
  }
}

void draw_start(Svg& svg, const Subject& s, double radius) {
  svg.circle(
      s.start, 0.93 * radius,
      fmt::format("fill=\"{0}\" fill-opacity=\"0.12\" stroke=\"{0}\" stroke-width=\"{1:.2f}\"",
                  s.look.path, 140.0 * radius));
}

/// Ball and cushion contacts: small rings where the ball was.
void draw_events(Svg& svg, const ShotDrawing& d, double until, double radius) {
  for (const Event& event : d.recorder->events()) {
    if (event.time > until) break;
    const std::string style = fmt::format(
        "fill=\"none\" stroke=\"#ffffff\" stroke-opacity=\"0.8\" stroke-width=\"{:.2f}\"",
        70.0 * radius);
    if (event.kind == EventKind::kBallBall) svg.circle(event.position, 0.42 * radius, style);
    if (event.kind == EventKind::kBallCushion) {
      svg.circle(event.position, 0.16 * radius, "fill=\"#ffffff\" opacity=\"0.8\"");
    }
  }
}

void draw_balls(Svg& svg, const std::vector<Subject>& list, double radius) {
  for (const Subject& s : list) {
    if (has_moved(s)) draw_start(svg, s, radius);
  }
  for (const Subject& s : list) {
    const bool pocketed = s.end.motion == Motion::kPocketed;
    if (s.end.motion == Motion::kOffTable) continue;
    const Point p = s.end.position.head<2>();
    if (pocketed) svg.open_group("opacity=\"0.8\"");
    draw_ball(svg, p, s.look, pocketed ? 0.8 * radius : radius);
    if (pocketed) svg.close_group();
  }
}

void draw_run(Svg& svg, const ShotDrawing& d, double until, double radius) {
  const std::vector<Subject> list = subjects(d, until);
  for (const Subject& s : list) draw_path(svg, s, radius);
  draw_events(svg, d, until, radius);
  draw_balls(svg, list, radius);
}

/// A cross at the target, diamonds at the places to pass, rings round the balls to avoid.
void draw_goal(Svg& svg, const ShotGoal& goal, double radius) {
  const double width = 1000.0 * radius * 0.22;
  for (const Point& ball : goal.avoid) {
    svg.circle(ball, 1.5 * radius,
               fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" "
                           "stroke-dasharray=\"{:.2f}\"",
                           kGoalColour, width, 1.6 * width));
  }
  for (const Point& p : goal.through) {
    const double size = 0.55 * radius;
    svg.polygon({p + Point(size, 0), p + Point(0, size), p - Point(size, 0), p - Point(0, size)},
                fmt::format("fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"{:.2f}\"", kGoalColour,
                            0.35 * width));
  }
  for (const auto& [colour, wide] : {std::pair{"#ffffff", 1.8 * width}, {kGoalColour, width}}) {
    for (const Point& arm : {Point(1.5, 0.0), Point(0.0, 1.5)}) {
      svg.line(goal.target - radius * arm, goal.target + radius * arm,
               fmt::format("stroke=\"{}\" stroke-width=\"{:.2f}\" stroke-linecap=\"round\"", colour,
                           wide));
    }
  }
}

/// Everything that lies on the cloth.
void draw_shot_on(Svg& svg, const ShotDrawing& d, double radius) {
  const double end = end_of(d);
  if (end < d.result->time) {
    svg.open_group("opacity=\"0.35\"");
    draw_run(svg, d, d.result->time, radius);
    svg.close_group();
  }
  draw_run(svg, d, end, radius);
  if (d.goal != nullptr) draw_goal(svg, *d.goal, radius);
}

std::string caption(const ShotDrawing& d) {
  const double end = end_of(d);
  int pocketed = 0;
  for (int i = 0; i < d.result->ball_count; ++i) {
    if (state_at(d, static_cast<std::size_t>(i), end).motion == Motion::kPocketed) ++pocketed;
  }
  std::string text = fmt::format("{}   ·   {:.2f} s", d.title, end);
  if (pocketed > 0) text += fmt::format("   ·   {} pocketed", pocketed);
  if (d.goal != nullptr) text += "   ·   cross: target, pale: after it";
  return text + fmt::format("   ·   a tick every {:g} s", kTickPeriod);
}

/// Everything that moved, with room around it.
void bounds(const std::vector<Subject>& list, double radius, Point& low, Point& high) {
  low = high = list.front().start;
  for (const Subject& s : list) {
    for (const Point& p : s.path.points) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    low = low.cwiseMin(s.start);
    high = high.cwiseMax(s.start);
  }
  const double size = std::max((high - low).maxCoeff(), 8.0 * radius);
  const Point room = Point::Constant(0.08 * size + 2.0 * radius);
  // Not slimmer than 1 : 2.2, so that legends fit.
  const Point middle = 0.5 * (low + high);
  const Point half = (0.5 * (high - low) + room).cwiseMax(0.45 * (0.5 * size) + room.x());
  low = middle - half;
  high = middle + half;
}

double grid_for(double size) { return size > 5.0 ? 1.0 : size > 0.4 ? 0.1 : 0.01; }

std::string draw_on_endless_cloth(const ShotDrawing& d) {
  Point low;
  Point high;
  bounds(subjects(d, d.result->time), d.ball_radius, low, high);
  const double size = (high - low).maxCoeff();
  const double strip = 0.07 * (high - low).x();
  Svg svg = draw_endless_cloth(low - Point(0.0, strip), high, grid_for(size));
  // A far path makes real balls dots: enlarge what is drawn of them a little.
  draw_shot_on(svg, d, std::max(d.ball_radius, 0.009 * size));
  svg.open_group("color=\"#ffffff\"");
  const double margin = 0.03 * (high - low).x();
  draw_legend(svg, caption(d), low.x() + margin, high.x() - margin, low.y() - 0.55 * strip);
  svg.close_group();
  return svg.finish();
}

std::string draw_on_table(const ShotDrawing& d) {
  Svg svg = draw_table(*d.table);
  draw_shot_on(svg, d, d.ball_radius);
  svg.open_group("color=\"#3a2a1c\"");
  const double half = 0.5 * d.table->spec.length + 0.13;
  draw_legend(svg, caption(d), -half, half, -(0.5 * d.table->spec.width + 0.15 + 0.085));
  svg.close_group();
  return svg.finish();
}

}  // namespace

void draw_ball(Svg& svg, const Point& p, const BallLook& look, double radius) {
  svg.circle(p + Point(0.12, -0.16) * radius, radius, "fill=\"#000000\" opacity=\"0.28\"");
  svg.circle(p, radius,
             fmt::format("fill=\"{}\" stroke=\"#10201d\" stroke-opacity=\"0.7\" "
                         "stroke-width=\"{:.2f}\"",
                         look.striped ? "#f7f4e9" : look.colour, 60.0 * radius));
  if (look.striped) {
    // The band between the chords at ±0.58 radius.
    constexpr double kEdge = 0.58;
    std::vector<Point> band;
    const double end = std::asin(kEdge);
    for (const double side : {0.0, 3.14159265358979}) {
      for (int i = 0; i <= 12; ++i) {
        const double angle = side - end + 2.0 * end * i / 12.0;
        band.push_back(p + 0.97 * radius * Point(std::cos(angle), std::sin(angle)));
      }
    }
    svg.polygon(band, fmt::format("fill=\"{}\"", look.colour));
  }
  if (!look.label.empty()) {
    svg.circle(p, 0.52 * radius, "fill=\"#fdfbf4\"");
    svg.text(p - Point(0.0, 0.24 * radius), 680.0 * radius, look.label,
             "fill=\"#16181a\" text-anchor=\"middle\" font-weight=\"bold\"");
  }
  svg.circle(p + Point(-0.34, 0.38) * radius, 0.24 * radius, "fill=\"#ffffff\" opacity=\"0.45\"");
}

std::string draw_shot(const ShotDrawing& drawing) {
  return drawing.table->spec.endless ? draw_on_endless_cloth(drawing) : draw_on_table(drawing);
}

}  // namespace billiard
