// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "billiard_planner/planner.hpp"
#include "geometry.hpp"
#include "shot_runner.hpp"

namespace billiard {

/// What one aimed stroke of a candidate tells about the aim of its other strokes.
struct Lead {
  double azimuth = 0.0;  ///< to add to the first guess [rad]
  double miss = 0.0;     ///< at the pocket, in the middle of the window [m]
  double slope = 0.0;    ///< of the miss over the azimuth [m/rad]
  double window = 0.0;   ///< half of it [rad]
};

/// A way to pot a ball, from geometry alone: no throw, swerve or squirt yet.
struct Candidate {
  ShotKind kind = ShotKind::kDirect;
  Call call;
  Watch watch;
  double azimuth = 0.0;      ///< of the cue ball's path [rad]
  double min_speed = 0.0;    ///< of the cue, for the called ball to arrive [m/s]
  double window = 0.0;       ///< guess of the half window of the azimuth [rad]
  double estimate = 0.0;     ///< guess of the success probability
  double promise = 0.0;      ///< best value the engine found for it; 0 before
  std::optional<Lead> lead;  ///< once a stroke of it was aimed
};

using Candidates = std::vector<Candidate>;

/// Each adds what it finds; `wanted` are the balls that may be called.
void add_direct(const Scene& scene, BallMask wanted, Candidates& out);
void add_banks(const Scene& scene, BallMask wanted, Candidates& out);
void add_kicks(const Scene& scene, BallMask wanted, Candidates& out);
void add_combinations(const Scene& scene, BallMask wanted, Candidates& out);
void add_caroms(const Scene& scene, BallMask wanted, Candidates& out);

/// Cue speed at which the object ball of a straight pot still arrives with some pace [m/s].
[[nodiscard]] double arrival_speed(const Scene& scene, const PotGeometry& pot);

/// Candidate with estimates filled from its geometry; `difficulty` multiplies the probability.
[[nodiscard]] Candidate make_candidate(const Scene& scene, ShotKind kind, const Call& call,
                                       const PotGeometry& pot, double difficulty);

}  // namespace billiard
