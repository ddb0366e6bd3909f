// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cloth/cloth_model.hpp"

namespace billiard {

/// Speed below which a rolling ball's last millimetre is finished in closed form [m/s]. Kudra's
/// regularised rolling resistance would let a ball with side spin creep on for up to 0.3 mm.
inline constexpr double kRestSpeed = 1e-3;

/// What a ball on the cloth does next.
enum class Phase : std::uint8_t {
  kStep,     ///< an ordinary step
  kGlide,    ///< rolls with side spin, cloth/glide.hpp
  kRollOut,  ///< rolls to a stop on a straight line
  kSpin      ///< stands and spins down
};

/// The next piece of free motion: which phase, and how long it lasts.
template <typename Scalar>
struct FreePlan {
  Phase phase = Phase::kStep;
  Motion motion = Motion::kSliding;
  int level = 0;
  Scalar duration{};             ///< [s]
  ClothAction<Scalar> action{};  ///< at the start of a step
};

/// Chooses the next step by rule: the largest dyadic step that resolves the slip, explicitly
/// where it changes slowly, implicitly where it has settled. `level` is the ball's last one.
template <typename Scalar>
[[nodiscard]] FreePlan<Scalar> plan_free_motion(const ClothModel<Scalar>& m,
                                                const ClothState<Scalar>& s, int level) noexcept;

/// State after `time` of the planned piece, 0 ≤ time ≤ plan.duration.
template <typename Scalar>
[[nodiscard]] ClothState<Scalar> advance_free(const ClothModel<Scalar>& m,
                                              const ClothState<Scalar>& s,
                                              const FreePlan<Scalar>& plan, Scalar time) noexcept;

/// Sliding or rolling (or spinning, or rest).
template <typename Scalar>
[[nodiscard]] Motion classify(const ClothModel<Scalar>& m, const ClothState<Scalar>& s) noexcept;

}  // namespace billiard
