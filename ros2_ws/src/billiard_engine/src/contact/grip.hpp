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

  /// Begins if what is `needed` allows; `most` is the largest coefficient.
  void begin(Tangent<Scalar> needed, Scalar push, Scalar most) noexcept {
    most_ = most;
    before_ = share_ = {needed.x / push, needed.y / push};
    haste_ = Scalar(0);
    holds_ = room() > Scalar(0);
  }

  /// Goes on or lets go after a step of `h`: where more is needed than it surely holds, or where
  /// friction is not steep any more. `reach` is the slip that a whole step's push could take.
  void go_on(const Drag<Scalar>& drag, Scalar reach, Scalar h) noexcept {
    const Scalar room = this->room();
    const Scalar stiff = static_cast<Scalar>(kStiff);
    holds_ = room > Scalar(0) && reach > Scalar(0) &&
             (reach * reach) * (most_ * most_) * drag.inverse_size2 > stiff * stiff;
    const Scalar least = static_cast<Scalar>(kNear) * most_;
    const Scalar way = static_cast<Scalar>(kWay) * (room > least ? room : least) * h;
    haste_ = way > Scalar(0) ? size({share_.x - before_.x, share_.y - before_.y}) / way : Scalar(0);
    before_ = share_;
  }
  /// Steps that are needed per θ, at most, where friction is on its way to let go.
  [[nodiscard]] Scalar haste() const noexcept { return haste_; }

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
    const Scalar share = size(share_);
    if (!(share > Scalar(0))) return {};
    const Scalar per = friction.creep(share / most_) / share;
    return {-per * share_.x, -per * share_.y};
  }

 private:
  [[nodiscard]] Scalar room() const noexcept {
    return static_cast<Scalar>(kSure) * most_ - size(share_);
  }
  static Scalar size(Tangent<Scalar> t) noexcept { return math::sqrt(t.x * t.x + t.y * t.y); }

  /// Part of its cone up to which friction holds for sure.
  static constexpr double kSure = 0.8;
  /// A slip is all but gone below twice the speed at which friction softens: 4/(4 + 1).
  static constexpr double kGone = 0.8;
  static constexpr double kStiff = 60.0;
  /// Part of the way to where it lets go that what is needed may go in a step, and the part of the
  /// cone that counts as that way at least.
  static constexpr double kWay = 0.15;
  static constexpr double kNear = 0.03;

  bool holds_ = false;
  Tangent<Scalar> share_{};   ///< friction per push
  Tangent<Scalar> before_{};  ///< the same a step before
  Scalar haste_{};
  Scalar most_{};
};

}  // namespace billiard
