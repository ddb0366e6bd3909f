// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "scene.hpp"

namespace billiard {

/// z of the cross product: positive if b points to the left of a.
[[nodiscard]] double cross(const Point& a, const Point& b) noexcept;

/// Distance of a point from the segment [m].
[[nodiscard]] double distance_to_segment(const Point& point, const Point& from, const Point& to);

/// A ball can move straight between two places without touching one that is not in `ignored`.
[[nodiscard]] bool is_clear(const Scene& scene, const Point& from, const Point& to,
                            BallMask ignored);

/// A ball's centre can be here without being in a cushion.
[[nodiscard]] bool is_on_cloth(const Scene& scene, const Point& point);

/// Where the centre of the ball that strikes must be to send `object` towards `aim`.
[[nodiscard]] Point ghost_position(const Point& object, const Point& aim, double radius);

/// Where `object` is sent to fall: the middle of the mouth, or the hole from in there.
[[nodiscard]] Point pot_target(const Pocket& pocket, const Point& object, double radius);

/// A straight pot seen from above.
struct PotGeometry {
  Point ghost;                   ///< cue ball at contact [m]
  Point target;                  ///< where the object ball is sent [m]
  double cue_distance = 0.0;     ///< of the cue ball to the contact [m]
  double object_distance = 0.0;  ///< of the object ball to there [m]
  double cos_cut = 1.0;          ///< of the angle between both paths
  double cos_entry = 1.0;        ///< of the angle between the object's path and the pocket's axis
  double azimuth = 0.0;          ///< of the cue ball's path [rad]
};

/// The pot from `cue` on a ball into a pocket, if it exists: not too thin, pocket open from there.
/// Paths are not checked for other balls.
[[nodiscard]] std::optional<PotGeometry> pot_geometry(const Scene& scene, const Point& cue,
                                                      const Point& object, const Pocket& pocket);

/// Chance of such a pot under the scene's noise, from angles and widths alone.
[[nodiscard]] double estimate_probability(const Scene& scene, const PotGeometry& pot,
                                          const Pocket& pocket);

/// Chance that an aim with this half window [rad] succeeds under the scene's noise.
[[nodiscard]] double window_probability(const Scene& scene, double half_window);

}  // namespace billiard
