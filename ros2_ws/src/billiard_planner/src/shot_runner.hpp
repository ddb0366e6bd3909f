// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "billiard_engine/simulator.hpp"
#include "scene.hpp"

namespace billiard {

/// How an object ball came to its pocket.
struct Approach {
  bool touched = false;  ///< it moved at all
  bool potted = false;   ///< it fell into the right pocket
  double miss = 0.0;     ///< point aimed at, to the left of the path [m]
};

/// What to watch of a shot.
struct Watch {
  int ball = -1;
  Point aim = Point::Zero();  ///< [m]
  int pocket = -1;
  int cushions = 0;  ///< the ball meets so many before it counts
};

/// Runs shots on one thread and reads what happened.
class ShotRunner {
 public:
  using Clock = std::chrono::steady_clock;

  ShotRunner(const Table& table, const Physics& physics);

  /// Simulations are looked at every few hundred steps and given up once the deadline is over;
  /// expired() says so until the next deadline is set.
  void set_deadline(Clock::time_point deadline) noexcept {
    deadline_ = deadline;
    expired_ = false;
  }
  /// A simulation was given up; what it returned, and what followed from it, means nothing.
  [[nodiscard]] bool expired() const noexcept { return expired_; }

  /// Until rest.
  [[nodiscard]] Outcome run(std::span<const Ball> balls, const Shot& shot) noexcept;
  /// The shot as it may come out: repetition number `draw` of the scene's noises.
  [[nodiscard]] Outcome repeat(const Scene& scene, const Shot& shot, std::uint64_t seed,
                               std::uint64_t draw) noexcept;
  /// Until the watched ball has passed or missed its pocket.
  [[nodiscard]] Approach approach(std::span<const Ball> balls, const Shot& shot,
                                  const Watch& watch) noexcept;
  /// Shots run since construction.
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }

 private:
  [[nodiscard]] bool start(std::span<const Ball> balls, const Shot& shot) noexcept;
  /// Goes on until `time` [s] or rest, in slices with a look at the clock after each.
  [[nodiscard]] Result advance(double time) noexcept;

  Simulator simulator_;
  Recorder recorder_;
  Clock::time_point deadline_ = Clock::time_point::max();
  bool expired_ = false;
  std::int64_t steps_ = 0;  ///< of the run so far
  std::int64_t count_ = 0;
};

}  // namespace billiard
