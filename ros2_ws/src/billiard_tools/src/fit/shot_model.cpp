// SPDX-License-Identifier: Apache-2.0
#include "fit/shot_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace billiard {
namespace {

/// Moves apart balls that overlap by what the recording's noise explains.
void part_balls(std::vector<Ball>& balls, double radius) {
  for (std::size_t i = 0; i < balls.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3<double> apart = balls[i].position - balls[j].position;
      const double distance = std::max(apart.norm(), 1e-9);
      const double missing = 2.0 * radius + 1e-6 - distance;
      if (missing > 0.0) balls[i].position += (missing / distance) * apart;
    }
  }
}

/// Where a ball lies that does not move: the mean of what was seen.
Vec2<double> resting_place(const BallTrack& track) {
  Vec2<double> sum = Vec2<double>::Zero();
  for (const Vec2<double>& position : track.position) sum += position;
  return sum / static_cast<double>(track.position.size());
}

Vec2<double> clamped(const Vec2<double>& p, const Vec2<double>& reach) {
  return p.cwiseMax(-reach).cwiseMin(reach);
}

}  // namespace

ShotModel::ShotModel(const Table& table, const ObservedShot& shot, double ball_radius, double noise)
    : radius_(ball_radius),
      noise_(noise),
      reach_(0.5 * table.spec.length - ball_radius - 1e-6,
             0.5 * table.spec.width - ball_radius - 1e-6),
      cue_(shot.cue),
      movers_{shot.cue},
      rests_{static_cast<double>(shot.balls[static_cast<std::size_t>(shot.cue)].rests)} {
  for (std::size_t i = 0; i < shot.balls.size(); ++i) {
    const BallTrack& track = shot.balls[i];
    const bool moves = std::isfinite(first_move(track));
    Ball ball;
    ball.position << clamped(moves ? track.position[0] : resting_place(track), reach_), ball_radius;
    balls_.push_back(ball);
    const int index = static_cast<int>(i);
    if (index != cue_ && moves) {
      movers_.push_back(index);
      rests_.push_back(static_cast<double>(track.rests));
    }
    for (std::size_t k = 1; k < track.time.size(); ++k) {
      sights_.push_back({index, track.time[k], clamped(track.position[k], reach_)});
    }
  }
  std::stable_sort(sights_.begin(), sights_.end(),
                   [](const Sight& a, const Sight& b) { return a.time < b.time; });
  order_.resize(sights_.size());
  set_lag(lag_);
}

void ShotModel::set_lag(const Vec2<double>& lag) {
  lag_ = lag;
  const Vec2<double> first = balls_[static_cast<std::size_t>(cue_)].position.head<2>();
  for (Sight& sight : sights_) sight.moment = sight.time + lag.dot(sight.position - first);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::stable_sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
    return sights_[a].moment < sights_[b].moment;
  });
}

Eigen::Index ShotModel::size() const {
  return kStroke + 2 * static_cast<Eigen::Index>(movers_.size());
}

std::vector<Ball> ShotModel::balls(const Start& start) const {
  std::vector<Ball> balls = balls_;
  for (std::size_t i = 0; i < movers_.size(); ++i) {
    Ball& ball = balls[static_cast<std::size_t>(movers_[i])];
    const Vec2<double> place =
        ball.position.head<2>() +
        kPlaceUnit * start.segment<2>(kStroke + 2 * static_cast<Eigen::Index>(i));
    ball.position.head<2>() = clamped(place, reach_);
  }
  part_balls(balls, radius_);
  Ball& cue = balls[static_cast<std::size_t>(cue_)];
  cue.velocity = {start[0], start[1], 0.0};
  cue.spin = {kSpinUnit * start[2], kSpinUnit * start[3], kSpinUnit * start[4]};
  return balls;
}

void ShotModel::predict(Simulator& simulator, const Start& start, double until,
                        std::vector<Vec2<double>>& at) const {
  const double delay = kTimeUnit * start[5];
  std::vector<Ball> now = balls(start);
  simulator.reset(now);
  const auto later = std::upper_bound(sights_.begin(), sights_.end(), until,
                                      [](double t, const Sight& s) { return t < s.time; });
  at.resize(static_cast<std::size_t>(later - sights_.begin()));
  double reached = 0.0;
  for (const std::size_t i : order_) {
    if (i >= at.size()) continue;
    const Sight& sight = sights_[i];
    const double time = sight.moment - delay;
    if (time > reached) {
      const Result result = simulator.run({.time = time});
      std::copy_n(result.balls.begin(), now.size(), now.begin());
      reached = time;
    }
    // A recording may end at the cushion's nose, which a ball presses in.
    at[i] = clamped(now[static_cast<std::size_t>(sight.ball)].position.head<2>(), reach_);
  }
}

