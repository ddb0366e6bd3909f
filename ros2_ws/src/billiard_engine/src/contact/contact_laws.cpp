// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/contact_laws.hpp"

#include "contact/normal_force.hpp"
#include "contact/tangential_force.hpp"

namespace billiard {

ContactLaw::ContactLaw(const ContactProperties& properties, double stiffness,
                       double effective_mass) noexcept
    : properties_(properties),
      stiffness_(stiffness),
      damping_(NormalForce<double>(properties.law, properties.restitution,
                                   properties.impact_speed_floor, stiffness, effective_mass)
                   .damping) {}

double ContactLaw::normal_force(double depth, double rate, double impact_speed) const noexcept {
  NormalForce<double> law;
  law.stiffness = stiffness_;
  law.damping = damping_;
  law.floor = properties_.impact_speed_floor;
  law.by_depth = properties_.law == NormalLaw::kTsuji;
  return law(depth, rate, law.inverse_impact(impact_speed), 0.0);
}

double ContactLaw::elastic_energy(double depth) const noexcept {
  return depth > 0.0 ? 0.4 * stiffness_ * depth * depth * math::sqrt(depth) : 0.0;
}

double ContactLaw::friction_per_speed(double slip_speed) const noexcept {
  return TangentialForce<double>(properties_).coefficient_per_speed(slip_speed * slip_speed);
}

}  // namespace billiard
