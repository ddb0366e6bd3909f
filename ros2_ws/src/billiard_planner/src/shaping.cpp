// SPDX-License-Identifier: Apache-2.0
// On clean cloth a path turns with its azimuth. So paths are simulated once along +x, turned so
// that they pass the target, and compared with what is asked; the best few are then improved.
#include "billiard_planner/shaping.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "billiard_engine/simulator.hpp"
#include "cue_clearance.hpp"
#include "geometry.hpp"
#include "validate_request.hpp"

namespace billiard {
namespace {

constexpr double kPeriod = 0.008;       // [s] between points of a path
constexpr double kMaxTime = 5.0;        // [s]
constexpr double kMaxSpeed = 6.0;       // [m/s] of the cue
constexpr double kMaxElevation = 1.35;  // [rad]
constexpr double kSafeGap = 0.001;      // [m] more than asked while searching
constexpr double kSteepCost = 4e-4;     // [m²/rad²] a steep cue weighs like a miss of 2 cm
constexpr int kStarts = 14;
constexpr int kIterations = 14;

/// Speed, elevation, side, height.
using Parameters = Eigen::Vector4d;
const Parameters kSteps(1e-3, 1e-3, 1e-3, 1e-3);

using Path = std::vector<Point>;
using Clock = std::chrono::steady_clock;

TableSpec endless_spec() {
  TableSpec spec;
  spec.endless = true;
  return spec;
}

struct Fit {
  Parameters x = Parameters::Zero();
  double azimuth = 0.0;
  Eigen::VectorXd residuals;  ///< signed misses, then missing clearances [m]
  double cost = 1e9;
  double miss = 1e9;
  double gap = 1e9;    ///< to the nearest ball [m]
  double spare = 1e9;  ///< the same beyond what must be kept [m]
};

class Shaper {
 public:
  Shaper(const Table& table, const Physics& physics, const ShapeRequest& request)
      : table_(table),
        physics_(physics),
        request_(request),
        cloth_(build_table(endless_spec(), physics.ball.radius), physics),
        real_(table, physics),
        start_(position(request.cue)),
        rules_({}, ids(request)) {}

