// SPDX-License-Identifier: Apache-2.0
#include "track.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace billiard::vision {

namespace {

constexpr double kStruckSpeed = 4.0;   // standard deviation of an unknown new speed [m/s]
constexpr double kStruckSpin = 1.0;    // likewise of its spin, against that of rolling
constexpr double kSideAgainst = 0.5;   // likewise about the vertical, against that
constexpr double kStruckSide = 10.0;   // likewise about the vertical, whatever the speed [rad/s]
constexpr double kSpinAlong = 0.15;    // likewise about the way of a ball that lay still
constexpr double kSpinByBall = 0.15;   // likewise about any axis of one that a ball has struck
constexpr double kStruck = 25.0;       // surprise from which a ball was struck (5 sigma)
constexpr double kStillSpeed = 0.012;  // slower than this may be noise [m/s]
constexpr double kStillTime = 0.15;    // at rest after not moving this long [s]
constexpr int kMostAveraged = 60;      // measurements a resting place is averaged over
constexpr int kRecent = 8;             // the last about so many must agree with them
constexpr double kElsewhere = 12.0;    // surprise from which they do not (3.5 sigma)
constexpr double kRestSigma = 1e-4;    // of a resting place, however often it was measured [m]
constexpr double kStayWithin = 0.008;  // a place that varies by less may be the same one [m]
constexpr double kStayTime = 0.5;      // a ball that has not gone further in this time rests [s]
constexpr double kSpinFade = 5.0;      // a cloth ends a spin twice as fast, or faster [rad/s^2]
constexpr int kSide = kStates - 1;     // the spin about the vertical

using Matrix2 = Eigen::Matrix2d;

Matrix2 matrix_of(const cv::Matx22d& m) {
  Matrix2 out;
  out << m(0, 0), m(0, 1), m(1, 0), m(1, 1);
  return out;
}

// The part of a measurement's covariance that changes from frame to frame.
Matrix2 passing_part(const cv::Matx22d& covariance) {
  const Matrix2 all = matrix_of(covariance);
  const double half = 0.5 * all.trace();
  const double least = half - std::sqrt(std::max(0.0, half * half - all.determinant()));
  return all - std::min(kLasting * kLasting, 0.98 * least) * Matrix2::Identity();
}

bool rests(const Ball& ball) { return ball.velocity.norm() == 0.0; }

// A ball that lies still may spin on the spot. Its place does not tell, so what it may have kept of
// its side spin is a doubt from then on.
void stop(Track& track) {
  const double side2 = track.covariance(kSide, kSide) + track.ball.spin.z() * track.ball.spin.z();
  track.ball.velocity.setZero();
  track.ball.spin.setZero();
  track.covariance.bottomRows<kStates - 2>().setZero();
  track.covariance.rightCols<kStates - 2>().setZero();
  track.covariance(kSide, kSide) = side2;
}

// The same doubt `dt` [s] later.
void fade_side_spin(Track& track, double dt) {
  const double sigma = std::sqrt(track.covariance(kSide, kSide)) - kSpinFade * dt;
  track.covariance(kSide, kSide) = sigma > 0.0 ? sigma * sigma : 0.0;
}

// The mean of what was measured since the ball stopped. One that was thought to lie still too early
// crept on: then the mean of the last measurements is its place.
void average_rest(Track& track, const cv::Point2d& measured, const cv::Matx22d& covariance) {
  const Eigen::Vector2d place(measured.x, measured.y);
  auto mean = track.ball.position.head<2>();
  track.still_count = std::min(track.still_count + 1, kMostAveraged);
  mean += (place - mean) / track.still_count;
  if (track.still_count == 1) track.recent = place;
  track.recent += (place - track.recent) / kRecent;
  const Matrix2 spread = matrix_of(covariance);
  const Eigen::Vector2d apart = track.recent - mean;
  if (apart.dot(spread.inverse() * apart) * kRecent > kElsewhere) {
    mean = track.recent;
    track.still_count = kRecent;
  }
  stop(track);
  track.covariance.topLeftCorner<2, 2>() =
      spread / track.still_count + kRestSigma * kRestSigma * Matrix2::Identity();
}

// Noise, as between the balls of a rack, may look like speed from frame to frame; but a ball that
// stays in its place for long does not move.
bool stays(Track& track, const cv::Point2d& measured, double dt) {
  if (track.stay_count == 0 || cv::norm(measured - track.stay) > kStayWithin) {
    track.stay_count = 0;
    track.stayed = 0.0;
  }
  ++track.stay_count;
  track.stay += (measured - track.stay) * (1.0 / track.stay_count);
  track.stayed += dt;
  return track.stayed > kStayTime;
}

// Anything may have happened since the last frame.
void forget_motion(StateMatrix& covariance, double dt) {
  const double v2 = kStruckSpeed * kStruckSpeed;
  for (int i = 0; i < 2; ++i) {
    covariance(i, i) += v2 * dt * dt;
    covariance(i, i + 2) += v2 * dt;
    covariance(i + 2, i) += v2 * dt;
    covariance(i + 2, i + 2) += v2;
  }
}

// A cue gives at most about the spin of a rolling ball; to one that lay still hardly any about its
// way, as a cue is about level. What another ball gives one that lay still is small.
void forget_spin(Track& track, bool rested, bool by_ball) {
  const double share = by_ball ? kSpinByBall : kStruckSpin;
  const double sigma = share * track.ball.velocity.norm() / track.ball.position.z();
  const Eigen::Vector2d way = track.ball.velocity.head<2>().normalized();
  const double side = track.covariance(kSide, kSide);
  track.ball.spin.head<2>().setZero();
  if (rested) track.ball.spin.z() = 0.0;
  track.covariance.bottomRows<3>().setZero();
  track.covariance.rightCols<3>().setZero();
  for (int i = 4; i < kStates; ++i) track.covariance(i, i) = sigma * sigma;
  track.covariance(kSide, kSide) =
      std::pow(kSideAgainst * sigma, 2) + side + kStruckSide * kStruckSide;
  if (rested && !by_ball) {
    const double less = 1.0 - kSpinAlong * kSpinAlong;
    track.covariance.block<2, 2>(4, 4) -= sigma * sigma * less * way * way.transpose();
  }
  track.side_spin.reset();
}

}  // namespace

