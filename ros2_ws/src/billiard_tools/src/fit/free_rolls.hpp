// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "fit/recording.hpp"

namespace billiard {

/// Part of a track in which a ball rolls freely: straight, and slowed evenly.
struct FreeRoll {
  std::vector<double> time;            ///< [s]
  std::vector<Vec2<double>> position;  ///< as seen [m]
};

/// All parts that begin long enough after a contact to be free of slip and are long enough to
/// tell something. `reach` is the furthest a ball's centre is from the middle of the table [m].
[[nodiscard]] std::vector<FreeRoll> free_rolls(const std::vector<RecordedShot>& shots,
                                               const Vec2<double>& reach);

/// A ball turning round at a cushion: where its ways before and after meet.
struct Turn {
  int axis = 0;         ///< 0: at a short cushion, 1: at a long one
  double side = 1.0;    ///< 1: at the cushion further along the axis, −1: at the other
  double speed = 0.0;   ///< towards the cushion [m/s]
  double beyond = 0.0;  ///< of the way's end, beyond where the ball touches the nose [m]
};

[[nodiscard]] std::vector<Turn> turns(const std::vector<RecordedShot>& shots,
                                      const Vec2<double>& reach);

}  // namespace billiard
