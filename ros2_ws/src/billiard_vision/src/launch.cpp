// SPDX-License-Identifier: Apache-2.0
#include "launch.hpp"

#include <array>

namespace billiard::vision {

namespace {

// What the strike's own laws may be wrong by.
constexpr double kLawShare = 0.01;  // of the speed
constexpr double kLawSpin = 2.0;    // [rad/s]

StateVector after(const Shot& shot, const Physics& physics) {
  const StrikeResult<double> result = strike<double>(shot, physics);
  StateVector state = StateVector::Zero();
  state.segment<2>(2) = result.velocity.head<2>();
  state.tail<3>() = result.spin;
  return state;
}

}  // namespace

// P = Σ ¼ (f(s + σ) − f(s − σ))(…)ᵀ over what the execution may do to the stroke s.
Launch launch_of(const ExpectedStroke& stroke, const Physics& physics) {
  const double radius = physics.ball.radius;
  const StateVector mean = after(stroke.shot, physics);
  Launch launch;
  launch.ball.position = {stroke.place.x, stroke.place.y, radius};
  set_state(launch.ball, mean);
  launch.ball.position.head<2>() << stroke.place.x, stroke.place.y;
  const std::array<std::pair<double Shot::*, double>, 4> errors{
      {{&Shot::speed, stroke.speed_sigma},
       {&Shot::azimuth, stroke.azimuth_sigma},
       {&Shot::offset_side, stroke.offset_sigma / radius},
       {&Shot::offset_height, stroke.offset_sigma / radius}}};
  for (const auto& [field, sigma] : errors) {
    Shot more = stroke.shot, less = stroke.shot;
    more.*field += sigma;
    less.*field -= sigma;
    const StateVector change = 0.5 * (after(more, physics) - after(less, physics));
    launch.covariance += change * change.transpose();
  }
  const double speed_sigma = kLawShare * mean.segment<2>(2).norm();
  for (int i = 2; i < 4; ++i) launch.covariance(i, i) += speed_sigma * speed_sigma;
  for (int i = 4; i < kStates; ++i) launch.covariance(i, i) += kLawSpin * kLawSpin;
  return launch;
}

void take_launch(Track& track, const Launch& launch, const Ball& now, double time) {
  const Eigen::Matrix2d rest = track.covariance.topLeftCorner<2, 2>();
  track.ball = now;
  track.covariance = launch.covariance;
  const Eigen::Matrix2d speeds = launch.covariance.block<2, 2>(2, 2);
  const Eigen::Vector2d way = now.velocity.head<2>() * time;
  track.covariance.topLeftCorner<2, 2>() =
      rest + time * time * speeds + way * way.transpose() + 1e-6 * Eigen::Matrix2d::Identity();
  track.covariance.block<2, kStates - 2>(0, 2) =
      time * launch.covariance.block<2, kStates - 2>(2, 2);
  track.covariance.block<kStates - 2, 2>(2, 0) =
      track.covariance.block<2, kStates - 2>(0, 2).transpose();
  track.still = 0.0;
  track.still_count = 0;
  track.side_spin.reset();
}

}  // namespace billiard::vision
