// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "billiard_engine/files/scenario.hpp"
#include "billiard_engine/result.hpp"
#include "drawing/ball_colours.hpp"
#include "drawing/svg.hpp"

namespace billiard {

/// What a shot was asked to do.
struct ShotGoal {
  Vec2<double> target;                ///< [m]
  std::vector<Vec2<double>> through;  ///< places to pass before [m]
  std::vector<Vec2<double>> avoid;    ///< balls to keep clear of [m]
  double arrival = 0.0;               ///< at the target [s]
};

/// What to draw. Nothing is owned.
struct ShotDrawing {
  std::string title;
  const Table* table = nullptr;
  double ball_radius = 0.0;            ///< [m]
  const Layout* start = nullptr;       ///< balls and their ids
  const Result* result = nullptr;      ///< where they ended
  const Recorder* recorder = nullptr;  ///< paths (samples) and collisions (events)
  const ShotGoal* goal = nullptr;      ///< marked if given; what comes after it is pale
};

/// A complete picture: table or endless cloth, paths with time ticks, collisions, start (hollow)
/// and end (solid) of every ball, scale.
[[nodiscard]] std::string draw_shot(const ShotDrawing& drawing);

/// The table alone: wood, diamonds, cushions, cloth, pockets. Leaves room below for a legend.
[[nodiscard]] Svg draw_table(const Table& table);
/// Cloth without end: a grid over the given part of the plane [m].
[[nodiscard]] Svg draw_endless_cloth(const Vec2<double>& low, const Vec2<double>& high,
                                     double grid);

/// A ball seen from above: shadow, colour, band, number, light. `radius` [m].
void draw_ball(Svg& svg, const Vec2<double>& place, const BallLook& look, double radius);

/// Legend under a picture: title at the left, scale bar at the right, both at height `y` [m].
void draw_legend(Svg& svg, const std::string& text, double left, double right, double y);

}  // namespace billiard
