// SPDX-License-Identifier: Apache-2.0
// What a bag of the robot holds, in plain structs. Times are stamps of the messages in seconds
// since the recording's origin, unless said otherwise.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "billiard_engine/files/scenario.hpp"

namespace billiard::session {

/// The balls at one moment, of /balls or /ground_truth.
struct BallsMoment {
  double time{0.0};  ///< When the frame was exposed [s]
  bool at_rest{false};
  Layout layout;  ///< Balls out of play included; ids are unique
};

/// Predicted motion of one ball.
struct PredictedPath {
  std::string ball;
  std::string pocket;  ///< It ends in this one; empty if none
  struct Point {
    double time{0.0};                              ///< Since the prediction's start [s]
    Vec2<double> position = Vec2<double>::Zero();  ///< [m]
    Vec2<double> velocity = Vec2<double>::Zero();  ///< [m/s]
  };
  std::vector<Point> points;  ///< In order of time
};

/// One message of /predictions, or the prediction inside a plan.
struct RecordedPrediction {
  double time{0.0};          ///< It starts from this moment [s]
  double received{0.0};      ///< By the recorder [s]; same clock as the stamps only in live play
  double compute_time{0.0};  ///< CPU time it took [s]
  std::vector<PredictedPath> paths;
};

struct RecordedPlan {
  double time{0.0};  ///< Of the layout [s]
  std::uint32_t shot_id{0};
  bool found{false};
  std::string reason, target, pocket, kind;
  double probability{0.0};  ///< Of success, promised [0 … 1]
  std::uint32_t simulations{0};
  double elapsed{0.0};  ///< Wall time of the decision [s]
  Shot shot;            ///< Its `ball` is not set
  RecordedPrediction predicted;
};

struct RecordedCommand {
  double time{0.0};
  std::uint32_t shot_id{0};
  std::string ball;                   ///< Id of the ball to hit
  std::optional<Vec2<double>> place;  ///< Where it lies, if the command says so [m]
  Shot shot;                          ///< Its `ball` is not set
};

enum class StrokeOutcome : std::uint8_t { kFired, kRefused, kRejected, kAborted };

struct RecordedResult {
  double time{0.0};  ///< Of the impact, or of the refusal
  std::uint32_t shot_id{0};
  StrokeOutcome outcome{StrokeOutcome::kFired};
  std::string reason;
  double speed_commanded{0.0};  ///< [m/s]
  double speed_measured{0.0};   ///< [m/s]
};

struct RecordedGame {
  double time{0.0};
  std::string game, last_call;
  bool over{false};
  std::uint32_t rack{0}, shots{0}, pots{0}, fouls{0};  ///< Counts within the rack
};

/// When a prediction was made and what it took.
struct PredictionTiming {
  double time{0.0};          ///< [s]
  double published{0.0};     ///< After the frame's stamp [s]
  double recorded{0.0};      ///< Likewise [s]
  double compute_time{0.0};  ///< [s]
};

/// Everything but images and predicted paths, which are read one by one.
struct Recording {
  std::string bag;
  std::int64_t origin_ns{0};              ///< The first stamp [ns since epoch]
  std::string table;                      ///< Name of the table file; empty if the bag does not say
  std::vector<BallsMoment> balls, truth;  ///< In order of time
  std::vector<RecordedPlan> plans;
  std::vector<RecordedCommand> commands;
  std::vector<RecordedResult> results;
  std::vector<RecordedGame> game;
  std::vector<PredictionTiming> predictions;
  std::vector<std::string> image_topics;  ///< Sorted
  std::vector<std::string> notes;         ///< What is missing, damaged or was left out

  [[nodiscard]] double seconds(std::int64_t stamp_ns) const {
    return 1e-9 * static_cast<double>(stamp_ns - origin_ns);
  }
};

/// Reads a bag. One that was cut off is read up to there; damaged messages, messages out of order
/// and missing topics are noted. Throws FileError naming the bag (and topic) for what is no bag,
/// has none of the topics, or has one of them with another type.
[[nodiscard]] Recording read_recording(const std::string& bag);

/// Calls `take` with every message of /predictions, in the order recorded. Damaged ones are left
/// out. Throws FileError as read_recording() does.
void read_predictions(const Recording& recording,
                      const std::function<void(const RecordedPrediction&)>& take);

}  // namespace billiard::session
