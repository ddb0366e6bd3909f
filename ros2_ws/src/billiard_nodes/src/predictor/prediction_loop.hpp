// SPDX-License-Identifier: Apache-2.0
// The prediction itself: balls in, trajectories out, without heap and locks.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "billiard_engine/result.hpp"
#include "billiard_engine/simulator.hpp"
#include "predictor/hand_over.hpp"

namespace billiard_nodes {

/// Name of a ball without heap; at most 15 characters.
struct ShortId {
  std::array<char, 16> text{};

  [[nodiscard]] std::string_view view() const noexcept { return text.data(); }
};
inline constexpr std::size_t kLongestId = 15;

/// Balls at one moment.
struct PredictionInput {
  std::int64_t stamp_ns{0};        ///< Of the frame [ns]
  std::int64_t handed_over_ns{0};  ///< Steady clock [ns]; set by submit()
  std::uint32_t sequence{0};       ///< Of the BallArray
  int count{0};
  std::array<billiard::Ball, billiard::kMaxBalls> balls{};
  std::array<ShortId, billiard::kMaxBalls> ids{};
};

struct Prediction {
  PredictionInput input;  ///< The balls as predicted from: moved apart where they overlapped
  billiard::Result result;
  billiard::Recorder recorder;
  double compute{0.0};  ///< CPU time [s]
  double answer{0.0};   ///< From submit() to the result [s]
  bool cut{false};      ///< Ended by the deadline, the tail is missing
};

struct PredictionOptions {
  double horizon{10.0};        ///< How far to predict [s]
  double sample_period{0.05};  ///< Between the points of a trajectory [s]
  double deadline{0.003};      ///< Wall time after which the rest is left out [s]
};

/// One prediction after the other. submit() belongs to one thread, run_once() to another,
/// oldest() and release() to a third.
class PredictionLoop {
 public:
  /// Takes all memory. Throws as the Simulator does.
  PredictionLoop(const billiard::Table& table, const billiard::Physics& physics,
                 const PredictionOptions& options);

  /// To be filled, then submit().
  [[nodiscard]] PredictionInput& input() noexcept { return inputs_.slot(); }
  /// Balls that were not predicted yet are replaced (and counted).
  void submit() noexcept;

  /// Predicts from the newest balls; false if there are none. Real-time safe.
  bool run_once() noexcept;
  /// The same work on made-up balls, so that code and memory are in place. Not real-time safe.
  void warm_up() noexcept;

  /// Results, oldest first; nullptr if there are none.
  [[nodiscard]] const Prediction* oldest() const noexcept { return results_.oldest(); }
  void release() noexcept { results_.release(); }

  /// Balls that were replaced by newer ones before they were predicted.
  [[nodiscard]] std::uint64_t replaced() const noexcept { return replaced_; }
  /// Predictions nobody took in time.
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_; }

 private:
  static constexpr std::size_t kSlots = 4;

  void predict(const PredictionInput& input, Prediction& out) noexcept;
  void make_possible(Prediction& out) const noexcept;

  billiard::Table table_;
  billiard::Physics physics_;
  PredictionOptions options_;
  billiard::Simulator simulator_;
  Newest<PredictionInput> inputs_;
  Queue<Prediction, kSlots> results_;
  std::atomic<std::uint64_t> replaced_{0};
  std::atomic<std::uint64_t> dropped_{0};
};

}  // namespace billiard_nodes
