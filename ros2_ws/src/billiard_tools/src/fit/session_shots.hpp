// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "fit/trajectories.hpp"
#include "session/shots.hpp"

namespace billiard {

/// The shots of a robot's recording as a fit takes them. Shots in which many balls move (a break)
/// are left out: they are chaotic and tell nothing.
[[nodiscard]] std::vector<ObservedShot> shots_of_session(
    std::span<const session::BallsMoment> moments, std::span<const session::RecordedShot> shots);

}  // namespace billiard
