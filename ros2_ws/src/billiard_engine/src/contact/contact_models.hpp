// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/physics.hpp"
#include "contact/normal_force.hpp"
#include "contact/tangential_force.hpp"

namespace billiard {

/// The force laws of all contacts, with constants worked out once.
template <typename Scalar>
struct ContactModels {
  explicit ContactModels(const Physics& physics) noexcept;

  Scalar radius;            ///< [m]
  Scalar inverse_mass;      ///< [1/kg]
  Scalar spin_per_impulse;  ///< R/I = 5/(2 m R) [1/(kg m)]
  Scalar gravity;           ///< [m/s²]
  Scalar resting_depth;     ///< of a ball's weight in the cloth, (m g/K)^(2/3) [m]
  NormalForce<Scalar> ball_ball;
  NormalForce<Scalar> ball_cushion;
  NormalForce<Scalar> ball_cloth;
  TangentialForce<Scalar> ball_ball_friction;
  TangentialForce<Scalar> ball_cushion_friction;
  /// Contact steps per step of a ball–ball contact that a cushion alone needs (a power of two).
  int cushion_stride;
};

}  // namespace billiard
