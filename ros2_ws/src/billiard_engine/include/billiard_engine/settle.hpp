// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "billiard_engine/check_layout.hpp"

namespace billiard {

/// Makes measured balls a possible layout by moving them as little as it takes: overlapping ones
/// apart, others out of cushions and cloth. A ball over a pocket's hole is set to kPocketed.
/// Returns what cannot be mended by moves of at most 20 mm (then balls may have moved all the
/// same). Real-time safe.
[[nodiscard]] std::optional<LayoutError> settle(std::span<Ball> balls, const Table& table,
                                                const Physics& physics) noexcept;

}  // namespace billiard
