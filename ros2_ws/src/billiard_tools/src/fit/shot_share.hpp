// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "fit/start_fit.hpp"

namespace billiard {

/// The values of a fit: logarithms of the physics, then the camera's lag along x and y in such
/// units (20 ms over 1.4 m are 1.4) [s/m].
inline constexpr double kLagUnit = 0.01;
inline constexpr Eigen::Index kLags = 2;

/// What one shot adds to the equations of the values once its start is eliminated.
struct ShotShare {
  Eigen::MatrixXd h;
  Eigen::VectorXd g;
  Eigen::VectorXd own;   ///< step of the start with the values held
  Eigen::MatrixXd with;  ///< and what each value adds to it
};

/// `simulators` are those of AdjustablePhysics::nudged(), which moved the physics by `nudges`.
[[nodiscard]] ShotShare share_of(const ShotModel& shot, std::vector<Simulator>& simulators,
                                 const Eigen::VectorXd& nudges, const Start& start,
                                 const StartSearch& search);

}  // namespace billiard
