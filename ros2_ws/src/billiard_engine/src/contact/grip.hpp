// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/tangential_force.hpp"

namespace billiard {

/// A vector in the plane of a contact, or of the cloth.
template <typename Scalar>
struct Tangent {
  Scalar x{}, y{};
};

/// Friction that has stopped a slip and holds it. It is what is needed for that, within its cone,
/// and the slip the little at which friction, softened as it is, gives so much: near it, explicit
/// steps would have to be hundreds of times shorter than the rest of a contact needs.
template <typename Scalar>
class Grip {
 public:
  [[nodiscard]] bool holds() const noexcept { return holds_; }

  /// May friction begin to hold this slip? It must be all but gone, and what is left must end
  /// within a small part of a step, in which friction could take `stiffness` times the slip.
  [[nodiscard]] static bool may_begin(Tangent<Scalar> slip, const Drag<Scalar>& drag,
                                      Scalar stiffness) noexcept {
    return stiffness > static_cast<Scalar>(kStiff) &&
           (slip.x * slip.x + slip.y * slip.y) * drag.inverse_size2 < static_cast<Scalar>(kGone);
  }

  /// Begins, goes on or lets go, by what is `needed`; `most` is the largest coefficient.
  void begin(Tangent<Scalar> needed, Scalar push, Scalar most) noexcept {
    most_ = most;
    share_ = {needed.x / push, needed.y / push};
    go_on();
  }
  void go_on() noexcept {
    const Scalar sure = static_cast<Scalar>(kSure) * most_;
    holds_ = share_.x * share_.x + share_.y * share_.y < sure * sure;
  }
  void let_go() noexcept { holds_ = false; }

  /// Friction as of the last time, for this push.
  [[nodiscard]] Tangent<Scalar> last(Scalar push) const noexcept {
    return {push * share_.x, push * share_.y};
  }

  /// Friction where so much is needed.
  [[nodiscard]] Tangent<Scalar> hold(Tangent<Scalar> needed, Scalar push) noexcept {
    const Scalar most = push * most_;
    const Scalar size2 = needed.x * needed.x + needed.y * needed.y;
    if (size2 > most * most) {
      const Scalar less = most / math::sqrt(size2);
      needed = {needed.x * less, needed.y * less};
    }
    if (push > Scalar(0)) share_ = {needed.x / push, needed.y / push};
    return needed;
  }

  /// The slip while it is held.
  [[nodiscard]] Tangent<Scalar> creep(const TangentialForce<Scalar>& friction) const noexcept {
    const Scalar size = math::sqrt(share_.x * share_.x + share_.y * share_.y);
    if (!(size > Scalar(0))) return {};
    const Scalar per = friction.creep(size / most_) / size;
    return {-per * share_.x, -per * share_.y};
  }

 private:
  /// Part of its cone up to which friction holds for sure.
  static constexpr double kSure = 0.8;
  /// A slip is all but gone below twice the speed at which friction softens: 4/(4 + 1).
  static constexpr double kGone = 0.8;
  static constexpr double kStiff = 20.0;

  bool holds_ = false;
  Tangent<Scalar> share_{};  ///< friction per push
  Scalar most_{};
};

}  // namespace billiard
