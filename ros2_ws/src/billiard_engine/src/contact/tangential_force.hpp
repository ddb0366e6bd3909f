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

  /// Largest coefficient friction can reach from the present slip on [-], given its
  /// coefficient_per_speed().
  [[nodiscard]] Scalar cone(Scalar v2, Scalar per_speed) const noexcept {
    if (law == FrictionLaw::kThrelfall || law == FrictionLaw::kAmbrosio) return friction;
    return per_speed * math::sqrt(v2 + low * low);
  }

  /// 1/D², where D is the slip speed v that friction, softened as it is, is as steep as [s²/m²].
  [[nodiscard]] Scalar inverse_size2(Scalar v2, Scalar per_speed) const noexcept {
    if (law != FrictionLaw::kThrelfall && law != FrictionLaw::kAmbrosio) {
      return Scalar(1) / (v2 + low * low);
    }
    const Scalar inverse = friction > Scalar(0) ? per_speed / friction : Scalar(0);
    return inverse * inverse;
  }

  FrictionLaw law = FrictionLaw::kCoulombRegularised;
  Scalar friction{};  ///< μ, or Alciatore's offset a [-]
  Scalar scale{};     ///< Alciatore's b [-]
  Scalar decay{};     ///< Alciatore's c [s/m]
  Scalar low{1};      ///< v0 [m/s]
  Scalar high{1};     ///< v1 [m/s]

 private:
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
