// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "billiard_engine/table.hpp"
#include "math/square_root.hpp"

namespace billiard {

inline constexpr int kMaxCushionElements = kMaxSegments + kMaxArcs;

/// A piece of cushion nose in plan: a straight line or a rounded tip. The nose is an edge at one
/// height; a ball touches it where the edge comes nearer to the centre than one radius.
template <typename Scalar>
struct CushionElement {
  bool straight = true;
  Vec2<Scalar> origin = Vec2<Scalar>::Zero();  ///< start of the line, or centre of the arc [m]
  Vec2<Scalar> along = Vec2<Scalar>::Zero();   ///< unit, along the line, or to the arc's middle
  Vec2<Scalar> normal = Vec2<Scalar>::Zero();  ///< unit, to the playing side (straight only)
  Scalar extent{};  ///< length of the line [m], or cosine of half the arc's angle
  Scalar radius{};  ///< of the arc [m]
  Vec2<Scalar> low = Vec2<Scalar>::Zero();   ///< box around the piece [m]
  Vec2<Scalar> high = Vec2<Scalar>::Zero();  ///< [m]
};

/// All pieces of a table's cushions.
template <typename Scalar>
struct Cushions {
  Cushions() = default;
  Cushions(const Table& table, double ball_radius) noexcept;

  int count = 0;
  std::array<CushionElement<Scalar>, kMaxCushionElements> elements{};
  Scalar height{};  ///< of the nose [m]
  Scalar reach{};   ///< plan distance at which a ball on the cloth touches a nose [m]
  /// Half sizes of the rectangle in which a centre touches neither cushion nor pocket [m].
  Scalar free_x{}, free_y{};
  bool none = true;  ///< endless cloth
};

/// Nearest point of a piece in plan: distance and direction from it to the centre.
template <typename Scalar>
struct Nearness {
  bool applies = false;  ///< the centre projects onto the piece itself
  Scalar distance{};     ///< in plan, negative behind a straight nose [m]
  Vec2<Scalar> normal = Vec2<Scalar>::Zero();
};

template <typename Scalar>
[[nodiscard]] inline Nearness<Scalar> nearness(const CushionElement<Scalar>& e, Scalar x,
                                               Scalar y) noexcept {
  const Scalar dx = x - e.origin.x();
  const Scalar dy = y - e.origin.y();
  if (e.straight) {
    const Scalar along = dx * e.along.x() + dy * e.along.y();
    if (along < Scalar(0) || along > e.extent) return {};
    return {true, dx * e.normal.x() + dy * e.normal.y(), e.normal};
  }
  const Scalar distance = math::sqrt(dx * dx + dy * dy);
  if (!(dx * e.along.x() + dy * e.along.y() >= e.extent * distance)) return {};
  if (!(distance > Scalar(0))) return {};
  const Scalar inverse = Scalar(1) / distance;
  return {true, distance - e.radius, {dx * inverse, dy * inverse}};
}

}  // namespace billiard
