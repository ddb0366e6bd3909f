// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "billiard_engine/ball.hpp"
#include "billiard_engine/physics.hpp"
#include "billiard_engine/table.hpp"

namespace billiard {

/// What is wrong with a starting layout.
struct LayoutError {
  enum class Kind : std::uint8_t {
    kNotFinite,
    kOverlap,     ///< two balls share space
    kOutside,     ///< beyond the cushions, or inside one
    kBelowCloth,  ///< centre lower than one radius
    kInPocket,    ///< centre over a pocket's hole
    kTooMany      ///< more than kMaxBalls; `ball` is the first one too many
  };
  Kind kind = Kind::kNotFinite;
  int ball = 0;
  int other = -1;       ///< second ball of kOverlap, pocket of kInPocket
  double amount = 0.0;  ///< overlap, or distance into what is not allowed [m]
};

constexpr double kOverlapAllowed = 1e-6;  ///< [m] rounding in files

/// First problem of a layout, or nullopt. Overlaps below `tolerance` [m] are accepted. Balls that
/// are not in play are not looked at.
[[nodiscard]] std::optional<LayoutError> check_layout(std::span<const Ball> balls,
                                                      const Table& table, const Physics& physics,
                                                      double tolerance = kOverlapAllowed);

}  // namespace billiard
