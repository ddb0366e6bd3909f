// SPDX-License-Identifier: Apache-2.0
// What the game is told about the table.
#pragma once

#include <string>
#include <vector>

#include "billiard_engine/files/scenario.hpp"
#include "billiard_engine/result.hpp"

namespace billiard_nodes {

/// The balls as the tracker saw them in one frame.
struct Sighting {
  double time{0.0};         ///< When the frame was exposed [s]
  bool at_rest{false};      ///< Every ball rests or is out of play
  std::string obstruction;  ///< What keeps the table from being clear; empty if it is
  billiard::Layout layout;  ///< Positions [m], frame T
};

/// Something that the predictor expects.
struct ExpectedEvent {
  double time{0.0};  ///< [s], same clock as Sighting::time
  billiard::EventKind kind{billiard::EventKind::kRest};
  std::string ball;
  std::string other;  ///< Second ball, or empty
  std::string where;  ///< Cushion or pocket, or empty
};

/// One prediction: from `time` on, events in order of time.
struct Expectation {
  double time{0.0};  ///< [s]
  std::vector<ExpectedEvent> events;
};

/// Why the balls of `now` are not those of `before`; empty when they are. A ball may have moved by
/// `tolerance` [m]; every ball in play must be in both.
[[nodiscard]] std::string find_change(const billiard::Layout& before, const billiard::Layout& now,
                                      double tolerance);

/// Balls in play.
[[nodiscard]] int count_in_play(const billiard::Layout& layout);

/// Index of a ball that is in play, or -1.
[[nodiscard]] int find_in_play(const billiard::Layout& layout, const std::string& id);

}  // namespace billiard_nodes
