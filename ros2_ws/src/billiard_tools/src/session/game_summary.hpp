// SPDX-License-Identifier: Apache-2.0
// What happened in a recorded game, in numbers.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "session/recording.hpp"
#include "session/shots.hpp"

namespace billiard::session {

/// Times of one kind of work [ms].
struct Timing {
  std::size_t count{0};
  double p50_ms{0.0}, p99_ms{0.0}, most_ms{0.0};
};

/// Error, one second after the strikes, of the predictions published when the shot had been seen
/// for some time. A shot whose frames came late then (a busy machine, often the break) has none.
struct SeenError {
  double seen{0.0};      ///< [s]
  std::size_t shots{0};  ///< That had a prediction in time
  std::size_t count{0};  ///< Their moved balls
  double median_mm{0.0}, p90_mm{0.0};
};

enum class ShotOutcome : std::uint8_t { kUnknown, kPotted, kPlayed, kMissed, kFoul };
[[nodiscard]] const char* name(ShotOutcome outcome);

struct ShotSummary {
  RecordedShot shot;
  int plan{-1};           ///< Index in Recording::plans, or -1
  std::uint32_t rack{0};  ///< Counts from 1; 0 if not known
  ShotOutcome outcome{ShotOutcome::kUnknown};
  std::string call;                      ///< What the referee said
  std::optional<double> speed_measured;  ///< Of the cue [m/s]
  std::optional<double> error_mm;        ///< Median over its balls, seen kSeenForHeadline
  /// The first prediction published from a moment kSeenForDrawing after the strike.
  std::optional<RecordedPrediction> prediction;
};

struct GameSummary {
  std::string game;
  std::uint32_t racks{0}, shots{0}, pots{0}, fouls{0};
  std::uint32_t racks_asked{0};     ///< As many were to be played; at least those that were begun
  std::uint32_t racks_finished{0};  ///< Decided or given up by the referee
  std::uint32_t commanded{0}, fired{0}, refused{0}, rejected{0}, aborted{0};
  std::uint32_t unanswered{0};   ///< Commands without a result
  std::uint32_t fired_twice{0};  ///< Shot ids with more than one stroke
  std::uint32_t called{0};       ///< Shots that named a ball and a pocket, with known outcome
  double promised{0.0}, realised{0.0};               ///< Mean probability and pot rate of those
  std::uint32_t layouts{0};                          ///< Layouts at rest compared with the truth
  std::uint32_t balls_missed{0}, balls_invented{0};  ///< In those
  double rest_error_mm{0.0};                         ///< Median over their balls
  std::vector<SeenError> errors;
  Timing frame_to_prediction;  ///< From the frame's stamp to publishing
  Timing frame_to_recorder;    ///< Likewise to the recorder
  Timing prediction, planning;
  std::vector<ShotSummary> list;
  std::vector<std::string> notes;
};

/// Calls its argument with every recorded prediction, in order.
using PredictionSource = std::function<void(const std::function<void(const RecordedPrediction&)>&)>;

/// `recording.truth` is turned if the camera sees the table turned by half.
[[nodiscard]] GameSummary summarise(Recording& recording, const Table& table,
                                    const PredictionSource& predictions);

/// That not all racks were finished; empty if they were, or without a referee.
[[nodiscard]] std::string find_cut(const GameSummary& summary);
/// "1 shot", "2 shots".
[[nodiscard]] std::string counted(std::size_t count, const std::string& noun);
[[nodiscard]] std::string to_text(const GameSummary& summary);
[[nodiscard]] nlohmann::ordered_json to_json(const GameSummary& summary,
                                             const Recording& recording);

}  // namespace billiard::session