  Shape solve() {
    std::vector<Fit> fits = library();
    // Of strokes that fit about as well, the one with the lower cue is easier to play.
    const auto effort = [](const Fit& f) { return f.cost + kSteepCost * f.x[1] * f.x[1]; };
    std::stable_sort(fits.begin(), fits.end(),
                     [&](const Fit& a, const Fit& b) { return effort(a) < effort(b); });
    Shape best;
    best.miss = 1e9;
    const int starts = std::min<int>(kStarts, static_cast<int>(fits.size()));
    for (int i = 0; i < starts && !best.found; ++i) {
      if (i > 0 && is_late()) break;
      const Shape shape = verify(improve(fits[static_cast<std::size_t>(i)]));
      if (shape.found || shape.miss < best.miss) best = shape;
    }
    best.simulations = simulations_;
    best.elapsed = elapsed();
    return best;
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  bool is_late() const { return elapsed() > request_.budget; }
  Point position(int ball) const {
    return request_.balls[static_cast<std::size_t>(ball)].position.head<2>();
  }
  static std::vector<std::string> ids(const ShapeRequest& request) {
    std::vector<std::string> names(request.balls.size(), "other");
    names[static_cast<std::size_t>(request.cue)] = "cue";
    return names;
  }
  Shot shot(const Parameters& x, double azimuth) const {
    return {request_.cue, x[0], azimuth, x[1], x[2], x[3]};
  }

  /// Path on clean cloth from the origin along +x, until it is farther than needed.
  Path simulate(const Parameters& x) {
    ++simulations_;
    Shot struck = shot(x, 0.0);
    struck.ball = 0;
    Ball ball;
    ball.position.z() = physics_.ball.radius;
    cloth_.reset({&ball, 1});
    cloth_.strike(struck);
    const double enough = 1.3 * (request_.target - start_).norm() + 0.1;
    Path path{Point::Zero()};
    for (int i = 1; i * kPeriod < kMaxTime; ++i) {
      const Result result = cloth_.run({.time = i * kPeriod});
      path.emplace_back(result.balls[0].position.head<2>());
      if (result.status == Status::kRest || path.back().norm() > enough) break;
    }
    return path;
  }

  /// Turns a path so that it passes the target at its distance; cuts it there.
  double place(Path& path) const {
    const Point to_target = request_.target - start_;
    const double distance = to_target.norm();
    std::size_t end = path.size() - 1;
    Point pass = path.back();
    for (std::size_t i = 1; i < path.size(); ++i) {
      const double before = path[i - 1].norm();
      const double after = path[i].norm();
      if (before < distance && after >= distance) {
        const double part = (distance - before) / std::max(after - before, 1e-12);
        pass = path[i - 1] + part * (path[i] - path[i - 1]);
        end = i;
        break;
      }
    }
    path.resize(end);
    path.push_back(pass);
    const double turn = std::atan2(cross(pass, to_target), pass.dot(to_target));
    const double c = std::cos(turn);
    const double s = std::sin(turn);
    for (Point& p : path) p = start_ + Point(c * p.x() - s * p.y(), s * p.x() + c * p.y());
    return turn;
  }

  /// Where a path comes closest to a point.
  struct Closest {
    double miss = 1e9;        ///< signed distance, positive if the point is to the left [m]
    std::size_t segment = 1;  ///< that ends at this point of the path …
    Point place;              ///< … and where on it [m]
  };
  /// From `start` on.
  static Closest closest(const Path& path, const Point& point, const Closest& start) {
    Closest best = start;
    best.miss = 1e9;
    for (std::size_t i = start.segment; i < path.size(); ++i) {
      const Point from = i == start.segment ? start.place : path[i - 1];
      const Point line = path[i] - from;
      const double length2 = std::max(line.squaredNorm(), 1e-18);
      const Point place = from + std::clamp((point - from).dot(line) / length2, 0.0, 1.0) * line;
      const double distance = (point - place).norm();
      if (distance >= std::abs(best.miss)) continue;
      best = {cross(line, point - from) < 0.0 ? -distance : distance, i, place};
    }
    return best;
  }
  /// Where a path passes each waypoint, one after the other, and then the target.
  std::vector<Closest> passes(const Path& path) const {
    std::vector<Closest> result;
    std::vector<Point> points = request_.through;
    points.push_back(request_.target);
    Closest pass{.place = path.front()};
    for (const Point& point : points) {
      pass = closest(path, point, pass);
      result.push_back(pass);
    }
    return result;
  }

  double gap_to(const Path& path, int ball) const {
    double nearest = 1e9;
    for (std::size_t i = 1; i < path.size(); ++i) {
      nearest = std::min(nearest, distance_to_segment(position(ball), path[i - 1], path[i]));
    }
    return nearest - 2.0 * physics_.ball.radius;
  }

  double clearance_to(int ball) const {
    const bool named =
        std::find(request_.avoid.begin(), request_.avoid.end(), ball) != request_.avoid.end();
    return named ? request_.clearance : 0.0;
  }

  bool may_touch(int ball) const {
    return (position(ball) - request_.target).norm() < 2.05 * physics_.ball.radius;
  }

  Fit evaluate(const Parameters& x) {
    Fit fit;
    fit.x = x;
    Path path = simulate(x);
    fit.azimuth = place(path);
    std::vector<double> r;
    for (const Closest& pass : passes(path)) r.push_back(pass.miss);
    r.back() = (path.back() - request_.target).norm();  // the path ends there
    fit.miss = 0.0;
    for (const double miss : r) fit.miss = std::max(fit.miss, std::abs(miss));
    for (int i = 0; i < static_cast<int>(request_.balls.size()); ++i) {
      if (i == request_.cue || may_touch(i)) continue;
      const double gap = gap_to(path, i);
      fit.gap = std::min(fit.gap, gap);
      fit.spare = std::min(fit.spare, gap - clearance_to(i));
      r.push_back(std::max(0.0, kSafeGap - gap + clearance_to(i)));
    }
    r.push_back(beyond_cushions(path));
    r.push_back(0.05 * std::max(0.0, least_elevation(fit) - x[1]));
    fit.residuals = Eigen::Map<Eigen::VectorXd>(r.data(), static_cast<Eigen::Index>(r.size()));
    fit.cost = fit.residuals.squaredNorm();
    return fit;
  }

  double beyond_cushions(const Path& path) const {
    if (table_.spec.endless) return 0.0;
    const double x = 0.5 * table_.spec.length - physics_.ball.radius;
    const double y = 0.5 * table_.spec.width - physics_.ball.radius;
    double beyond = 0.0;
    for (const Point& p : path) {
      beyond = std::max({beyond, std::abs(p.x()) - x, std::abs(p.y()) - y});
    }
    return beyond;
  }

  double least_elevation(const Fit& fit) const {
    Scene scene;
    scene.table = &table_;
    scene.physics = &physics_;
    scene.rules = &rules_;
    scene.balls = request_.balls;
    scene.in_play = in_play(request_.balls);
    return minimum_elevation(scene, fit.azimuth, fit.x[3]).value_or(1.6);
  }

  void limit(Parameters& x) const {
    x[0] = std::clamp(x[0], 0.3, kMaxSpeed);
    x[1] = std::clamp(x[1], 0.0, kMaxElevation);
    const double most = 0.97 * miscue_limit(physics_.cue);
    const double offset = std::hypot(x[2], x[3]);
    if (offset > most) x.tail<2>() *= most / offset;
  }

  /// Strokes of all sorts: rolling, swerving, massé.
  std::vector<Fit> library() {
    std::vector<Fit> fits;
    for (const double elevation : {0.04, 0.12, 0.25, 0.45, 0.7, 1.0, 1.2}) {
      for (const double side : {0.0, 0.15, -0.15, 0.3, -0.3, 0.45, -0.45}) {
        for (const double speed : {1.2, 2.0, 3.2}) {
          for (const double height : {0.0, -0.2}) {
            if (is_late() && !fits.empty()) return fits;
            Parameters x(speed, elevation, side, height);
            limit(x);
            fits.push_back(evaluate(x));
          }
        }
      }
    }
    return fits;
  }

  // Levenberg and Marquardt with forward differences.
  Fit improve(Fit fit) {
    double damping = 1e-3;
    for (int i = 0; i < kIterations && fit.cost > 1e-7 && !is_late(); ++i) {
      Eigen::MatrixXd jacobian(fit.residuals.size(), 4);
      for (int k = 0; k < 4; ++k) {
        Parameters x = fit.x;
        x[k] += kSteps[k];
        jacobian.col(k) = (evaluate(x).residuals - fit.residuals) / kSteps[k];
      }
      Eigen::Matrix4d normal = jacobian.transpose() * jacobian;
      const Parameters gradient = jacobian.transpose() * fit.residuals;
      bool better = false;
      for (int attempt = 0; attempt < 4 && !better; ++attempt) {
        Eigen::Matrix4d damped = normal;
        damped.diagonal().array() += damping * (normal.diagonal().maxCoeff() + 1e-9);
        Parameters x = fit.x - damped.ldlt().solve(gradient);
        limit(x);
        const Fit next = evaluate(x);
        better = next.cost < fit.cost;
        if (better) fit = next;
        damping *= better ? 0.2 : 6.0;
      }
      if (!better) break;
    }
    return fit;
  }

  /// The real table with all balls: what the path does until it touches something.
  Shape verify(const Fit& fit) {
    Shape shape;
    shape.shot = shot(fit.x, std::remainder(fit.azimuth, 2.0 * std::numbers::pi));
    shape.clearance = fit.gap;
    ++simulations_;
    real_.reset(request_.balls);
    real_.strike(shape.shot);
    Recorder events(0.0, 0, 64);
    Path path{start_};
    for (int i = 1; i * kPeriod < kMaxTime; ++i) {
      const Result result = real_.run({.time = i * kPeriod}, &events);
      path.emplace_back(result.balls[static_cast<std::size_t>(request_.cue)].position.head<2>());
      const bool touched =
          std::any_of(events.events().begin(), events.events().end(), [](const Event& e) {
            return e.kind == EventKind::kBallBall || e.kind == EventKind::kBallCushion ||
                   e.kind == EventKind::kPocketed;
          });
      if (touched || result.status != Status::kTimeLimit) break;
    }
    const std::vector<Closest> met = passes(path);
    for (const Closest& pass : met) shape.miss = std::max(shape.miss, std::abs(pass.miss));
    const Point& before = path[met.back().segment - 1];
    const double piece = std::max((path[met.back().segment] - before).norm(), 1e-12);
    shape.arrival = kPeriod * (static_cast<double>(met.back().segment - 1) +
                               (met.back().place - before).norm() / piece);
    const bool held = least_elevation(fit) <= fit.x[1] + 1e-3;
    const bool clear = fit.spare > -1e-9;
    shape.found = shape.miss <= request_.tolerance && clear && held;
    shape.reason = reason(shape, clear, held);
    return shape;
  }

  std::string reason(const Shape& shape, bool clear, bool held) const {
    if (shape.found) return fmt::format("met within {:.1f} mm", 1e3 * shape.miss);
    std::string text =
        fmt::format("no such path: the closest comes within {:.1f} mm", 1e3 * shape.miss);
    if (!clear) text += fmt::format(" and passes a ball at {:.1f} mm", 1e3 * shape.clearance);
    if (!held) text += " with a cue that would have to go through a ball or rail";
    return text;
  }

  Clock::time_point begin_ = Clock::now();
  const Table& table_;
  const Physics& physics_;
  const ShapeRequest& request_;
  Simulator cloth_;
  Simulator real_;
  Point start_;
  Rules rules_;
  int simulations_ = 0;
};

}  // namespace

Shape shape_shot(const Table& table, const Physics& physics, const ShapeRequest& request) {
  validate(request, table, physics);
  return Shaper(table, physics, request).solve();
}

}  // namespace billiard
