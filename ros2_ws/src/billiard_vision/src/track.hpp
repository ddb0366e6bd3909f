// SPDX-License-Identifier: Apache-2.0
// One ball's filter: x, y and their velocities; the engine moves the mean.
#pragma once

#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>
#include <vector>

#include "billiard_engine/ball.hpp"

namespace billiard::vision {

struct Track {
  Ball ball;                      ///< Mean; height and spin follow the engine
  cv::Matx44d covariance;         ///< Of x, y, vx, vy
  std::vector<double> name_cost;  ///< Sum of kind costs over all looks
  int looks{0};
  int kind{0};
  double confidence{0.0};
  double unseen{0.0};  ///< Time since it was last seen [s]
  double still{0.0};   ///< Time it has not moved [s]
  int still_count{0};  ///< Measurements averaged while it rests
  bool seen{false};
};

/// A track that rests at a first sighting.
[[nodiscard]] Track start_track(const cv::Point2d& position, const cv::Matx22d& covariance,
                                double radius);

/// Adds `dt` [s] of uncertainty after the engine has moved the mean. `touched` says that the ball
/// met something: what a contact does is known less well than free motion.
void predict_covariance(Track& track, double dt, bool touched);

/// Standard deviations between prediction and measurement, squared.
[[nodiscard]] double surprise(const Track& track, const cv::Point2d& measured,
                              const cv::Matx22d& covariance);

/// Corrects the mean by a measurement. `dt` [s] is the time since the last frame. A ball at rest is
/// averaged; one that moves against all expectation was struck, and its speed starts anew.
void correct(Track& track, const cv::Point2d& measured, const cv::Matx22d& covariance, double dt,
             double radius);

}  // namespace billiard::vision
