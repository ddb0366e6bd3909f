// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "billiard_engine/ball.hpp"
#include "billiard_engine/result.hpp"

namespace billiard {

/// A set of balls by index, bit i for ball i.
using BallMask = std::uint32_t;

[[nodiscard]] constexpr BallMask mask_of(int ball) noexcept { return BallMask{1} << ball; }

/// Balls of a list that are in play.
[[nodiscard]] BallMask in_play(std::span<const Ball> balls) noexcept;

/// What a referee sees of one shot.
struct Outcome {
  Status status = Status::kRest;
  bool miscue = false;
  int first_hit = -1;              ///< first ball the cue ball touched, or -1
  bool cushion_after_hit = false;  ///< any ball met a cushion after the first touch
  BallMask pocketed = 0;
  BallMask off_table = 0;
  int ball_count = 0;
  std::array<Ball, kMaxBalls> balls{};  ///< where they ended

  [[nodiscard]] std::span<const Ball> final_balls() const noexcept {
    return {balls.data(), static_cast<std::size_t>(ball_count)};
  }
};

}  // namespace billiard
