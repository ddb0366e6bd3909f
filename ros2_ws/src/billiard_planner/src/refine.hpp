// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "candidates/candidate.hpp"

namespace billiard {

/// Speed and spin to play a candidate with.
struct Stroke {
  double speed = 0.0;          ///< of the cue [m/s]
  double offset_side = 0.0;    ///< [ball radii]
  double offset_height = 0.0;  ///< [ball radii]
};

/// An aimed shot.
struct Aimed {
  Shot shot;
  double window = 0.0;       ///< the azimuth may err by ± this [rad]
  std::optional<Lead> lead;  ///< for the other strokes of the candidate
};

/// Solves the azimuth through the engine so that the called ball falls, and moves it to the middle
/// of the range in which it does. At most kMaxRefinementShots simulations; none if no azimuth
/// near the candidate's works or the cue cannot be held there.
[[nodiscard]] std::optional<Aimed> refine(const Scene& scene, ShotRunner& runner,
                                          const Candidate& candidate, const Stroke& stroke);

inline constexpr int kMaxRefinementShots = 40;

/// The same in at most kMaxFollowShots simulations from what the candidate's lead says; the window
/// is the lead's, or a part of it.
[[nodiscard]] std::optional<Aimed> follow(const Scene& scene, ShotRunner& runner,
                                          const Candidate& candidate, const Stroke& stroke);

inline constexpr int kMaxFollowShots = 7;

}  // namespace billiard
