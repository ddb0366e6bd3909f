// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "billiard_engine/simulator.hpp"
#include "fit/trajectories.hpp"

namespace billiard {

/// How a shot sets off, as a vector of numbers of about one: the cue ball's velocity x, y [m/s],
/// spin x, y, z [100 rad/s], the moment of the strike [10 ms], then for every ball that moves by
/// how much it lies beside where it was first seen, x and y [mm].
using Start = Eigen::VectorXd;

inline constexpr double kSpinUnit = 100.0;  ///< of Start [rad/s]
inline constexpr double kTimeUnit = 0.01;   ///< of Start [s]
inline constexpr double kPlaceUnit = 1e-3;  ///< of Start [m]
inline constexpr Eigen::Index kStroke = 6;  ///< numbers of a Start that are the cue ball's stroke

/// What is known of strokes before a shot is seen: means and spreads.
/// Raising a spread trusts the recording more.
struct StrokePrior {
  double follow = 0.35;  ///< spin along the way as part of rolling: 1 rolls, 0 slides [-]
  double follow_spread = 0.45;
  /// Slope of the cue, whose butt is above the rail: the axis of side spin leans forward by as
  /// much, which bends the way of the ball, and so tells the side. See PhysicsFit [-].
  double slope = 0.0;
  double swerve_spread = 0.01;  ///< spin about the way beside that, as part of rolling [-]
  double side = 0.0;            ///< spin about the vertical [rad/s]
  double side_spread = 70.0;
  double delay_spread = 0.01;  ///< strike before or after the recording's begin [s]
};

/// Spin of a stroke as part of rolling [-].
struct StrokeSpin {
  double follow = 0.0;  ///< 1 rolls, 0 slides
  double swerve = 0.0;  ///< about the way
  double side = 0.0;    ///< about the vertical
};

/// A recorded shot beside the engine's. The simulator brings table and physics.
class ShotModel {
 public:
  /// `noise` [m] is the standard deviation of a recorded coordinate.
  ShotModel(const Table& table, const ObservedShot& shot, double ball_radius, double noise);

  /// Standard deviation of a recorded coordinate [m].
  [[nodiscard]] double noise() const { return noise_; }
  void set_noise(double noise) { noise_ = noise; }

  [[nodiscard]] const StrokePrior& prior() const { return prior_; }
  void set_prior(const StrokePrior& prior) { prior_ = prior; }

  /// How much later the camera sees what lies further along x and y [s/m]: one that reads its rows
  /// one after the other sees a ball that runs along with the reading slower than it is.
  [[nodiscard]] const Vec2<double>& lag() const { return lag_; }
  void set_lag(const Vec2<double>& lag);

  /// Length of a start: kStroke plus two for every ball that moves.
  [[nodiscard]] Eigen::Index size() const;

  [[nodiscard]] StrokeSpin spin(const Start& start) const;

  /// Differences of the positions seen up to `until` [s] from the predicted ones in units of the
  /// noise, a pair for each position, then size() numbers: how far the start is from what is
  /// expected before the shot is seen.
  [[nodiscard]] Eigen::VectorXd residuals(Simulator& simulator, const Start& start,
                                          double until) const;

  /// Where the camera is predicted to see the cue ball at each of its sights up to `to` [s].
  [[nodiscard]] std::vector<Vec2<double>> cue_path(Simulator& simulator, const Start& start,
                                                   double to) const;

  /// Root mean square distance of the cue ball from such a path for from < t ≤ to [m]; not a
  /// number if it was not seen then.
  [[nodiscard]] double cue_error(const std::vector<Vec2<double>>& path, double from,
                                 double to) const;
  [[nodiscard]] double cue_error(Simulator& simulator, const Start& start, double from,
                                 double to) const;

  /// Velocity from the first positions, and the given spin: `follow` 1 rolls, 0 slides;
  /// `side` [100 rad/s].
  [[nodiscard]] Start guess(double follow, double side) const;

  /// The start as the engine's balls, and the cue ball among them.
  [[nodiscard]] std::vector<Ball> balls(const Start& start) const;
  [[nodiscard]] int cue() const { return cue_; }
  [[nodiscard]] std::size_t ball_count() const { return balls_.size(); }

 private:
  struct Sight {
    int ball = 0;
    double time = 0.0;
    Vec2<double> position;
    double moment = 0.0;  ///< time with the camera's lag [s]
  };

  /// Predicted positions at the sights' moments.
  void predict(Simulator& simulator, const Start& start, double until,
               std::vector<Vec2<double>>& at) const;

  [[nodiscard]] Eigen::VectorXd strangeness(const Start& start) const;

  double radius_;
  double noise_;
  Vec2<double> reach_;  ///< furthest a ball's centre is from the middle of the table [m]
  int cue_;
  StrokePrior prior_;
  Vec2<double> lag_ = Vec2<double>::Zero();
  std::vector<Ball> balls_;         ///< as first seen
  std::vector<int> movers_;         ///< the cue ball first
  std::vector<double> rests_;       ///< of the movers: see BallTrack::rests
  std::vector<Sight> sights_;       ///< all, by time
  std::vector<std::size_t> order_;  ///< of the sights by moment
};

}  // namespace billiard
