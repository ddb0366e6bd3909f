// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "billiard_engine/simulator.hpp"

namespace billiard::lab {

/// A ball at the origin of an endless cloth.
[[nodiscard]] Ball ball_on_cloth(const Physics& physics, const Vec2<double>& velocity,
                                 const Vec3<double>& spin);

/// Its path, sampled every `period` [s] until it rests or `until` [s].
[[nodiscard]] std::vector<Recorder::Sample> follow(const Physics& physics, const Ball& ball,
                                                   double period, double until);

}  // namespace billiard::lab
