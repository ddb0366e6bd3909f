// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "scene.hpp"

namespace billiard {

/// The four noses.
enum class Rail : std::uint8_t { kPlusX, kMinusX, kPlusY, kMinusY };

/// One rail, or two that follow each other.
using RailSequence = std::vector<Rail>;

/// All sequences of one rail and of two different rails.
[[nodiscard]] const std::vector<RailSequence>& rail_sequences();

/// Corner points of the path from `from` over the rails to `to` if every bounce were a mirror:
/// from, bounces, to. None if a bounce would fall into a pocket or the order does not work.
[[nodiscard]] std::optional<std::vector<Point>> bounce_path(const Scene& scene, const Point& from,
                                                            const Point& to,
                                                            const RailSequence& rails);

/// Length of a path [m].
[[nodiscard]] double path_length(std::span<const Point> path);

}  // namespace billiard
