// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/planner.hpp"

namespace billiard {

/// Eight-ball before the break: a triangle with small random gaps, the cue ball on the head string.
[[nodiscard]] PlanRequest racked(const Settings& settings, std::uint64_t seed);

/// Eight-ball after a break from a seed: a racked triangle with small random gaps, broken hard from
/// a random place of the head string. The cue ball is in hand. A break that pots the eight or
/// drives a ball off the table is played again with other gaps.
[[nodiscard]] PlanRequest random_break(const Settings& settings, std::uint64_t seed);

/// How one rack went.
struct Rack {
  bool cleared = false;
  int shots = 0;
  std::vector<double> cpu_times;  ///< of each decision, all threads together [s]
  std::string end;                ///< "won", "missed", a foul in words, "safety" or "no shot"
};

/// Plays a rack from ball in hand until it is won or the turn ends. `asked` gives noise and
/// simulations per shot.
[[nodiscard]] Rack run_out(Planner& planner, const Settings& settings, const PlanRequest& asked,
                           std::uint64_t seed);

}  // namespace billiard
