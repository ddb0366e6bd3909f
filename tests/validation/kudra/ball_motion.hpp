// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "billiard_engine/cloth_friction.hpp"
#include "billiard_engine/physics.hpp"

// Independent reference: the equations of motion K(21)–(27) exactly as printed, integrated by the
// classical Runge–Kutta method with steps far below the time constant of the slip.
namespace billiard::kudra {

/// State of K(21)–(23).
struct Motion5 {
  double x = 0, y = 0;            ///< [m]
  double vx = 0, vy = 0;          ///< [m/s]
  double wx = 0, wy = 0, wz = 0;  ///< [rad/s]
};

/// Start of one figure: v = (0, 1) m/s and this spin.
struct Figure {
  int number;
  double wx, wy, wz;  ///< [rad/s]
};
inline constexpr Figure kFigures[] = {{6, -50.0, 0.0, 0.0},
                                      {7, -50.0, 5.0, 0.0},
                                      {8, 150.0, 5.0, 0.0},
                                      {9, -50.0, -3.5, -150.0},
                                      {10, 150.0, 0.0, -150.0}};

/// Parameters of the paper's simulations (§3.2).
[[nodiscard]] Physics paper_physics(ClothLaw law);

[[nodiscard]] Motion5 start_of(const Figure& figure);

/// States at the given times [s], ascending. `step` [s] must resolve the slip's decay, about
/// â ε_t/(3.5 μ g) = 4 µs once the ball rolls; while it slides fast the step is made longer.
[[nodiscard]] std::vector<Motion5> integrate(const Physics& physics, const Motion5& start,
                                             const std::vector<double>& times, double step);

}  // namespace billiard::kudra
