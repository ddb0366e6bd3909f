// SPDX-License-Identifier: Apache-2.0
// K §3.2: the same target by different spins, and where a ball of 1 m/s can come to rest.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "billiard_engine/batch.hpp"
#include "billiard_engine/files/settings.hpp"
#include "experiments/all.hpp"
#include "one_ball.hpp"

namespace billiard::lab {
namespace {

constexpr double kSpeed = 1.0;       // [m/s]
constexpr double kMostSpin = 150.0;  // the paper's largest [rad/s]
constexpr double kTargetDistance = 0.6;
constexpr double kPeriod = 0.002;  // [s]

/// A ball that leaves along `heading` [rad, from +y to the left]. `spin` [rad/s] is given for
/// heading +y and turned with it: −x is forward roll, y spin about the heading, z side.
Ball launched(const Physics& physics, double heading, const Vec3<double>& spin) {
  const double c = std::cos(heading);
  const double s = std::sin(heading);
  return ball_on_cloth(physics, {-s * kSpeed, c * kSpeed},
                       {c * spin.x() - s * spin.y(), s * spin.x() + c * spin.y(), spin.z()});
}

struct Track {
  std::vector<double> x, y;
};

Track track_of(const Physics& physics, const Ball& ball) {
  Track track;
  for (const Recorder::Sample& s : follow(physics, ball, kPeriod, 2.0)) {
    track.x.push_back(s.balls[0].position.x());
    track.y.push_back(s.balls[0].position.y());
  }
  return track;
}

/// Angle [rad, from +y to the left] under which a path crosses the circle through the target.
double crossing_angle(const Track& t) {
  for (std::size_t i = 1; i < t.x.size(); ++i) {
    const double before = std::hypot(t.x[i - 1], t.y[i - 1]);
    const double now = std::hypot(t.x[i], t.y[i]);
    if (now < kTargetDistance) continue;
    const double part = (kTargetDistance - before) / (now - before);
    const double x = t.x[i - 1] + part * (t.x[i] - t.x[i - 1]);
    const double y = t.y[i - 1] + part * (t.y[i] - t.y[i - 1]);
    return std::atan2(-x, y);
  }
  return std::nan("");
}

struct Aimed {
  Track track;
  double miss = 0.0;   ///< of the target [m]
  double bulge = 0.0;  ///< largest distance from the straight line before the target [m]
};

/// The cloth is the same in all directions: a path that comes to the right distance under a wrong
/// angle is right when the shot is turned by that angle.
Aimed aim(const Physics& physics, const Vec3<double>& spin) {
  const double angle = crossing_angle(track_of(physics, launched(physics, 0.0, spin)));
  Aimed a;
  a.track = track_of(physics, launched(physics, -angle, spin));
  a.miss = kTargetDistance * std::abs(crossing_angle(a.track));
  for (std::size_t i = 0; i < a.track.x.size(); ++i) {
    if (std::hypot(a.track.x[i], a.track.y[i]) > kTargetDistance) break;
    a.bulge = std::max(a.bulge, std::abs(a.track.x[i]));
  }
  return a;
}

struct Curves {
  std::string plot;
  double miss = 0.0, bulge = 0.0;
};

Curves curves_to_target(const Physics& physics) {
  Plot plot{.title = "One target, seven spins",
            .x = {.label = "x [m]"},
            .y = {.label = "y [m]", .low = 0.0},
            .marks = {{0.0, kTargetDistance, "target"}}};
  Curves curves;
  for (const double side : {-150.0, -100.0, -50.0, 0.0, 50.0, 100.0, 150.0}) {
    const Aimed a = aim(physics, {-kSpeed / physics.ball.radius, side, 0.0});
    curves.miss = std::max(curves.miss, a.miss);
    curves.bulge = std::max(curves.bulge, a.bulge);
    plot.series.push_back({.name = fmt::format("{:+g} rad/s about the heading", side),
                           .x = a.track.x,
                           .y = a.track.y});
  }
  curves.plot = draw(plot);
  return curves;
}

using Points = std::vector<Vec2<double>>;

/// Resting places over spins about x and y within ±kMostSpin, for one spin about z.
Points resting_places(const Physics& physics, double side, int count) {
  std::vector<Ball> balls;
  for (const double wx : linear_range(-kMostSpin, kMostSpin, count)) {
    for (const double wy : linear_range(-kMostSpin, kMostSpin, count)) {
      balls.push_back(ball_on_cloth(physics, {0.0, kSpeed}, {wx, wy, side}));
    }
  }
  std::vector<BatchRun> runs;
  runs.reserve(balls.size());
  for (const Ball& ball : balls) runs.push_back({.balls = {&ball, 1}, .strikes = false});
  std::vector<Result> results(runs.size());
  Batch batch(build_table(TableSpec{.endless = true}, physics.ball.radius), physics, 1);
  batch.run(runs, results);
  Points points;
  for (const Result& r : results) points.push_back(r.balls[0].position.head<2>());
  return points;
}

double cross(const Vec2<double>& o, const Vec2<double>& a, const Vec2<double>& b) {
  return (a.x() - o.x()) * (b.y() - o.y()) - (a.y() - o.y()) * (b.x() - o.x());
}

/// Area of the convex hull (Andrew's chains) [m²].
double hull_area(Points p) {
  std::sort(p.begin(), p.end(), [](const Vec2<double>& a, const Vec2<double>& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  Points hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t base = hull.size();
    for (const Vec2<double>& q : p) {
      while (hull.size() >= base + 2 && cross(hull[hull.size() - 2], hull.back(), q) <= 0.0) {
        hull.pop_back();
      }
      hull.push_back(q);
    }
    hull.pop_back();
    std::reverse(p.begin(), p.end());
  }
  double area = 0.0;
  for (std::size_t i = 1; i + 1 < hull.size(); ++i)
    area += 0.5 * cross(hull[0], hull[i], hull[i + 1]);
  return area;
}

}  // namespace

Findings shaping(const Effort& effort) {
  const Physics physics = load_physics("kudra2016");
  const Curves curves = curves_to_target(physics);
  Plot reach{.title = "Where a ball of 1 m/s along +y can stop",
             .x = {.label = "x [m]"},
             .y = {.label = "y [m]"},
             .marks = {{0.0, 0.0, "start"}},
             .equal_scale = true};
  Points all;
  for (const double side : {0.0, 150.0, -150.0}) {
    const Points points = resting_places(physics, side, effort.quick ? 9 : 25);
    Series s{
        .name = fmt::format("ω_z = {:g} rad/s", side), .x = {}, .y = {}, .stroke = Stroke::kPoints};
    for (const Vec2<double>& p : points) {
      s.x.push_back(p.x());
      s.y.push_back(p.y());
    }
    reach.series.push_back(s);
    all.insert(all.end(), points.begin(), points.end());
  }
  const auto by_y = [](const Vec2<double>& a, const Vec2<double>& b) { return a.y() < b.y(); };
  const auto by_x = [](const Vec2<double>& a, const Vec2<double>& b) { return a.x() < b.x(); };

  Findings f;
  f.summary =
      "With speed and start fixed, spin alone chooses the path. Left: a rolling ball with more or "
      "less "
      "spin about its heading, aimed so that every path meets the same target. Right: resting "
      "places "
      "over all spins up to the paper's largest, 150 rad/s about each axis.";
  f.figures = {
      {"Shaping by spin. The left axes are not to the same scale.", {curves.plot, draw(reach)}}};
  f.check("miss", "§4: “large possibilities of shaping”; seven spins meet one target, largest miss",
          "possible", 1e3 * curves.miss, "mm", curves.miss < 1e-3,
          "tolerance: 1 mm, a fifth of what the planner asks for");
  f.add("bulge", "Largest bulge of these paths beside the straight line", 1e3 * curves.bulge, "mm",
        "a ball of 40 mm can be passed that stands in the way");
  f.add("area", "Area of the reachable region (convex hull)", hull_area(all), "m²", "");
  f.add("back", "Farthest back it can stop", std::min_element(all.begin(), all.end(), by_y)->y(),
        "m", "draw: backspin turns it round");
  f.add("forward", "Farthest ahead", std::max_element(all.begin(), all.end(), by_y)->y(), "m", "");
  f.add("aside", "Farthest aside", std::max_element(all.begin(), all.end(), by_x)->x(), "m", "");
  return f;
}

}  // namespace billiard::lab
