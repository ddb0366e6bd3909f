// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/cloth_friction.hpp"
#include "cloth/friction_exact.hpp"
#include "cloth/friction_pade.hpp"

namespace billiard {

template Friction<float> pade(const Slip<float>&, float) noexcept;
template Friction<double> pade(const Slip<double>&, double) noexcept;
template Friction<float> exact(const Slip<float>&, float) noexcept;
template Friction<double> exact(const Slip<double>&, double) noexcept;

}  // namespace billiard
