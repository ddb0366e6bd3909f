// SPDX-License-Identifier: Apache-2.0
#include "launch.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace billiard::vision {

namespace {

// What the strike's own laws may be wrong by.
constexpr double kLawShare = 0.01;  // of the speed
constexpr double kLawSpin = 2.0;    // [rad/s]
constexpr double kPlace = 1e-3;     // of the place, as the time is not known exactly [m]
constexpr int kRounds = 2;          // of finding the time from the way

// A cue presses the ball into the cloth unless it is level: the engine lets it bounce, which costs
// speed and turns it.
Ball after(const Shot& shot, const Vec2<double>& lies, double time, const Physics& physics,
           MotionModel& model) {
  const StrikeResult<double> result = strike<double>(shot, physics);
  Ball ball;
  ball.position = {lies.x(), lies.y(), physics.ball.radius};
  ball.velocity = result.velocity;
  ball.spin = result.spin;
  return model.move_alone(ball, time);
}

}  // namespace

// P = Σ ¼ (f(s + σ) − f(s − σ))(…)ᵀ over what the execution may do to the stroke s.
Launch launch_of(const ExpectedStroke& stroke, const Vec2<double>& lies, double way,
                 const Physics& physics, MotionModel& model) {
  Launch launch;
  const double speed = strike<double>(stroke.shot, physics).velocity.head<2>().norm();
  if (!(speed > 0.0) || !(way > 0.0)) return launch;
  launch.time = way / speed;
  for (int i = 0; i < kRounds; ++i) {
    launch.ball = after(stroke.shot, lies, launch.time, physics, model);
    const double gone = (launch.ball.position.head<2>() - lies).norm();
    launch.time *= std::clamp(way / std::max(gone, 1e-6), 0.5, 2.0);
  }
  launch.ball = after(stroke.shot, lies, launch.time, physics, model);
  const std::array<std::pair<double Shot::*, double>, 5> errors{
      {{&Shot::speed, stroke.speed_sigma},
       {&Shot::azimuth, stroke.azimuth_sigma},
       {&Shot::elevation, stroke.elevation_sigma},
       {&Shot::offset_side, stroke.offset_sigma / physics.ball.radius},
       {&Shot::offset_height, stroke.offset_sigma / physics.ball.radius}}};
  for (const auto& [field, sigma] : errors) {
    Shot more = stroke.shot, less = stroke.shot;
    more.*field += sigma;
    less.*field -= sigma;
    if (field == &Shot::elevation) less.*field = std::max(0.0, less.*field);
    const StateVector change = 0.5 * (state_of(after(more, lies, launch.time, physics, model)) -
                                      state_of(after(less, lies, launch.time, physics, model)));
    launch.covariance += change * change.transpose();
  }
  const Eigen::Vector2d along = launch.ball.position.head<2>() - lies;
  launch.covariance.topLeftCorner<2, 2>() +=
      along * along.transpose() + kPlace * kPlace * Eigen::Matrix2d::Identity();
  for (int i = 2; i < 4; ++i) launch.covariance(i, i) += std::pow(kLawShare * speed, 2);
  for (int i = 4; i < kStates; ++i) launch.covariance(i, i) += kLawSpin * kLawSpin;
  return launch;
}

void take_launch(Track& track, const Launch& launch) {
  const Eigen::Matrix2d rest = track.covariance.topLeftCorner<2, 2>();
  track.ball = launch.ball;
  track.covariance = launch.covariance;
  track.covariance.topLeftCorner<2, 2>() += rest;
  track.still = 0.0;
  track.still_count = 0;
  track.since_stroke = -1;
  track.side_spin.reset();
}

}  // namespace billiard::vision
