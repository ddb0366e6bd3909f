// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fit/shot_model.hpp"

namespace billiard {

/// Cauchy's cost of residuals: those beyond `far` weigh less and less, except the last `prior`.
[[nodiscard]] double robust_cost(const Eigen::VectorXd& residuals, Eigen::Index prior, double far);

/// Scales residuals and the rows of their derivatives as Cauchy's cost asks.
void weigh(const Eigen::VectorXd& residuals, Eigen::Index prior, double far,
           Eigen::MatrixXd& jacobian, Eigen::VectorXd& weighted);

/// Columns ∂r/∂start by differences; `r` are the residuals at `start`.
[[nodiscard]] Eigen::MatrixXd start_jacobian(const ShotModel& shot, Simulator& simulator,
                                             const Start& start, double until,
                                             const Eigen::VectorXd& r);

/// How a start is searched.
struct StartSearch {
  double until = 2.4;  ///< looks at what was seen up to here [s]
  double far = 5.0;    ///< residuals beyond weigh less, in units of the noise [-]
  int iterations = 15;
};

/// Goes downhill from `start` (Levenberg–Marquardt). Returns the robust cost.
double refine_start(const ShotModel& shot, Simulator& simulator, const StartSearch& search,
                    Start& start);

/// Like refine_start(), and where that does not explain what was seen, from other spins too.
double extend_start(const ShotModel& shot, Simulator& simulator, const StartSearch& search,
                    Start& start);

/// The start that explains what was seen of a shot, physics given: extend_start() over longer
/// and longer parts of the shot. Returns the cost.
double fit_start(const ShotModel& shot, Simulator& simulator, const StartSearch& search,
                 Start& start);

}  // namespace billiard
