// SPDX-License-Identifier: Apache-2.0
// The state of a ball right after an expected stroke.
#pragma once

#include "billiard_engine/physics.hpp"
#include "billiard_vision/expected_stroke.hpp"
#include "track.hpp"

namespace billiard::vision {

/// Velocity and spin after the stroke, with what its execution leaves uncertain.
struct Launch {
  Ball ball;                                    ///< At the place of the stroke
  StateMatrix covariance{StateMatrix::Zero()};  ///< Of velocity and spin; that of the place is zero
};
[[nodiscard]] Launch launch_of(const ExpectedStroke& stroke, const Physics& physics);

/// The launched ball `time` [s] after the stroke, as a track's state. `now` is the launch moved on
/// by the engine. The moment of the stroke is not known: the place along the way stays open.
void take_launch(Track& track, const Launch& launch, const Ball& now, double time);

}  // namespace billiard::vision
