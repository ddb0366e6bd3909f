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

  /// Force at this very moment, never negative [N]. `hold` falls through zero where the force ends
  /// while bodies part: K δ^1.25 + α √(m K) δ̇ for tsuji, else the depth.
  [[nodiscard, gnu::always_inline]] Scalar at(Scalar depth, Scalar rate, Scalar inverse_impact,
                                              Scalar& hold) const noexcept {
    hold = damping > Scalar(0) && by_depth ? damping * rate : depth;
    if (!(depth > Scalar(0))) return Scalar(0);
    const Scalar root = math::sqrt(depth);
    if (!by_depth) {
      const Scalar elastic = stiffness * (depth * root);
      const Scalar force = elastic + damping * (elastic * inverse_impact) * rate;
      return force > Scalar(0) ? force : Scalar(0);
    }
    const Scalar fourth = math::sqrt(root);
    hold = stiffness * (depth * fourth) + damping * rate;
    return hold > Scalar(0) ? hold * fourth : Scalar(0);
  }

  /// 1/δ̇⁻ of a contact that starts at this closing rate.
  [[nodiscard]] Scalar inverse_impact(Scalar rate) const noexcept {
    return Scalar(1) / (rate > floor ? rate : floor);
  }

  /// How long a contact that starts at this closing rate lasts, beside one of two balls at 1 m/s.
  [[nodiscard]] double slowness(Scalar rate) const noexcept {
    const double speed = rate > Scalar(kSlowest) ? static_cast<double>(rate) : kSlowest;
    return duration * math::pow(speed, -0.2);
  }
  static constexpr double kSlowest = 0.02;  ///< [m/s]

  double duration = 1.0;  ///< at 1 m/s, beside one of two balls [-]
  Scalar stiffness{};     ///< K [N/m^1.5]
  Scalar damping{};       ///< c, or α √(m_eff K) for tsuji
  Scalar inverse_mass{};  ///< 1/m_eff [1/kg]
  Scalar floor{1};        ///< smallest δ̇⁻ [m/s]
  bool by_depth = false;  ///< tsuji
};

}  // namespace billiard
