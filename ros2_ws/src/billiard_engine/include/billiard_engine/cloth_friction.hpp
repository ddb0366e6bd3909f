// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/physics.hpp"

namespace billiard {

/// What the friction laws take: slip at the contact's centre and pressure shift, all made
/// dimensionless by the contact radius â as in Kudra et al. 2016 (K).
template <typename Scalar>
struct Slip {
  Scalar x{};        ///< v_sx = (v_x − r ω_y)/â [1/s], K(26)
  Scalar y{};        ///< v_sy = (v_y + r ω_x)/â [1/s], K(26)
  Scalar spin{};     ///< ω_s = ω_z [rad/s]
  Scalar shift_c{};  ///< d_c of K(14) [-]
  Scalar shift_s{};  ///< d_s of K(14) [-]
};

/// Resultants per unit of normal force: force −μ N (x, y), moment −â μ N · moment about z.
template <typename Scalar>
struct Friction {
  Scalar x{};       ///< T_sx [-]
  Scalar y{};       ///< T_sy [-]
  Scalar moment{};  ///< M_s [-]
};

/// The four laws behind one signature. `epsilon` is ε_t of K(16), K(17) [1/s]; 0 gives the
/// unregularised law (and must not be used at zero slip and spin). Real-time safe. Mirrored input
/// gives mirrored output to the last bit.
/// K(17) with m_T = m_M = 2.
template <typename Scalar>
[[nodiscard]] Friction<Scalar> pade(const Slip<Scalar>& slip, Scalar epsilon) noexcept;
/// K(17) with b_T, m_T, b_M, m_M of the paper's fit.
template <typename Scalar>
[[nodiscard]] Friction<Scalar> pade_fitted(const Slip<Scalar>& slip, Scalar epsilon) noexcept;
/// K(16) by quadrature on 32 × 32 points, good to 1e-8; a thousand times slower than the others.
template <typename Scalar>
[[nodiscard]] Friction<Scalar> integral(const Slip<Scalar>& slip, Scalar epsilon) noexcept;
/// K(5) in closed form, to 1e-10, with |v_s|² replaced by |v_s|² + ε²: the replacement that turns
/// the Padé form with m = 2 into K(17). Without spin it then is K(16) and K(17); with |ω_s| near ε
/// it is smooth and up to 0.12 off K(16), which spreads ε over the disc.
template <typename Scalar>
[[nodiscard]] Friction<Scalar> exact(const Slip<Scalar>& slip, Scalar epsilon) noexcept;

/// Selects one of the above.
template <typename Scalar>
[[nodiscard]] Friction<Scalar> cloth_friction(ClothLaw law, const Slip<Scalar>& slip,
                                              Scalar epsilon) noexcept;

}  // namespace billiard
