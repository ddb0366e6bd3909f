// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "billiard_multibody/solver.hpp"

namespace billiard::multibody {

enum class Integrator : std::uint8_t {
  kSemiImplicitEuler,  ///< velocities first, then positions with them
  kRungeKutta4,        ///< the classical one
  kAdams4,        ///< Adams–Bashforth–Moulton, predict-evaluate-correct-evaluate: the family of
                  ///< Matlab's ODE113, at fixed step and order
  kDormandPrince  ///< 5(4) with adaptive steps: Matlab's ODE45
};
[[nodiscard]] const char* name(Integrator integrator) noexcept;

struct Settings {
  Method method = Method::kBaumgarte;
  Integrator integrator = Integrator::kRungeKutta4;
  double step = 1e-3;  ///< fixed; the largest for adaptive steps [s]
  /// Step while something touches; the start of a contact is then found inside a free step, so that
  /// it begins at zero depth. 0: contacts are met wherever the steps fall. Not for adaptive steps.
  double contact_step = 0.0;
  double absolute_tolerance = 1e-6;  ///< of adaptive steps; Matlab's default
  double relative_tolerance = 1e-3;  ///< the same
  double until = 1.0;                ///< [s]
  std::int64_t most_steps = 20000000;
};

enum class Ending : std::uint8_t {
  kDone,
  kStalled,   ///< the adaptive step fell below 1e-13 s
  kDiverged,  ///< a state is not finite
  kStepLimit
};

struct RunResult {
  Ending ending = Ending::kDone;
  double time = 0.0;       ///< reached [s]
  std::int64_t steps = 0;  ///< that counted
  Cost cost;
  Vector state;
};

/// Called at the start and after each step that counts.
using Observer = std::function<void(double time, const Vector& y)>;

/// Runs a system from its initial state. Changes only the contacts' memory of it.
RunResult integrate(System& system, const Settings& settings, const Observer& observe);

}  // namespace billiard::multibody
