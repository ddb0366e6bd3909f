// SPDX-License-Identifier: Apache-2.0
// The engine as the motion model of all tracks: it moves the means together, and each covariance by
// how the outcome changes when a ball starts one standard deviation off.
#pragma once

#include <span>
#include <vector>

#include "billiard_engine/simulator.hpp"
#include "track.hpp"

namespace billiard::vision {

class MotionModel {
 public:
  /// Throws std::invalid_argument for a table or physics the engine refuses.
  MotionModel(const Table& table, const Physics& physics);

  /// Moves all tracks on by `dt` [s].
  void move(std::vector<Track>& tracks, double dt);

  /// One ball by itself, `dt` [s] later.
  [[nodiscard]] Ball move_alone(const Ball& ball, double dt);

 private:
  void separate(std::span<Ball> balls) const;
  void run(std::span<const Ball> balls, double dt);
  void spread_alone(Track& track, const Ball& before, double dt);
  void spread_together(std::vector<Track>& tracks, const std::vector<Ball>& before,
                       const std::vector<std::size_t>& who, double dt);

  Table table_;
  double radius_;
  Simulator simulator_;
  Recorder recorder_;
  Result result_;
};

}  // namespace billiard::vision
