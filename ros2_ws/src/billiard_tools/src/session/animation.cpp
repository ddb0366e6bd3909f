// SPDX-License-Identifier: Apache-2.0
#include "session/animation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "drawing/ball_colours.hpp"
#include "drawing/path.hpp"
#include "drawing/shot_drawing.hpp"

namespace billiard::session {

namespace {

using Key = AnimatedBall::Key;
using Point = Vec2<double>;

constexpr double kTolerance = 1e-3;  // [m], below a pixel at any size
constexpr double kMoved = 0.004;     // [m], shorter ways are not drawn
constexpr double kWood = 0.150;      // nose to the table's outer edge, as draw_table() has it [m]
constexpr double kMillimetres = 1000.0;

double miss(const Key& a, const Key& b, const Key& k) {
  const double span = b.time - a.time;
  const double part = span > 0.0 ? (k.time - a.time) / span : 0.0;
  return (a.place + part * (b.place - a.place) - k.place).norm();
}

// Like simplify() of paths, but a key must be met at its time.
std::vector<Key> thin_out(const std::vector<Key>& keys) {
  if (keys.size() < 3) return keys;
  std::vector<bool> keep(keys.size(), false);
  keep.front() = keep.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, keys.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    double worst = kTolerance;
    std::size_t split = first;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double m = miss(keys[first], keys[last], keys[i]);
      if (m > worst) {
        worst = m;
        split = i;
      }
    }
    if (split == first) continue;
    keep[split] = true;
    open.emplace_back(first, split);
    open.emplace_back(split, last);
  }
  std::vector<Key> kept;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keep[i]) kept.push_back(keys[i]);
  }
  return kept;
}

double way(const AnimatedBall& ball) {
  double sum = 0.0;
  for (std::size_t i = 1; i < ball.keys.size(); ++i)
    sum += (ball.keys[i].place - ball.keys[i - 1].place).norm();
  return sum;
}

Point hole(const Ball& ball, const Table& table) {
  const bool known = ball.pocket >= 0 && ball.pocket < table.pocket_count;
  return known ? table.pockets[static_cast<std::size_t>(ball.pocket)].centre
               : Point(ball.position.head<2>());
}

int pocket_index(const Table& table, const std::string& pocket) {
  for (int i = 0; i < table.pocket_count; ++i) {
    if (pocket == name(static_cast<PocketId>(i))) return i;
  }
  return -1;
}

std::string xy(const Point& p) {
  return fmt::format("{:.0f},{:.0f}", kMillimetres * p.x() + 0.0, -kMillimetres * p.y() + 0.0);
}

std::string polyline(const std::vector<Point>& points, const std::string& attributes) {
  std::string out = "<polyline points=\"";
  for (const Point& p : points) out += xy(p) + " ";
  out.pop_back();
  return out + "\" " + attributes + "/>\n";
}

std::vector<Point> places(const AnimatedBall& ball) {
  std::vector<Point> points;
  for (const Key& key : ball.keys) points.push_back(key.place);
  return points;
}

// [[t ms, x mm, y mm], …] of every ball; 1 at the end of one that falls.
std::string motion_of(const std::vector<AnimatedBall>& balls) {
  std::string out = "[";
  for (const AnimatedBall& ball : balls) {
    out += out.size() > 1 ? ",[[" : "[[";
    for (std::size_t i = 0; i < ball.keys.size(); ++i) {
      out += fmt::format("{}[{:.0f},{}]", i > 0 ? "," : "", 1e3 * ball.keys[i].time + 0.0,
                         xy(ball.keys[i].place));
    }
    out += fmt::format("],{}]", ball.falls ? 1 : 0);
  }
  return out + "]";
}

std::string marks(const AnimatedView& view, const Table& table, double radius) {
  std::string out;
  const int pocket = pocket_index(table, view.called_pocket);
  if (pocket >= 0) {
    const Pocket& p = table.pockets[static_cast<std::size_t>(pocket)];
    out += fmt::format("<circle class=\"called\" cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"{:.0f}\"/>\n",
                       kMillimetres * p.centre.x(), -kMillimetres * p.centre.y(),
                       kMillimetres * p.radius + 14.0);
  }
  for (const AnimatedBall& ball : view.balls) {
    if (ball.id != view.called_ball || ball.keys.empty()) continue;
    const Point& at = ball.keys.front().place;
    out += fmt::format("<circle class=\"called\" cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"{:.0f}\"/>\n",
                       kMillimetres * at.x(), -kMillimetres * at.y(), kMillimetres * radius + 12.0);
  }
  return out;
}

