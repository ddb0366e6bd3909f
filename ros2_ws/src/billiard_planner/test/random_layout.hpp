// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "billiard_engine/check_layout.hpp"
#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/planner.hpp"

namespace billiard {

/// A cue ball and `objects` numbered balls at random places of a table, from a seed.
inline PlanRequest random_layout(const Settings& settings, int objects, std::uint64_t seed) {
  const double r = settings.physics.ball.radius;
  const double x = 0.5 * settings.table.spec.length - 1.05 * r;
  const double y = 0.5 * settings.table.spec.width - 1.05 * r;
  PlanRequest request;
  request.seed = seed;
  std::uint64_t counter = 0;
  while (static_cast<int>(request.balls.size()) <= objects) {
    Ball ball;
    ball.position = {x * (2.0 * uniform(seed, counter) - 1.0),
                     y * (2.0 * uniform(seed, counter + 1) - 1.0), r};
    counter += 2;
    request.balls.push_back(ball);
    if (check_layout(request.balls, settings.table, settings.physics)) {
      request.balls.pop_back();
      continue;
    }
    const auto number = request.balls.size() - 1;
    request.ids.push_back(number == 0 ? "cue" : std::to_string(number));
  }
  return request;
}

}  // namespace billiard
