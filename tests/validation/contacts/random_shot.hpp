// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "billiard_engine/simulator.hpp"

namespace billiard::contacts {

/// Numbers from a seed, the same everywhere (SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  [[nodiscard]] double between(double low, double high);
  [[nodiscard]] int below(int count);

 private:
  std::uint64_t state_;
};

/// A legal layout and a stroke on ball 0.
struct RandomShot {
  std::vector<Ball> balls;
  Shot shot;
};

struct ShotRanges {
  int most_balls = 16;
  double ball_speed = 15.0;     ///< largest, right after a level centre stroke [m/s]
  double elevated_part = 0.25;  ///< part of the strokes with a raised cue
  double frozen_part = 0.3;     ///< part of the balls placed in touch with another
};

[[nodiscard]] RandomShot random_shot(Random& random, const Table& table, const Physics& physics,
                                     const ShotRanges& ranges);

}  // namespace billiard::contacts
