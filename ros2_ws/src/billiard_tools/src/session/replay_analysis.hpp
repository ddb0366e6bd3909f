// SPDX-License-Identifier: Apache-2.0
// Predictions made again from every moment of recorded shots, against what came true.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "session/prediction_error.hpp"
#include "session/recording.hpp"
#include "session/shots.hpp"

namespace billiard::session {

/// How far ahead predictions are judged [s].
inline constexpr std::array kHorizons = {0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0};
/// How long a shot has been seen when a prediction is made [s].
inline constexpr std::array kSeenTimes = {0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75};
/// Upper ends of the classes by time between strike and prediction [s].
inline constexpr std::array kSinceStrike = {0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0};

/// A set of errors in short.
struct Spread {
  std::size_t count{0};
  double median_mm{0.0}, p90_mm{0.0};
};
[[nodiscard]] Spread spread_of(const std::vector<double>& metres);

using HorizonSpreads = std::array<Spread, kHorizons.size()>;

/// One shot, judged.
struct ReplayedShot {
  RecordedShot shot;
  /// Errors 1 s after the strike by how long the shot had been seen, as kSeenTimes.
  std::array<Spread, kSeenTimes.size()> after_one_second;
  /// The prediction made when it had been seen for kSeenForDrawing.
  std::optional<RecordedPrediction> prediction;
};

struct TrackingErrors {
  Spread resting, moving;                              ///< Of places
  double speed_median_mm_s{0.0}, speed_p90_mm_s{0.0};  ///< Of velocities of moving balls
  std::size_t unseen{0};    ///< Balls of the truth, over all moments, that were not tracked
  std::size_t invented{0};  ///< Tracked balls that do not exist, likewise
};

struct ReplayReport {
  bool against_truth{false};  ///< Else against what was tracked later
  std::vector<ReplayedShot> shots;
  std::size_t predictions{0};
  std::array<Spread, kSeenTimes.size()> after_one_second;  ///< Over all shots
  /// From this time seen on the median error stays within 5 mm [s].
  std::optional<double> within_5mm_from;
  HorizonSpreads by_horizon;
  std::map<std::string, HorizonSpreads> by_ball;
  std::array<HorizonSpreads, kSinceStrike.size()> by_since_strike;
  std::optional<TrackingErrors> tracking;  ///< With a truth only
};

struct ReplayInput {
  const Settings& settings;
  std::span<const BallsMoment> tracked;  ///< Predictions start from these
  std::span<const BallsMoment> truth;    ///< Empty: `tracked` is the reference
  std::span<const RecordedShot> shots;
};

/// `progress` is told how much is done [0 … 1].
[[nodiscard]] ReplayReport analyse(const ReplayInput& input,
                                   const std::function<void(double)>& progress);

}  // namespace billiard::session