StateVector state_of(const Ball& b) {
  StateVector state;
  state << b.position.x(), b.position.y(), b.velocity.x(), b.velocity.y(), b.spin;
  return state;
}

void set_state(Ball& ball, const StateVector& state) {
  ball.position.head<2>() = state.head<2>();
  ball.velocity.head<2>() = state.segment<2>(2);
  ball.spin = state.tail<3>();
}

Track start_track(const cv::Point2d& position, const cv::Matx22d& covariance, double radius) {
  Track track;
  track.ball.position = {position.x, position.y, radius};
  track.still = kStillTime;
  track.still_count = 1;
  track.recent = {position.x, position.y};
  track.covariance.topLeftCorner<2, 2>() = matrix_of(covariance);
  return track;
}

double surprise(const Track& track, const cv::Point2d& measured, const cv::Matx22d& covariance) {
  const Eigen::Vector2d d(measured.x - track.ball.position.x(),
                          measured.y - track.ball.position.y());
  const Matrix2 s = track.covariance.topLeftCorner<2, 2>() + matrix_of(covariance);
  return d.dot(s.inverse() * d);
}

bool was_struck(const Track& track, const cv::Point2d& measured, const cv::Matx22d& covariance) {
  return surprise(track, measured, covariance) > kStruck;
}

std::optional<Correction> correct(Track& track, const cv::Point2d& measured,
                                  const cv::Matx22d& covariance, double dt, bool by_ball) {
  const bool rested = rests(track.ball), struck = was_struck(track, measured, covariance);
  if (rested && struck && by_ball) track.stay_count = 0;
  const bool stayed = stays(track, measured, dt);
  if (rested && !struck) {
    average_rest(track, measured, covariance);
    fade_side_spin(track, dt);
    track.still += dt;
    return std::nullopt;
  }
  if (stayed) {
    track.still_count = 0;
    average_rest(track, measured, covariance);
    return std::nullopt;
  }
  if (struck) forget_motion(track.covariance, dt);
  // Kalman's update by a measured (x, y).
  const Matrix2 s = track.covariance.topLeftCorner<2, 2>() + passing_part(covariance);
  const Eigen::Matrix<double, kStates, 2> ph = track.covariance.leftCols<2>();
  const Matrix2 weight = s.inverse();
  const Eigen::Matrix<double, kStates, 2> gain = ph * weight;
  const StateVector state = state_of(track.ball);
  const Eigen::Vector2d miss(measured.x - state[0], measured.y - state[1]);
  set_state(track.ball, state + gain * miss);
  const StateMatrix reduced = track.covariance - gain * ph.transpose();
  track.covariance = 0.5 * (reduced + reduced.transpose());
  if (struck || track.ball.motion != Motion::kAirborne) track.ball.velocity.z() = 0.0;
  if (struck) forget_spin(track, rested, by_ball);
  if (struck && rested) {
    track.since_stroke = 0;
  } else if (track.since_stroke >= 0) {
    ++track.since_stroke;
  }
  const bool slow = track.ball.velocity.norm() < kStillSpeed;
  track.still = slow ? track.still + dt : 0.0;
  track.still_count = 0;
  if (track.still > kStillTime) stop(track);
  if (struck || track.still > kStillTime) return std::nullopt;
  return Correction{miss, weight, ph};
}

void set_side_spin(Track& track, double spin, double sigma) {
  track.ball.spin.z() = spin;
  track.covariance.row(kSide).setZero();
  track.covariance.col(kSide).setZero();
  track.covariance(kSide, kSide) = sigma * sigma;
}

}  // namespace billiard::vision
