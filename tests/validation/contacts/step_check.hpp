// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/physics.hpp"
#include "billiard_engine/table.hpp"

namespace billiard::contacts {

/// What every contact step of the shots since begin_checks() showed.
struct StepFindings {
  long steps = 0;
  /// Largest growth of a group's energy (motion, height, elastic) while it was advanced, over the
  /// energy it began with [-].
  double energy_growth = 0.0;
  double ball_depth = 0.0;     ///< deepest ball–ball overlap [m]
  double cushion_depth = 0.0;  ///< how far a centre came towards a nose, of what it may [m]
  double cloth_depth = 0.0;    ///< deepest dip into the cloth [m]
  bool behind_nose = false;    ///< a centre below the nose's top got behind it
};

/// Starts checking contact steps of simulators with this table and physics.
void begin_checks(const Table& table, const Physics& physics);
[[nodiscard]] const StepFindings& findings();

}  // namespace billiard::contacts
