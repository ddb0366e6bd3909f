// SPDX-License-Identifier: Apache-2.0
// A recording of one stroke, made up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "session/shots.hpp"

namespace billiard::session {

inline constexpr double kPeriod = 1.0 / 60.0;  // [s]
inline constexpr double kSpeed = 1.5;          // [m/s]

inline Ball ball_at(double x, double y, double vx = 0.0) {
  Ball ball;
  ball.position = {x, y, 0.028};
  ball.velocity = {vx, 0.0, 0.0};
  ball.motion = vx == 0.0 ? Motion::kRest : Motion::kRolling;
  return ball;
}

/// The cue ball leaves x = −0.5 at `strike` and stops after 0.6 s; a ball "1" lies still.
inline std::vector<BallsMoment> filmed(double from, double to, double strike) {
  std::vector<BallsMoment> moments;
  for (int i = 0; from + i * kPeriod < to; ++i) {
    const double time = from + i * kPeriod, since = std::clamp(time - strike, 0.0, 0.6);
    const bool moves = since > 0.0 && since < 0.6;
    BallsMoment moment;
    moment.time = time;
    moment.at_rest = !moves;
    moment.layout.ids = {"cue", "1"};
    moment.layout.balls = {ball_at(-0.5 + kSpeed * since, 0.1, moves ? kSpeed : 0.0),
                           ball_at(0.9, -0.4)};
    moments.push_back(moment);
  }
  return moments;
}

inline RecordedResult fired(double time, std::uint32_t id) {
  RecordedResult result;
  result.time = time;
  result.shot_id = id;
  return result;
}

}  // namespace billiard::session
