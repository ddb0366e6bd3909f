// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>

#include "layout.hpp"

namespace billiard {

/// A ball's centre on its way, followed forwards from cushion to cushion and ball to ball: the
/// opposite of how candidates are made.
struct TracedWay {
  Point at;
  Point way;  ///< unit

  static TracedWay along(const Point& from, double azimuth) {
    return {from, {std::cos(azimuth), std::sin(azimuth)}};
  }
  /// Distance at which it passes a place; negative if the place is to the right [m].
  [[nodiscard]] double miss(const Point& place) const {
    const Point line = place - at;
    return way.x() * line.y() - way.y() * line.x();
  }
  /// Up to the next cushion and mirrored there.
  [[nodiscard]] TracedWay after_cushion() const {
    const double radius = nine_foot().physics.ball.radius;
    const Point half(1.27 - radius, 0.635 - radius);
    double times[2];
    for (int i = 0; i < 2; ++i) {
      times[i] = way[i] == 0.0 ? 1e9 : (std::copysign(half[i], way[i]) - at[i]) / way[i];
    }
    const int across = times[0] < times[1] ? 0 : 1;
    TracedWay next{at + times[across] * way, way};
    next.way[across] = -next.way[across];
    return next;
  }
  /// Place at which it touches a ball, if it does.
  [[nodiscard]] std::optional<Point> contact(const Point& ball) const {
    const double reach = 2.0 * nine_foot().physics.ball.radius;
    const double aside = miss(ball);
    if (std::abs(aside) > reach) return std::nullopt;
    return at + way * ((ball - at).dot(way) - std::sqrt(reach * reach - aside * aside));
  }
  /// Of the ball it touches at `contact`.
  static TracedWay of_struck(const Point& ball, const Point& contact) {
    return {ball, (ball - contact).normalized()};
  }
  /// Of the ball without spin that touches another one at `contact`: square to the line of both.
  [[nodiscard]] TracedWay glanced(const Point& ball, const Point& contact) const {
    const Point normal = (ball - contact).normalized();
    return {contact, (way - way.dot(normal) * normal).normalized()};
  }
};

/// "2 at 0.1" for each candidate's pocket and azimuth: to tell whether it is still there.
template <typename Candidates>
bool contains(const Candidates& list, int pocket, double azimuth) {
  for (const auto& candidate : list) {
    if (candidate.call.pocket == pocket && std::abs(candidate.azimuth - azimuth) < 1e-9)
      return true;
  }
  return false;
}

}  // namespace billiard
