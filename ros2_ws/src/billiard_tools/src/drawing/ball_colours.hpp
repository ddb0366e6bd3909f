// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "billiard_engine/table.hpp"

namespace billiard {

/// How a ball looks.
struct BallLook {
  std::string colour;    ///< of the ball, "#rrggbb"
  std::string path;      ///< of its path: the same, lighter where the cloth would swallow it
  std::string label;     ///< number on it, or nothing
  bool striped = false;  ///< white with a band in `colour`
};

/// Look of a ball by its id: "cue", "1" … "15" in pool, colours ("red7", "pink") in snooker and
/// carom. Other ids get a colour of their own, the same in every picture.
[[nodiscard]] BallLook ball_look(BallSet set, const std::string& id);

}  // namespace billiard
