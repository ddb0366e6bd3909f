// SPDX-License-Identifier: Apache-2.0
// How far balls are from where they were said to be.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "session/recording.hpp"

namespace billiard::session {

/// The error "one second after the strike" is that of the prediction made when the shot has been
/// seen for this time [s]: by then most balls have ended sliding, and their spin has shown.
inline constexpr double kSeenForHeadline = 0.5;
/// Predictions are drawn as they were made after this time [s].
inline constexpr double kSeenForDrawing = 0.1;

/// For each ball of `a` the nearest one of `b`, each of which is given once, nearest pairs first;
/// -1 for balls with none within `reach` [m]. Only balls in play.
[[nodiscard]] std::vector<int> match_balls(const Layout& a, const Layout& b, double reach = 0.06);

/// Error of one ball of one prediction.
struct BallError {
  std::string ball;   ///< As the reference calls it
  double error{0.0};  ///< Distance in the plane [m]
};

/// A prediction of the balls at the reference's time.
struct Forecast {
  const Layout& start;               ///< The balls it was made from
  const std::vector<Ball>& balls;    ///< The same balls at the time of `reference`
  const Layout& reference_at_start;  ///< At the time of `start`
  const Layout& reference;           ///< What came true
  const Layout& reference_at_rest;   ///< Before the strike
};

/// Errors of all balls that have moved since the strike, in the reference or in the forecast. A
/// ball that fell is where its pocket is; one that fell in both is left out.
[[nodiscard]] std::vector<BallError> forecast_errors(const Forecast& forecast, const Table& table);

/// Balls of a recorded prediction `time` [s] after its start, in the order of its paths.
[[nodiscard]] std::vector<Ball> balls_at(const RecordedPrediction& prediction, double time,
                                         const Table& table);
/// The balls it starts from.
[[nodiscard]] Layout start_of(const RecordedPrediction& prediction);

/// The table's two half turns look the same to a camera: whether `seen` is turned against `truth`.
[[nodiscard]] bool is_half_turned(std::span<const BallsMoment> truth,
                                  std::span<const BallsMoment> seen);
void turn_by_half(std::vector<BallsMoment>& moments);

}  // namespace billiard::session
