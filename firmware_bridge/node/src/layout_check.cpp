// SPDX-License-Identifier: Apache-2.0
#include "layout_check.hpp"

#include <cmath>
#include <cstdio>

namespace firmware_bridge {
namespace {

using billiard_msgs::msg::Ball;
using billiard_msgs::msg::BallArray;

bool in_play(const Ball& ball) {
  return ball.state != Ball::STATE_POCKETED && ball.state != Ball::STATE_OFF_TABLE;
}

const Ball* find_in_play(const BallArray& balls, const std::string& id) {
  for (const Ball& ball : balls.balls) {
    if (ball.id == id && in_play(ball)) return &ball;
  }
  return nullptr;
}

}  // namespace

std::string find_layout_change(const BallArray& planned, const BallArray& seen, double tolerance) {
  const bool named = !planned.table.empty() && !seen.table.empty();
  if (named && planned.table != seen.table) {
    return "the shot is for table '" + planned.table + "'; seen is '" + seen.table + "'";
  }
  for (const Ball& ball : planned.balls) {
    if (!in_play(ball)) continue;
    const Ball* now = find_in_play(seen, ball.id);
    if (now == nullptr) return "ball " + ball.id + " is not seen any more";
    const double moved =
        std::hypot(now->position.x - ball.position.x, now->position.y - ball.position.y);
    if (!(moved <= tolerance)) {  // true for NaN
      char text[96];
      std::snprintf(text, sizeof(text), " has moved by %.1f mm (allowed: %.1f mm)", 1000.0 * moved,
                    1000.0 * tolerance);
      return "ball " + ball.id + text;
    }
  }
  for (const Ball& ball : seen.balls) {
    if (in_play(ball) && find_in_play(planned, ball.id) == nullptr) {
      return "ball " + ball.id + " was not there when the shot was planned";
    }
  }
  return {};
}

}  // namespace firmware_bridge