StrokeSpin ShotModel::spin(const Start& start) const {
  const Vec2<double> v = start.head<2>();
  const double speed = std::max(v.norm(), 0.1);
  const Vec2<double> along = v / speed;
  const Vec3<double> part = (kSpinUnit * radius_ / speed) * start.segment<3>(2);
  // Rolling has ω = (−v_y, v_x)/r.
  return {along.x() * part.y() - along.y() * part.x(), along.dot(part.head<2>()), part.z()};
}

Eigen::VectorXd ShotModel::strangeness(const Start& start) const {
  const StrokeSpin has = spin(start);
  Eigen::VectorXd strange(start.size());
  strange.head<kStroke>() << 0.0, 0.0, (has.follow - prior_.follow) / prior_.follow_spread,
      (has.swerve - prior_.slope * has.side) / prior_.swerve_spread,
      (kSpinUnit * start[4] - prior_.side) / prior_.side_spread,
      kTimeUnit * start[5] / prior_.delay_spread;
  for (std::size_t i = 0; i < movers_.size(); ++i) {
    const Eigen::Index at = kStroke + 2 * static_cast<Eigen::Index>(i);
    strange.segment<2>(at) = start.segment<2>(at) * (kPlaceUnit * std::sqrt(rests_[i]) / noise_);
  }
  return strange;
}

Eigen::VectorXd ShotModel::residuals(Simulator& simulator, const Start& start, double until) const {
  std::vector<Vec2<double>> at;
  predict(simulator, start, until, at);
  Eigen::VectorXd r(2 * static_cast<Eigen::Index>(at.size()) + start.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    r.segment<2>(2 * static_cast<Eigen::Index>(i)) = (sights_[i].position - at[i]) / noise_;
  }
  r.tail(start.size()) = strangeness(start);
  return r;
}

// With lag l the camera sees p(t + δ) at t, where δ = l·(p(t + δ) − p(0)). To first order in δ that
// is p + v δ with δ = l·(p − p(0))/(1 − l·v).
std::vector<Vec2<double>> ShotModel::cue_path(Simulator& simulator, const Start& start,
                                              double to) const {
  const double delay = kTimeUnit * start[5];
  const auto cue = static_cast<std::size_t>(cue_);
  const Vec2<double> first = balls_[cue].position.head<2>();
  std::vector<Ball> now = balls(start);
  simulator.reset(now);
  std::vector<Vec2<double>> path;
  for (const Sight& sight : sights_) {
    if (sight.time > to) break;
    if (sight.ball != cue_) continue;
    if (sight.time > delay) now[cue] = simulator.run({.time = sight.time - delay}).balls[cue];
    const Vec2<double> p = now[cue].position.head<2>();
    const Vec2<double> v = now[cue].velocity.head<2>();
    path.push_back(clamped(p + v * (lag_.dot(p - first) / (1.0 - lag_.dot(v))), reach_));
  }
  return path;
}

double ShotModel::cue_error(const std::vector<Vec2<double>>& path, double from, double to) const {
  double sum = 0.0;
  int count = 0;
  auto predicted = path.begin();
  for (const Sight& sight : sights_) {
    if (sight.ball != cue_) continue;
    if (predicted == path.end() || sight.time > to) break;
    const Vec2<double> miss = sight.position - *predicted++;
    if (sight.time <= from) continue;
    sum += miss.squaredNorm();
    ++count;
  }
  return std::sqrt(sum / count);
}

double ShotModel::cue_error(Simulator& simulator, const Start& start, double from,
                            double to) const {
  return cue_error(cue_path(simulator, start, to), from, to);
}

Start ShotModel::guess(double follow, double side) const {
  constexpr int kSights = 4;
  Vec2<double> last = balls_[static_cast<std::size_t>(cue_)].position.head<2>();
  Vec2<double> velocity = Vec2<double>::Zero();
  double before = 0.0;
  int count = 0;
  for (const Sight& sight : sights_) {
    if (sight.ball != cue_ || count == kSights) continue;
    const Vec2<double> step = (sight.position - last) / (sight.time - before);
    if (step.norm() > velocity.norm()) velocity = step;  // a sight before the strike shows less
    last = sight.position;
    before = sight.time;
    ++count;
  }
  Start start = Start::Zero(size());
  start.head<kStroke>() << velocity, -follow * velocity.y() / radius_ / kSpinUnit,
      follow * velocity.x() / radius_ / kSpinUnit, side, 0.0;
  return start;
}

}  // namespace billiard
