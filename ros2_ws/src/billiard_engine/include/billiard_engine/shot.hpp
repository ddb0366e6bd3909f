// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/ball.hpp"
#include "billiard_engine/physics.hpp"

namespace billiard {

/// One stroke of the cue.
struct Shot {
  int ball = 0;            ///< index of the ball that is struck
  double speed = 0.0;      ///< of the cue before impact [m/s]
  double azimuth = 0.0;    ///< direction of the stroke about z, from +x [rad]
  double elevation = 0.0;  ///< of the cue's butt above the horizontal [rad]
  /// Tip offset from the ball's centre in the plane square to the cue, in ball radii:
  /// side to the shooter's right, height up [-].
  double offset_side = 0.0;
  double offset_height = 0.0;
};

/// What a stroke did.
template <typename Scalar>
struct StrikeResult {
  bool miscue = false;
  Vec3<Scalar> velocity = Vec3<Scalar>::Zero();  ///< of the ball after the stroke [m/s]
  Vec3<Scalar> spin = Vec3<Scalar>::Zero();      ///< [rad/s]
};

/// Largest tip offset that does not slip, μ/√(1 + μ²) [ball radii].
[[nodiscard]] double miscue_limit(const CueProperties& cue) noexcept;

/// Velocity and spin a resting ball has right after the stroke. Beyond the miscue limit the tip
/// slips off: `miscue` is set and the ball gets what the tip transmits at the limit. The vertical
/// velocity may point into the cloth; the simulator then lets the ball bounce.
template <typename Scalar>
[[nodiscard]] StrikeResult<Scalar> strike(const Shot& shot, const Physics& physics) noexcept;

}  // namespace billiard
