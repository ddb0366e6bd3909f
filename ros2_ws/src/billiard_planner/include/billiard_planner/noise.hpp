// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "billiard_engine/physics.hpp"
#include "billiard_engine/shot.hpp"
#include "billiard_engine/table.hpp"

namespace billiard {

/// Standard deviations of what a cue does against what it was told.
struct ExecutionNoise {
  double offset = 0.5e-3;       ///< of the tip, each direction [m]
  double elevation = 1.745e-3;  ///< 0.1 degrees [rad]
  double azimuth = 2.182e-3;    ///< 0.125 degrees [rad]
  double speed = 0.075;         ///< [m/s]

  [[nodiscard]] ExecutionNoise scaled(double factor) const noexcept {
    return {factor * offset, factor * elevation, factor * azimuth, factor * speed};
  }
};

/// The shot as executed in draw number `draw` of a random stream. The same (seed, draw) disturbs
/// every shot in the same way, so that shots are compared under the same luck.
[[nodiscard]] Shot disturb(const Shot& shot, const ExecutionNoise& noise, double ball_radius,
                           std::uint64_t seed, std::uint64_t draw) noexcept;

/// Balls of a layout, and how many there are.
struct PlacedBalls {
  std::array<Ball, kMaxBalls> balls;
  std::size_t count = 0;

  [[nodiscard]] std::span<const Ball> span() const noexcept { return {balls.data(), count}; }
};

/// Where the balls may really lie if they were measured with a standard deviation of `sigma` [m] in
/// each direction: draw number `draw`, moved apart where balls or cushions would overlap.
[[nodiscard]] PlacedBalls displace(std::span<const Ball> balls, double sigma, const Table& table,
                                   const Physics& physics, std::uint64_t seed,
                                   std::uint64_t draw) noexcept;

/// Uniform number in [0, 1) from a counter: SplitMix64 (Steele, Lea, Flood 2014) of the stream.
[[nodiscard]] double uniform(std::uint64_t seed, std::uint64_t counter) noexcept;

}  // namespace billiard
