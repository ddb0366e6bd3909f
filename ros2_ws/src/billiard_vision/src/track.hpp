// SPDX-License-Identifier: Apache-2.0
// One ball's filter: place, velocity and spin. The engine moves it; see motion_model.hpp.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>
#include <optional>
#include <vector>

#include "billiard_engine/ball.hpp"
#include "side_spin.hpp"

namespace billiard::vision {

/// x, y [m], vx, vy [m/s], spin x, y, z [rad/s].
inline constexpr int kStates = 7;
using StateVector = Eigen::Matrix<double, kStates, 1>;
using StateMatrix = Eigen::Matrix<double, kStates, kStates>;

/// Standard deviation of that part of a measured place's error that lasts, and makes no speed [m].
inline constexpr double kLasting = 1.7e-4;

[[nodiscard]] StateVector state_of(const Ball& ball);
void set_state(Ball& ball, const StateVector& state);

struct Track {
  std::uint32_t id{0};
  Ball ball;                                    ///< Mean; the height follows the engine
  StateMatrix covariance{StateMatrix::Zero()};  ///< Of state_of(ball)
  double ahead{0.0};   ///< The state is of so much later than the frame: in contact then [s]
  Ball shown;          ///< In that case the ball at the time of the frame
  SideSpin side_spin;  ///< What the ball's pattern says
  std::vector<double> name_cost;  ///< Mean of kind costs over the last looks
  int looks{0};                   ///< Their number, as far as they are kept
  double faces{0.0};              ///< So many different sides of the ball these showed, about
  cv::Point2d faced;              ///< Where the ball was when it showed the last of them [m]
  int kind{0};
  double confidence{0.0};
  double unseen{0.0};                               ///< Time since it was last seen [s]
  double still{0.0};                                ///< Time it has not moved [s]
  int still_count{0};                               ///< Measurements averaged while it rests
  Eigen::Vector2d recent{Eigen::Vector2d::Zero()};  ///< Mean of the last of them [m]
  cv::Point2d stay;       ///< Mean of the places measured while it stayed about there [m]
  int stay_count{0};      ///< Their number
  double stayed{0.0};     ///< For so long [s]
  double radial_px{0.1};  ///< Its edges usually lie so far outside the outline
  bool seen{false};
  double since_crowd{1.0};  ///< Time since it met several balls at once [s]
  int since_stroke{-1};     ///< Frames in which it was seen since it was struck at rest; -1: never
  bool doubted{false};      ///< Its last measurement was not believed
  double waited{0.0};       ///< From the last one that was believed to the last frame [s]
  bool hidden{false};       ///< Not seen, but at rest between neighbours: it cannot have left
  bool handled{false};      ///< Not seen since something was over the bed: a hand may have it
};

/// A track that rests at a first sighting.
[[nodiscard]] Track start_track(const cv::Point2d& position, const cv::Matx22d& covariance,
                                double radius);

/// Standard deviations between prediction and measurement, squared.
[[nodiscard]] double surprise(const Track& track, const cv::Point2d& measured,
                              const cv::Matx22d& covariance);

/// The measurement cannot be explained by the track: something struck the ball.
[[nodiscard]] bool was_struck(const Track& track, const cv::Point2d& measured,
                              const cv::Matx22d& covariance);

/// What a measurement said of a moving ball, for those that hang together with it.
struct Correction {
  Eigen::Vector2d miss;                    ///< Measured minus expected place [m]
  Eigen::Matrix2d weight;                  ///< Inverse of the covariance of `miss`
  Eigen::Matrix<double, kStates, 2> seen;  ///< Covariance of state and place before
};

/// Corrects the mean by a measurement. `dt` [s] is the time since the last frame. A ball at rest is
/// averaged; one that moves against all expectation was struck, and speed and spin start anew: then
/// nothing is returned. `by_ball`: if so, then by a ball and not by the cue.
std::optional<Correction> correct(Track& track, const cv::Point2d& measured,
                                  const cv::Matx22d& covariance, double dt, bool by_ball);

/// Takes over the spin about the vertical that the ball's pattern shows.
void set_side_spin(Track& track, double spin, double sigma);

}  // namespace billiard::vision
