// SPDX-License-Identifier: Apache-2.0
// The state of a ball soon after an expected stroke.
#pragma once

#include "billiard_engine/physics.hpp"
#include "billiard_vision/expected_stroke.hpp"
#include "motion_model.hpp"
#include "track.hpp"

namespace billiard::vision {

/// Where a stroke led its ball by the time it was seen, with what the execution leaves uncertain.
struct Launch {
  Ball ball;                                    ///< May still hop: a cue is seldom quite level
  StateMatrix covariance{StateMatrix::Zero()};  ///< Of state_of(ball)
  double time{0.0};                             ///< Since the stroke [s]
};

/// The ball lay at `lies` [m] and was seen `way` [m] from there. The moment of the stroke is not
/// known: it follows from the way, and the place along it stays open.
[[nodiscard]] Launch launch_of(const ExpectedStroke& stroke, const Vec2<double>& lies, double way,
                               const Physics& physics, MotionModel& model);

/// Takes a launch over as a track's state.
void take_launch(Track& track, const Launch& launch);

}  // namespace billiard::vision
