// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/contact_laws.hpp"
#include "math/elementary.hpp"
#include "math/square_root.hpp"

namespace billiard {

/// A normal force law with its constants worked out.
template <typename Scalar>
struct NormalForce {
  NormalForce() = default;
  NormalForce(NormalLaw law, double restitution, double floor, double stiffness,
              double effective_mass) noexcept;

  /// Force at penetration `depth` > 0 [m] growing at `rate` [m/s], averaged over a step of twice
  /// `half_step` [s]: the damping acts on the mid-step rate, which the force itself changes.
  /// `inverse_impact` is 1/δ̇⁻ [s/m]. Never negative [N].
  [[nodiscard]] Scalar operator()(Scalar depth, Scalar rate, Scalar inverse_impact,
                                  Scalar half_step) const noexcept {
    const Scalar root = math::sqrt(depth);
    const Scalar elastic = stiffness * (depth * root);
    const Scalar viscous =
        by_depth ? damping * math::sqrt(root) : damping * (elastic * inverse_impact);
    const Scalar force =
        (elastic + viscous * rate) / (Scalar(1) + (half_step * inverse_mass) * viscous);
    return force > Scalar(0) ? force : Scalar(0);
  }

  /// Force on the clock of a lone contact (contact/lone_contact.hpp), by z = δ^(5/4); below zero
  /// where it ends.
  [[nodiscard]] Scalar on_clock(Scalar z, Scalar rate, Scalar inverse_impact) const noexcept {
    const Scalar elastic = stiffness * z;
    if (!by_depth && z < Scalar(0))
      return elastic;  // parted: times a factor below zero it would push
    return elastic + damping * rate * (by_depth ? Scalar(1) : elastic * inverse_impact);
  }

  /// 1/δ̇⁻ of a contact that starts at this closing rate.
  [[nodiscard]] Scalar inverse_impact(Scalar rate) const noexcept {
    return Scalar(1) / (rate > floor ? rate : floor);
  }

  double half_swing = 1.0;  ///< what an undamped contact takes on that clock [s m^(1/4)]
  Scalar stiffness{};       ///< K [N/m^1.5]
  Scalar damping{};         ///< c, or α √(m_eff K) for tsuji
  Scalar inverse_mass{};    ///< 1/m_eff [1/kg]
  Scalar floor{1};          ///< smallest δ̇⁻ [m/s]
  bool by_depth = false;    ///< tsuji
};

}  // namespace billiard
