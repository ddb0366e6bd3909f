// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "scene.hpp"

namespace billiard {

/// Smallest elevation [rad] at which the cue, struck at `offset_height` [ball radii], clears rails
/// and balls behind the cue ball; none if a ball is in the way at every elevation.
[[nodiscard]] std::optional<double> minimum_elevation(const Scene& scene, double azimuth,
                                                      double offset_height);

}  // namespace billiard
