// SPDX-License-Identifier: Apache-2.0
#include "track.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

namespace billiard::vision {

namespace {

constexpr double kAcceleration = 0.25;  // what the engine's friction may be wrong by [m/s^2]
constexpr double kContactShare = 0.06;  // of the speed that a contact leaves uncertain
constexpr double kStruckSpeed = 4.0;    // standard deviation of an unknown new speed [m/s]
constexpr double kStruck = 25.0;        // surprise from which a ball was struck (5 sigma)
constexpr double kStillSpeed = 0.012;   // slower than this may be noise [m/s]
constexpr double kStillTime = 0.15;     // at rest after not moving this long [s]
constexpr int kMostAveraged = 60;       // measurements a resting place is averaged over
constexpr double kRollingSlip = 0.08;   // slip below this share of the speed is rolling

cv::Vec4d state_of(const Ball& b) {
  return {b.position.x(), b.position.y(), b.velocity.x(), b.velocity.y()};
}

cv::Matx22d upper_left(const cv::Matx44d& p) { return {p(0, 0), p(0, 1), p(1, 0), p(1, 1)}; }

bool rests(const Ball& ball) { return ball.velocity.norm() == 0.0; }

void stop(Track& track) {
  track.ball.velocity.setZero();
  track.ball.spin.setZero();
}

// Spin of a ball that rolled keeps fitting its speed.
void keep_rolling(Ball& ball, const Vec3<double>& before, double radius) {
  const double slip_x = before.x() - radius * ball.spin.y(),
               slip_y = before.y() + radius * ball.spin.x();
  if (std::hypot(slip_x, slip_y) > kRollingSlip * before.norm() + 0.02) return;
  ball.spin.x() = -ball.velocity.y() / radius;
  ball.spin.y() = ball.velocity.x() / radius;
}

void average_rest(Track& track, const cv::Point2d& measured, const cv::Matx22d& covariance) {
  track.still_count = std::min(track.still_count + 1, kMostAveraged);
  const double gain = 1.0 / track.still_count;
  track.ball.position.x() += gain * (measured.x - track.ball.position.x());
  track.ball.position.y() += gain * (measured.y - track.ball.position.y());
  stop(track);
  track.covariance = cv::Matx44d::zeros();
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j)
      track.covariance(i, j) = covariance(i, j) * gain + (i == j ? 1e-9 : 0.0);
  }
}

}  // namespace

Track start_track(const cv::Point2d& position, const cv::Matx22d& covariance, double radius) {
  Track track;
  track.ball.position = {position.x, position.y, radius};
  track.still = kStillTime;
  track.still_count = 1;
  track.covariance = cv::Matx44d::zeros();
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) track.covariance(i, j) = covariance(i, j);
  }
  return track;
}

void predict_covariance(Track& track, double dt, bool touched) {
  if (rests(track.ball) && !touched) return;
  cv::Matx44d f = cv::Matx44d::eye();
  f(0, 2) = f(1, 3) = dt;
  track.covariance = f * track.covariance * f.t();
  const double speed = track.ball.velocity.norm();
  const double extra = touched ? kContactShare * speed + 0.02 : 0.0;
  const double q = kAcceleration * kAcceleration * dt * dt + extra * extra;
  for (int i = 0; i < 2; ++i) {
    track.covariance(i, i) += 0.25 * q * dt * dt;
    track.covariance(i, i + 2) += 0.5 * q * dt;
    track.covariance(i + 2, i) += 0.5 * q * dt;
    track.covariance(i + 2, i + 2) += q;
  }
}

double surprise(const Track& track, const cv::Point2d& measured, const cv::Matx22d& covariance) {
  const cv::Vec2d d(measured.x - track.ball.position.x(), measured.y - track.ball.position.y());
  const cv::Matx22d s = upper_left(track.covariance) + covariance;
  return d.dot(s.inv() * d);
}

void correct(Track& track, const cv::Point2d& measured, const cv::Matx22d& covariance, double dt,
             double radius) {
  const bool struck = surprise(track, measured, covariance) > kStruck;
  if (rests(track.ball) && !struck) {
    average_rest(track, measured, covariance);
    track.still += dt;
    return;
  }
  if (struck) {  // anything may have happened since the last frame
    const double v2 = kStruckSpeed * kStruckSpeed;
    for (int i = 0; i < 2; ++i) {
      track.covariance(i, i) += v2 * dt * dt;
      track.covariance(i, i + 2) += v2 * dt;
      track.covariance(i + 2, i) += v2 * dt;
      track.covariance(i + 2, i + 2) += v2;
    }
  }
  // Kalman's update of (x, y, vx, vy) by a measured (x, y).
  const cv::Matx22d s = upper_left(track.covariance) + covariance;
  const cv::Matx<double, 4, 2> ph(track.covariance(0, 0), track.covariance(0, 1),
                                  track.covariance(1, 0), track.covariance(1, 1),
                                  track.covariance(2, 0), track.covariance(2, 1),
                                  track.covariance(3, 0), track.covariance(3, 1));
  const cv::Matx<double, 4, 2> gain = ph * s.inv();
  const cv::Vec4d x = state_of(track.ball);
  const cv::Vec4d corrected = x + gain * cv::Vec2d(measured.x - x[0], measured.y - x[1]);
  track.covariance = track.covariance - gain * ph.t();
  const Vec3<double> before = track.ball.velocity;
  track.ball.position.x() = corrected[0];
  track.ball.position.y() = corrected[1];
  track.ball.velocity = {corrected[2], corrected[3], 0.0};
  keep_rolling(track.ball, before, radius);
  const bool slow = track.ball.velocity.norm() < kStillSpeed;
  track.still = slow ? track.still + dt : 0.0;
  track.still_count = 0;
  if (track.still > kStillTime) stop(track);
}

}  // namespace billiard::vision