std::string paths(const AnimatedView& view, const Settings& settings) {
  std::string out;
  for (const AnimatedBall& ball : view.balls) {
    const std::string colour = ball_look(settings.table.spec.balls, ball.id).path;
    const bool drawn = ball.keys.size() > 1 && way(ball) > kMoved;
    out += polyline(drawn ? places(ball) : std::vector<Point>{ball.keys.front().place},
                    fmt::format("class=\"real\" stroke=\"{}\"", colour));
    if (drawn) {
      const Point& at = ball.keys.front().place;
      out += fmt::format(
          "<circle class=\"start\" cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"{:.0f}\" "
          "stroke=\"{}\"/>\n",
          kMillimetres * at.x(), -kMillimetres * at.y(), 930.0 * settings.physics.ball.radius,
          colour);
    }
  }
  for (const StillPath& path : view.predicted) {
    out += polyline(path.points, fmt::format("class=\"said\" stroke=\"{}\"",
                                             ball_look(settings.table.spec.balls, path.id).path));
  }
  return out;
}

std::string shape_name(const std::string& id) {
  std::string name = "ball-";
  for (const char c : id) name += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return name;
}

// One picture; its balls stand where they end.
std::string draw_view(const AnimatedView& view, const Settings& settings) {
  const TableSpec& spec = settings.table.spec;
  const double x = kMillimetres * (0.5 * spec.length + kWood),
               y = kMillimetres * (0.5 * spec.width + kWood);
  std::string out = fmt::format(
      "<div class=\"view\"><svg viewBox=\"{:.0f} {:.0f} {:.0f} {:.0f}\" role=\"img\" "
      "data-motion=\"{}\">\n<use href=\"#table\"/>\n",
      -x, -y, 2 * x, 2 * y, motion_of(view.balls));
  out += marks(view, settings.table, settings.physics.ball.radius);
  out += paths(view, settings);
  for (const AnimatedBall& ball : view.balls) {
    const Point& at = ball.keys.back().place;
    out +=
        fmt::format("<use class=\"ball{}\" href=\"#{}\" transform=\"translate({:.0f} {:.0f})\"/>\n",
                    ball.falls ? " fallen" : "", shape_name(ball.id), kMillimetres * at.x(),
                    -kMillimetres * at.y());
  }
  out += "</svg>";
  if (!view.title.empty())
    out += fmt::format("<p class=\"view-title\">{}</p>", escape_xml(view.title));
  return out + "</div>\n";
}

}  // namespace

std::vector<AnimatedBall> animate(std::span<const BallsMoment> moments, double strike,
                                  const Table& table) {
  std::map<std::string, AnimatedBall> ways;
  std::vector<std::string> order;
  for (const BallsMoment& moment : moments) {
    for (std::size_t i = 0; i < moment.layout.ids.size(); ++i) {
      const std::string& id = moment.layout.ids[i];
      const Ball& ball = moment.layout.balls[i];
      auto found = ways.find(id);
      if (found == ways.end()) {
        if (!ball.in_play()) continue;
        found = ways.emplace(id, AnimatedBall{id, {}, false}).first;
        order.push_back(id);
      }
      AnimatedBall& way = found->second;
      if (way.falls) continue;
      way.falls = !ball.in_play();
      way.keys.push_back({std::max(0.0, moment.time - strike),
                          way.falls ? hole(ball, table) : Point(ball.position.head<2>())});
    }
  }
  std::vector<AnimatedBall> list;
  for (const std::string& id : order) {
    list.push_back(ways[id]);
    list.back().keys = thin_out(list.back().keys);
    if (way(list.back()) < kMoved && !list.back().falls) list.back().keys.resize(1);
  }
  return list;
}

std::vector<AnimatedBall> animate(const RecordedPrediction& prediction, double strike,
                                  const Table& table) {
  std::vector<AnimatedBall> list;
  for (const PredictedPath& path : prediction.paths) {
    if (path.points.empty()) continue;
    AnimatedBall ball{path.ball, {}, !path.pocket.empty()};
    for (const auto& p : path.points)
      ball.keys.push_back({std::max(0.0, prediction.time - strike + p.time), p.position});
    const int pocket = pocket_index(table, path.pocket);
    if (pocket >= 0)
      ball.keys.back().place = table.pockets[static_cast<std::size_t>(pocket)].centre;
    ball.keys = thin_out(ball.keys);
    list.push_back(std::move(ball));
  }
  return list;
}

std::vector<StillPath> still_paths(const RecordedPrediction& prediction) {
  std::vector<StillPath> paths;
  for (const PredictedPath& path : prediction.paths) {
    std::vector<Point> points;
    for (const auto& p : path.points) points.push_back(p.position);
    points = simplify(points, kTolerance);
    const bool moved = std::any_of(points.begin(), points.end(), [&](const Point& p) {
      return (p - points.front()).norm() > kMoved;
    });
    if (moved) paths.push_back({path.ball, std::move(points)});
  }
  return paths;
}

