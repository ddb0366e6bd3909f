// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_planner/planner.hpp"
#include "scene.hpp"

namespace billiard {

/// What one executed shot was worth.
struct Score {
  bool success = false;
  double next = 0.0;   ///< chance of the shot after it
  double value = 0.0;  ///< what the planner maximises the mean of
};

/// Sum of scores.
struct Tally {
  int samples = 0;
  int successes = 0;
  double next = 0.0;
  double value = 0.0;

  void add(const Score& score) noexcept {
    ++samples;
    successes += score.success ? 1 : 0;
    next += score.success ? score.next : 0.0;
    value += score.value;
  }
  [[nodiscard]] double probability() const noexcept {
    return samples > 0 ? static_cast<double>(successes) / samples : 0.0;
  }
  [[nodiscard]] double mean_value() const noexcept { return samples > 0 ? value / samples : 0.0; }
};

/// A shot that can be played, with what is known of it.
struct Option {
  Choice choice;
  Tally tally;
  double promise = 0.0;  ///< guess of the value before any disturbed sample
};

/// Judges an outcome and weighs what it leaves.
[[nodiscard]] Score score(const Scene& scene, bool look_ahead, const Choice& choice,
                          const Outcome& outcome);

}  // namespace billiard
