// SPDX-License-Identifier: Apache-2.0
#include "game/sighting.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace billiard_nodes {

using billiard::Layout;

int find_in_play(const Layout& layout, const std::string& id) {
  const int index = layout.find(id);
  return index >= 0 && layout.balls[static_cast<std::size_t>(index)].in_play() ? index : -1;
}

int count_in_play(const Layout& layout) {
  return static_cast<int>(std::count_if(layout.balls.begin(), layout.balls.end(),
                                        [](const billiard::Ball& ball) { return ball.in_play(); }));
}

std::string find_change(const Layout& before, const Layout& now, double tolerance) {
  for (std::size_t i = 0; i < before.ids.size(); ++i) {
    if (!before.balls[i].in_play()) continue;
    const int index = find_in_play(now, before.ids[i]);
    if (index < 0) return fmt::format("ball {} is not seen any more", before.ids[i]);
    const auto& at = now.balls[static_cast<std::size_t>(index)].position;
    const double moved = (at - before.balls[i].position).head<2>().norm();
    if (!(moved <= tolerance)) {  // true for NaN
      return fmt::format("ball {} has moved by {:.1f} mm (allowed: {:.1f} mm)", before.ids[i],
                         1000.0 * moved, 1000.0 * tolerance);
    }
  }
  for (std::size_t i = 0; i < now.ids.size(); ++i) {
    if (now.balls[i].in_play() && find_in_play(before, now.ids[i]) < 0) {
      return fmt::format("ball {} was not there before", now.ids[i]);
    }
  }
  return {};
}

}  // namespace billiard_nodes