std::string draw_animation(const std::vector<AnimatedView>& views, double duration,
                           const Settings& settings) {
  const int duration_ms = static_cast<int>(std::lround(1e3 * std::max(duration, 0.0)));
  std::string out =
      fmt::format("<figure class=\"shot\" data-ms=\"{}\">\n<div class=\"views\">\n", duration_ms);
  for (const AnimatedView& view : views) out += draw_view(view, settings);
  return out + fmt::format(
                   "</div>\n<div class=\"controls\"><button type=\"button\" "
                   "aria-label=\"Play\">▶</button><input type=\"range\" min=\"0\" max=\"{0}\" "
                   "value=\"{0}\" step=\"10\" aria-label=\"Time\"><output>{1:.2f} s</output>"
                   "</div>\n</figure>\n",
                   duration_ms, 1e-3 * duration_ms);
}

std::string animation_shapes(const Settings& settings, const std::set<std::string>& balls) {
  const Svg table = draw_table(settings.table);
  std::string out =
      "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\n<defs>\n" +
      table.definitions() + "<g id=\"table\">\n" + table.body() + "</g>\n";
  for (const std::string& id : balls) {
    Svg ball({-1.0, -1.0}, {1.0, 1.0});
    draw_ball(ball, Point::Zero(), ball_look(settings.table.spec.balls, id),
              settings.physics.ball.radius);
    out += fmt::format("<g id=\"{}\">\n{}</g>\n", shape_name(id), ball.body());
  }
  return out + "</defs>\n</svg>\n";
}

const char* animation_style() {
  return R"(
.shot { margin: 0; }
.views { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 10px; }
.view svg { display: block; width: 100%; height: auto; border-radius: 2% / 3.6%; }
.view-title { margin: 4px 2px 0; color: var(--soft); font-size: 13px; }
.real { fill: none; stroke-width: 9; stroke-linejoin: round; stroke-linecap: round; opacity: .92; }
.said { fill: none; stroke-width: 3.5; stroke-linejoin: round; stroke-dasharray: 14 9; opacity: .95; }
.start { fill: none; stroke-width: 3.5; opacity: .8; }
.called { fill: none; stroke: #ffe45c; stroke-width: 7; }
.fallen { opacity: .4; }
.controls { display: flex; align-items: center; gap: 10px; margin-top: 8px; }
.controls button { width: 40px; height: 34px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; font-size: 15px; cursor: pointer; }
.controls input { flex: 1; min-width: 0; accent-color: var(--accent); }
.controls output { min-width: 58px; text-align: right; font-variant-numeric: tabular-nums; color: var(--soft); }
)";
}

const char* animation_script() {
  return R"(
"use strict";
for (const shot of document.querySelectorAll(".shot")) {
  const end = +shot.dataset.ms;
  const [button, slider, clock] = shot.querySelector(".controls").children;
  // Every ball: its keys [t, x, y], the way up to each of them, and what shows it.
  const balls = [];
  for (const svg of shot.querySelectorAll("svg[data-motion]")) {
    const shown = svg.querySelectorAll(".ball"), lines = svg.querySelectorAll(".real");
    JSON.parse(svg.dataset.motion).forEach(([keys, falls], i) => {
      const way = [0];
      for (let k = 1; k < keys.length; ++k)
        way.push(way[k - 1] + Math.hypot(keys[k][1] - keys[k - 1][1], keys[k][2] - keys[k - 1][2]));
      balls.push({keys, falls, way, ball: shown[i], line: lines[i], at: 0});
    });
  }
  const show = (time) => {
    for (const b of balls) {
      const keys = b.keys, last = keys.length - 1;
      if (keys[b.at][0] > time) b.at = 0;
      while (b.at < last && keys[b.at + 1][0] <= time) ++b.at;
      const from = keys[b.at], to = keys[Math.min(b.at + 1, last)];
      const part = to[0] > from[0] ? Math.max(0, (time - from[0]) / (to[0] - from[0])) : 0;
      const x = from[1] + part * (to[1] - from[1]), y = from[2] + part * (to[2] - from[2]);
      b.ball.setAttribute("transform", `translate(${x} ${y})`);
      b.ball.classList.toggle("fallen", b.falls === 1 && time >= keys[last][0]);
      const run = b.way[b.at] + Math.hypot(x - from[1], y - from[2]);
      b.line.style.strokeDasharray = time >= end ? "" : `${run} 99999`;
    }
    slider.value = time;
    clock.textContent = (time / 1000).toFixed(2) + " s";
  };
  let running = false, before = 0, time = end;
  const step = (now) => {
    if (!running) return;
    time = Math.min(end, time + (now - before));
    before = now;
    show(time);
    if (time >= end) stop(); else requestAnimationFrame(step);
  };
  const stop = () => { running = false; button.textContent = "▶"; button.ariaLabel = "Play"; };
  button.addEventListener("click", () => {
    if (running) return stop();
    if (time >= end) time = 0;
    running = true;
    button.textContent = "❚❚";
    button.ariaLabel = "Pause";
    before = performance.now();
    requestAnimationFrame(step);
  });
  slider.addEventListener("input", () => { stop(); time = +slider.value; show(time); });
}
)";
}

}  // namespace billiard::session
