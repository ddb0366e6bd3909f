// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/physics.hpp"

namespace billiard {

/// Hertz stiffness of two bodies, G(3.4)–(3.6): K = 4 √R_eff/(3 (σ_1 + σ_2)), σ = (1 − ν²)/E
/// [N/m^1.5]. `effective_radius` is R/2 for two equal balls and R for a ball on a plane.
[[nodiscard]] double hertz_stiffness(double young_1, double poisson_1, double young_2,
                                     double poisson_2, double effective_radius) noexcept;

/// Damping coefficient of a law for restitution e: c of F = K δ^1.5 (1 + c δ̇/δ̇⁻), or α of
/// F = K δ^1.5 + α √(m_eff K) δ^0.25 δ̇ for tsuji, calibrated for a force that never attracts.
[[nodiscard]] double damping_coefficient(NormalLaw law, double restitution) noexcept;

/// Duration of an elastic impact at `speed` [s].
[[nodiscard]] double hertz_duration(double stiffness, double effective_mass, double speed) noexcept;

/// The engine's laws for one pair of bodies, as functions of depth and speed. For programs that
/// integrate contacts themselves.
class ContactLaw {
 public:
  ContactLaw(const ContactProperties& properties, double stiffness, double effective_mass) noexcept;

  /// Force at penetration `depth` > 0 [m] growing at `rate` [m/s]. `impact_speed` is δ̇⁻ [m/s];
  /// below the properties' floor the floor counts. Never negative [N].
  [[nodiscard]] double normal_force(double depth, double rate, double impact_speed) const noexcept;
  /// Energy stored in an elastic contact, 2/5 K δ^2.5 [J].
  [[nodiscard]] double elastic_energy(double depth) const noexcept;
  /// μ(v)/v at slip speed v [s/m]; finite at 0.
  [[nodiscard]] double friction_per_speed(double slip_speed) const noexcept;

 private:
  ContactProperties properties_;
  double stiffness_;
  double damping_;
};

}  // namespace billiard
