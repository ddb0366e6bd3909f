// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/cloth_friction.hpp"

namespace billiard::oracle {

/// K(5), the unregularised integral over the contact disc, by adaptive quadrature to about 1e-13;
/// independent of the engine's laws. Slip and spin must not both be zero.
[[nodiscard]] Friction<double> contact_integral(const Slip<double>& slip);

/// K(16), the regularised integral, for comparisons away from ε → 0 (accurate to about 1e-10).
[[nodiscard]] Friction<double> regularised_integral(const Slip<double>& slip, double epsilon);

}  // namespace billiard::oracle
