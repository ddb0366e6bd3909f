// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/physics.hpp"
#include "math/elementary.hpp"

namespace billiard {

/// How fast a contact has slipped so far.
template <typename Scalar>
struct Rubbing {
  Scalar fastest2{-1};   ///< square of the largest slip speed [m²/s²]
  Scalar coefficient{};  ///< Alciatore's μ there [-]
};

/// Friction at a slip. Its force per push and slip is strength · inverse · root: what is known last
/// comes last, so that a product with it waits as little as can be.
template <typename Scalar>
struct Drag {
  Scalar strength{}, inverse{1}, root{1};
  Scalar most{};  ///< largest coefficient friction can reach from this slip on [-]
  Scalar
      inverse_size2{};  ///< 1/D², D: slip speed v that friction, softened as it is, is as steep as

  [[nodiscard]] Scalar per_speed() const noexcept { return strength * inverse * root; }
};

/// Friction between two surfaces: coefficient over slip speed, with μ multiplied in (the papers'
/// figures leave it out).
template <typename Scalar>
struct TangentialForce {
  TangentialForce() = default;
  explicit TangentialForce(const ContactProperties& p) noexcept
      : law(p.friction_law),
        friction(static_cast<Scalar>(p.friction)),
        scale(static_cast<Scalar>(p.alciatore_scale)),
        decay(static_cast<Scalar>(p.alciatore_decay)) {
    switch (law) {
      case FrictionLaw::kThrelfall:
        low = static_cast<Scalar>(p.threlfall_speed);
        break;
      case FrictionLaw::kAmbrosio:
        low = static_cast<Scalar>(p.ambrosio_speed_low);
        high = static_cast<Scalar>(p.ambrosio_speed_high);
        break;
      case FrictionLaw::kAlciatore:
        friction = static_cast<Scalar>(p.alciatore_offset);
        low = static_cast<Scalar>(p.coulomb_speed);
        break;
      case FrictionLaw::kCoulombRegularised:
        low = static_cast<Scalar>(p.coulomb_speed);
        break;
    }
  }

  /// μ(v)/v [s/m] from the square of the slip speed v, finite at v = 0. Alciatore's fit is over
  /// the speed with which an impact begins to slip, so that μ stays while friction slows the slip;
  /// surfaces that touched at rest and are set in motion keep the largest slip.
  [[nodiscard]] Scalar coefficient_per_speed(Scalar v2, Rubbing<Scalar>& so_far) const noexcept {
    if (law != FrictionLaw::kAlciatore) return coefficient_per_speed(v2);
    if (v2 > so_far.fastest2) {
      so_far.fastest2 = v2;
      so_far.coefficient = friction + scale * math::exp(-decay * math::sqrt(v2));
    }
    return so_far.coefficient / math::sqrt(v2 + low * low);
  }

  /// The same from the present slip alone.
  [[nodiscard]] Scalar coefficient_per_speed(Scalar v2) const noexcept {
    if (law != FrictionLaw::kCoulombRegularised) return special_coefficient_per_speed(v2);
    return friction * math::inverse_sqrt(v2 + low * low);
  }

  /// Friction at the present slip alone, in factors.
  [[nodiscard]] Drag<Scalar> drag(Scalar v2) const noexcept {
    if (law == FrictionLaw::kCoulombRegularised) return softened(friction, v2);
    return special_drag(v2);
  }

  /// The same as impacts go on, see coefficient_per_speed().
  [[nodiscard]] Drag<Scalar> drag(Scalar v2, Rubbing<Scalar>& so_far) const noexcept {
    if (law != FrictionLaw::kAlciatore) return drag(v2);
    if (v2 > so_far.fastest2) (void)coefficient_per_speed(v2, so_far);
    return softened(so_far.coefficient, v2);
  }

  /// Slip at which friction is `part` < 1 of the most it can be [m/s].
  [[nodiscard]] Scalar creep(Scalar part) const noexcept {
    if (law == FrictionLaw::kAmbrosio) return low + part * (high - low);
    if (law == FrictionLaw::kThrelfall) {
      return low * static_cast<Scalar>(-1.0 / 3.0) * math::log(Scalar(1) - part);
    }
    return low * part * math::inverse_sqrt(Scalar(1) - part * part);
  }

  FrictionLaw law = FrictionLaw::kCoulombRegularised;
  Scalar friction{};  ///< μ, or Alciatore's offset a [-]
  Scalar scale{};     ///< Alciatore's b [-]
  Scalar decay{};     ///< Alciatore's c [s/m]
  Scalar low{1};      ///< v0 [m/s]
  Scalar high{1};     ///< v1 [m/s]

 private:
  /// μ v/√(v² + v0²).
  [[nodiscard]] Drag<Scalar> softened(Scalar coefficient, Scalar v2) const noexcept {
    const Scalar size2 = v2 + low * low;
    const Scalar inverse = Scalar(1) / size2;
    return {coefficient, inverse, math::sqrt(size2), coefficient, inverse};
  }

  [[nodiscard, gnu::noinline]] Drag<Scalar> special_drag(Scalar v2) const noexcept {
    const Scalar per_speed = special_coefficient_per_speed(v2);
    if (law == FrictionLaw::kAlciatore) {
      return softened(per_speed * math::sqrt(v2 + low * low), v2);
    }
    const Scalar steepness = friction > Scalar(0) ? per_speed / friction : Scalar(0);
    return {per_speed, Scalar(1), Scalar(1), friction, steepness * steepness};
  }

  /// Of the laws that need more than a root.
  [[nodiscard, gnu::noinline]] Scalar special_coefficient_per_speed(Scalar v2) const noexcept {
    switch (law) {
      case FrictionLaw::kThrelfall: {
        const Scalar v = math::sqrt(v2);
        if (v > low) return friction / v;
        const Scalar x = Scalar(3) * v / low;
        // (1 − e^−x)/x → 1 − x/2 near 0.
        const Scalar ratio =
            x > Scalar(1e-4) ? (Scalar(1) - math::exp(-x)) / x : Scalar(1) - Scalar(0.5) * x;
        return friction * Scalar(3) / low * ratio;
      }
      case FrictionLaw::kAmbrosio: {
        const Scalar v = math::sqrt(v2);
        if (v <= low) return Scalar(0);
        if (v >= high) return friction / v;
        return friction * (v - low) / ((high - low) * v);
      }
      case FrictionLaw::kAlciatore: {
        const Scalar v = math::sqrt(v2 + low * low);
        return (friction + scale * math::exp(-decay * v)) / v;
      }
      case FrictionLaw::kCoulombRegularised:
        break;
    }
    return Scalar(0);
  }
};

}  // namespace billiard
