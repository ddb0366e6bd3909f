// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "billiard_engine/ball.hpp"

namespace billiard {

/// The balls a table is played with.
enum class BallSet : std::uint8_t { kPool, kSnooker, kCarom };

/// One kind of pocket (corner or side), seen from above.
struct PocketShape {
  double mouth = 0.0;       ///< between the two cushion tips, nose to nose [m]
  double jaw_angle = 0.0;   ///< between a rail's nose line and its jaw, inside the rubber [rad]
  double shelf = 0.0;       ///< from the middle of the mouth to the hole's rim [m]
  double radius = 0.0;      ///< of the hole [m]
  double tip_radius = 0.0;  ///< rounding of the cushion where nose and jaw meet [m]
};

/// A table by its own numbers. `pockets == false` gives closed cushions all round (carom).
struct TableSpec {
  bool endless = false;          ///< cloth without end: no cushions, no pockets
  double length = 2.54;          ///< nose to nose along x [m]
  double width = 1.27;           ///< nose to nose along y [m]
  double nose_height = 0.03629;  ///< of the cushion nose above the cloth [m]
  bool pockets = true;
  PocketShape corner{
      .mouth = 0.1175, .jaw_angle = 2.478, .shelf = 0.0318, .radius = 0.062, .tip_radius = 0.004};
  PocketShape side{
      .mouth = 0.130, .jaw_angle = 1.815, .shelf = 0.005, .radius = 0.062, .tip_radius = 0.004};
  BallSet balls = BallSet::kPool;
};

/// Straight piece of cushion nose or jaw, at nose height. `normal` points to the playing side.
struct CushionSegment {
  Vec2<double> from = Vec2<double>::Zero();    ///< [m]
  Vec2<double> to = Vec2<double>::Zero();      ///< [m]
  Vec2<double> normal = Vec2<double>::Zero();  ///< unit
};

/// Rounded tip: part of a circle between two directions, at nose height.
struct CushionArc {
  Vec2<double> centre = Vec2<double>::Zero();  ///< [m]
  double radius = 0.0;                         ///< [m]
  Vec2<double> middle = Vec2<double>::Zero();  ///< unit, from the centre to the arc's middle
  double cos_half_angle = 1.0;                 ///< the arc covers directions within this of middle
};

/// Hole that swallows a ball whose centre passes its rim.
struct Pocket {
  Vec2<double> centre = Vec2<double>::Zero();  ///< [m]
  double radius = 0.0;                         ///< [m]
  Vec2<double> mouth = Vec2<double>::Zero();   ///< middle of the mouth, where one aims [m]
  Vec2<double> inward = Vec2<double>::Zero();  ///< unit, from the table into the pocket
  double mouth_width = 0.0;                    ///< tip to tip [m]
};

/// Order of Table::pockets; the letters are the signs of x and y.
enum class PocketId : std::uint8_t { kCornerNN, kCornerPN, kCornerPP, kCornerNP, kSideN, kSideP };

inline constexpr int kPockets = 6;
inline constexpr int kMaxSegments = 18;
inline constexpr int kMaxArcs = 12;

/// Geometry the engine works with, built once from a spec.
struct Table {
  TableSpec spec;
  int segment_count = 0;
  int arc_count = 0;
  int pocket_count = 0;
  std::array<CushionSegment, kMaxSegments> segments{};
  std::array<CushionArc, kMaxArcs> arcs{};
  std::array<Pocket, kPockets> pockets{};
};

/// "corner_nn", …, "side_p".
[[nodiscard]] const char* name(PocketId pocket) noexcept;
[[nodiscard]] const char* name(BallSet set) noexcept;

/// Throws std::invalid_argument naming field, value and allowed range for impossible geometry.
/// `ball_radius` [m] decides what is possible (a mouth must let a ball through).
[[nodiscard]] Table build_table(const TableSpec& spec, double ball_radius);

}  // namespace billiard
