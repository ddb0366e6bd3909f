// SPDX-License-Identifier: Apache-2.0
// May somebody strike? Not while a hand is over the table or a ball was taken away.
#pragma once

#include <map>
#include <string>

#include "billiard_vision/tracker.hpp"
#include "tracker/ball_book.hpp"

namespace billiard_nodes {

/// Judges what the tracker saw beside the balls, over some frames.
class ClearTable {
 public:
  /// What keeps the table from being clear; empty when it is.
  [[nodiscard]] std::string check(const billiard::vision::TrackedFrame& frame,
                                  const BallBook& book);

 private:
  void note_foreign_things(const billiard::vision::TrackedFrame& frame);
  [[nodiscard]] std::string find_taken(const billiard::vision::TrackedFrame& frame,
                                       const BallBook& book);

  int foreign_looks_{0};  ///< Something was there, looks in a row
  int clear_looks_{0};
  bool covered_{false};
  std::map<std::uint32_t, double> unseen_since_;  ///< Resting balls, by track [s]
};

}  // namespace billiard_nodes
