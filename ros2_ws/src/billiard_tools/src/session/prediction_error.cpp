// SPDX-License-Identifier: Apache-2.0
#include "session/prediction_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "session/shots.hpp"

namespace billiard::session {

namespace {

constexpr double kDisplaced = 0.005;  // a ball displaced by more has moved [m]

using Point = Vec2<double>;

// Where the ball is, or the hole it fell into.
Point place(const Ball& ball, const Table& table) {
  if (ball.motion == Motion::kPocketed && ball.pocket >= 0 && ball.pocket < table.pocket_count)
    return table.pockets[static_cast<std::size_t>(ball.pocket)].centre;
  return ball.position.head<2>();
}

int pocket_named(const Table& table, const std::string& pocket) {
  for (int i = 0; i < table.pocket_count; ++i) {
    if (pocket == name(static_cast<PocketId>(i))) return i;
  }
  return -1;
}

// Cubic through two points with their velocities (Hermite).
Point between_points(const PredictedPath::Point& a, const PredictedPath::Point& b, double time) {
  const double h = b.time - a.time;
  if (h <= 0.0) return b.position;
  const double s = (time - a.time) / h, s2 = s * s, s3 = s2 * s;
  return (2 * s3 - 3 * s2 + 1) * a.position + (s3 - 2 * s2 + s) * h * a.velocity +
         (3 * s2 - 2 * s3) * b.position + (s3 - s2) * h * b.velocity;
}

double distance_sum(const Layout& a, const Layout& b, double sign) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.balls.size(); ++i) {
    const int k = b.find(a.ids[i]);
    if (k < 0 || !a.balls[i].in_play() || !b.balls[static_cast<std::size_t>(k)].in_play()) continue;
    const Point d = sign * a.balls[i].position.head<2>() -
                    b.balls[static_cast<std::size_t>(k)].position.head<2>();
    sum += std::min(d.norm(), 0.5);
  }
  return sum;
}

}  // namespace

std::vector<int> match_balls(const Layout& a, const Layout& b, double reach) {
  std::vector<std::tuple<double, std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < a.balls.size(); ++i) {
    for (std::size_t k = 0; k < b.balls.size(); ++k) {
      if (!a.balls[i].in_play() || !b.balls[k].in_play()) continue;
      const double gap = (a.balls[i].position.head<2>() - b.balls[k].position.head<2>()).norm();
      if (gap <= reach) pairs.emplace_back(gap, i, k);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  std::vector<int> match(a.balls.size(), -1);
  std::vector<bool> taken(b.balls.size(), false);
  for (const auto& [gap, i, k] : pairs) {
    if (match[i] >= 0 || taken[k]) continue;
    match[i] = static_cast<int>(k);
    taken[k] = true;
  }
  return match;
}

std::vector<BallError> forecast_errors(const Forecast& f, const Table& table) {
  std::vector<BallError> errors;
  const std::vector<int> match = match_balls(f.start, f.reference_at_start);
  for (std::size_t i = 0; i < match.size() && i < f.balls.size(); ++i) {
    if (match[i] < 0) continue;
    const std::string& id = f.reference_at_start.ids[static_cast<std::size_t>(match[i])];
    const int now = f.reference.find(id), rest = f.reference_at_rest.find(id);
    if (now < 0 || rest < 0) continue;
    const Ball& real = f.reference.balls[static_cast<std::size_t>(now)];
    const Point from = f.reference_at_rest.balls[static_cast<std::size_t>(rest)].position.head<2>();
    const bool both_gone = !real.in_play() && !f.balls[i].in_play();
    const Point there = place(real, table), said = place(f.balls[i], table);
    const bool moved = (there - from).norm() > kDisplaced || (said - from).norm() > kDisplaced;
    if (moved && !both_gone) errors.push_back({id, (there - said).norm()});
  }
  return errors;
}

std::vector<Ball> balls_at(const RecordedPrediction& prediction, double time, const Table& table) {
  std::vector<Ball> balls;
  for (const PredictedPath& path : prediction.paths) {
    Ball ball;
    if (!path.points.empty()) {
      const auto after =
          std::find_if(path.points.begin(), path.points.end(),
                       [&](const PredictedPath::Point& p) { return p.time >= time; });
      const bool over = after == path.points.end();
      Point at = over ? path.points.back().position : after->position;
      if (!over && after != path.points.begin()) at = between_points(*(after - 1), *after, time);
      ball.position = {at.x(), at.y(), 0.0};
      if (over && !path.pocket.empty()) {
        ball.motion = Motion::kPocketed;
        ball.pocket = static_cast<std::int8_t>(pocket_named(table, path.pocket));
      }
    }
    balls.push_back(ball);
  }
  return balls;
}

Layout start_of(const RecordedPrediction& prediction) {
  Layout layout;
  for (const PredictedPath& path : prediction.paths) {
    Ball ball;
    if (path.points.empty()) {
      ball.motion = Motion::kOffTable;
    } else {
      const Point& at = path.points.front().position;
      ball.position = {at.x(), at.y(), 0.0};
    }
    layout.ids.push_back(path.ball);
    layout.balls.push_back(ball);
  }
  return layout;
}

bool is_half_turned(std::span<const BallsMoment> truth, std::span<const BallsMoment> seen) {
  double same = 0.0, turned = 0.0;
  for (const BallsMoment& moment : seen) {
    const BallsMoment* real = last_before(truth, moment.time);
    if (real == nullptr) continue;
    same += distance_sum(moment.layout, real->layout, 1.0);
    turned += distance_sum(moment.layout, real->layout, -1.0);
  }
  return turned < same;
}

void turn_by_half(std::vector<BallsMoment>& moments) {
  constexpr std::array<std::int8_t, kPockets> kOpposite{2, 3, 0, 1, 5, 4};
  for (BallsMoment& moment : moments) {
    for (Ball& ball : moment.layout.balls) {
      ball.position.head<2>() *= -1.0;
      ball.velocity.head<2>() *= -1.0;
      ball.spin.head<2>() *= -1.0;
      if (ball.pocket >= 0) ball.pocket = kOpposite[static_cast<std::size_t>(ball.pocket)];
    }
  }
}

}  // namespace billiard::session
