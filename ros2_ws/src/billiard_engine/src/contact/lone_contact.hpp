// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "contact/normal_force.hpp"

namespace billiard {

/// Slowest closing speed of a contact that is followed in one go [m/s]. Slower ones may never end:
/// bodies that rest against each other.
inline constexpr double kLoneSpeed = 5e-3;

/// A vector in the plane of a contact, or of the cloth.
template <typename Scalar>
struct Tangent {
  Scalar x{}, y{};
};

/// What a contact's equations say beside the rates of change.
template <typename Scalar>
struct ContactPhase {
  Scalar push{};         ///< dP/dθ, P the push's impulse per mass; below zero where it ends
  Scalar closing{};      ///< how fast the bodies close [m/s]
  bool crowded = false;  ///< something touches that the equations do not know
};

/// Follows one contact from touch to parting by classical Runge–Kutta steps on the contact's own
/// clock θ: dt = δ^(−1/4) dθ. On it Hertz's force has no roots, since with z = δ^(5/4)
///   z' = 5/4 δ̇,   dP/dθ = (K z + C δ̇)/m    (C = α √(m K) of tsuji; else K z (1 + c δ̇/δ̇⁻)/m):
/// an oscillator whose half swing takes the same θ at every speed, so that even steps will do.
///
/// Steps are shorter where a slip turns or friction is steep, as the system's haste() says.
/// A `System` has `models`, numbers y, the first two of them z and the time t [s], and
///   ContactPhase<Scalar> rate(const Numbers& y, Scalar pace, Scalar step, Numbers& dy);
///   Scalar haste(const Numbers& y, const Numbers& dy, const ContactPhase<Scalar>&, Scalar pace,
///                Scalar step);
///   Scalar closing_rate(const Numbers& y, const Numbers& dy);
///   Scalar depth(const Numbers& y);
///   void put(Numbers& y, Scalar depth);
/// with all rates per θ; `pace` is dt/dθ, `step` [θ] the time within which friction that is too
/// steep may stop a slip. haste(): steps that are needed per θ, at most. closing_rate(): dδ̇/dθ.
/// put() moves the bodies to a depth.
template <typename Scalar, typename System>
class LoneContact {
 public:
  using Numbers = typename System::Numbers;

  LoneContact(const System& system, const NormalForce<Scalar>& force) noexcept
      : system_(system), force_(force) {}

  /// Follows `y` until the contact ends or its time reaches `length` [s], in steps of `part` of a
  /// half swing; returns the time used. `after_step(time)` sees every step.
  template <typename AfterStep>
  double follow(Numbers& y, double part, double length, AfterStep after_step) noexcept {
    const auto widest = static_cast<Scalar>(part * force_.half_swing);
    const auto finest = widest * static_cast<Scalar>(1.0 / kFinest);
    // Finer steps than usual are finer where slips turn, too.
    const auto finer = static_cast<Scalar>(part < kUsualPart ? kUsualPart / part : 1.0);
    Scalar h = widest * static_cast<Scalar>(1.0 / kFirst);
    begin(y, h);
    Numbers before = y, slope{};
    Scalar push_before{};
    while (static_cast<double>(y[1]) < length) {
      const Scalar pace = pace_at(y[0]);
      if (h < widest) system_.put(y, y[0] * pace);  // as steps grow, the pace falls fast
      Numbers next_slope;
      const ContactPhase<Scalar> phase = system_.rate(y, pace, Scalar(0), next_slope);
      crowded_ = phase.crowded;
      if (crowded_) return static_cast<double>(y[1]);
      const Scalar little = static_cast<Scalar>(kNearEnd) * push_before;
      ended_ = phase.closing < Scalar(0) && phase.push < little;
      if (ended_ && phase.push < -little) {  // ended well within the last step: up to there again
        y = before;
        step(y, slope, h * (push_before / (push_before - phase.push)));
      }
      after_step(static_cast<double>(y[1]));
      if (ended_) break;
      h *= static_cast<Scalar>(kGrowth);
      if (h > widest) h = widest;
      const Scalar haste = finer * system_.haste(y, next_slope, phase, pace, h);
      if (haste * h > Scalar(1)) h = Scalar(1) / haste;
      if (h < finest) h = finest;
      const bool ends = shorten_to_end(y, next_slope, phase, h);
      const auto left = static_cast<Scalar>(length - static_cast<double>(y[1]));
      const bool cut = pace * h > left;
      if (cut) h = left / pace;
      before = y;
      slope = next_slope;
      push_before = phase.push;
      // Depth that falls to zero: the mean pace, as in begin().
      if (ends && !ends_by_push()) fixed_ = static_cast<Scalar>(1.25) * pace;
      step(y, slope, h);
      fixed_ = Scalar(0);
      if (cut) break;
    }
    if (!ended_) return length;
    part_ways(y, length);
    return static_cast<double>(y[1]);
  }

  /// Did the contact end, or only the time?
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  /// Was it left because of something that the equations do not know?
  [[nodiscard]] bool crowded() const noexcept { return crowded_; }

 private:
  /// Steps of a half swing for which the limits of haste() hold as they are.
  static constexpr double kUsualPart = 1.0 / 12.2;
  /// The first step is this many times shorter, since all slips may begin there, and each may be so
  /// many times as long as the one before.
  static constexpr double kFirst = 128.0;
  static constexpr double kGrowth = 3.0;
  /// Parts of a step, at most.
  static constexpr double kFinest = 100.0;
  /// A contact whose end is this many steps off or less ends with the next.
  static constexpr double kReach = 1.2;
  /// Part of the push before the last step that may be left after it.
  static constexpr double kNearEnd = 3e-3;

  /// The first step, with its mean pace: z = 5/4 δ̇ θ, so t = 5/4 θ z^(−1/5).
  void begin(Numbers& y, Scalar h) noexcept {
    Numbers slope;
    const Scalar closing = system_.rate(y, Scalar(0), Scalar(0), slope).closing;
    const double z = 1.25 * static_cast<double>(closing * h);
    fixed_ = static_cast<Scalar>(1.25 * math::pow(z, -0.2));
    (void)system_.rate(y, fixed_, h, slope);
    step(y, slope, h);
    fixed_ = Scalar(0);
    pace_ = root(y[0]);
  }

  static Scalar root(Scalar z) noexcept {
    return static_cast<Scalar>(math::pow(static_cast<double>(z), -0.2));
  }

  /// z^(−1/5), from the last: by a fraction and one step of Newton's.
  Scalar pace_at(Scalar z) noexcept {
    if (fixed_ > Scalar(0)) return fixed_;
    const Scalar w2 = pace_ * pace_;
    const Scalar more = z * (w2 * w2 * pace_) - Scalar(1);  // z over the last one, less one
    if (!(more > Scalar(-0.6)) || more > Scalar(3)) {
      if (!(more > Scalar(-0.999))) return pace_;  // as good as parted
      pace_ = root(z);
    } else {
      const Scalar w = pace_ * ((Scalar(5) + Scalar(2) * more) / (Scalar(5) + Scalar(3) * more));
      const Scalar v2 = w * w;
      pace_ = w * (Scalar(1.2) - (Scalar(0.2) * z) * (v2 * v2 * w));
    }
    return pace_;
  }

  /// Does the force end while bodies still overlap?
  [[nodiscard]] bool ends_by_push() const noexcept {
    return force_.by_depth && force_.damping > Scalar(0);
  }

  /// Shortens a step to the end of the contact, if that is near: there the force falls to zero, or
  /// the depth where it ends with that. By its Taylor series, as δ̈ ~ −P' while little else acts.
  bool shorten_to_end(const Numbers& y, const Numbers& slope, const ContactPhase<Scalar>& phase,
                      Scalar& h) const noexcept {
    if (!(phase.closing < Scalar(0))) return false;
    const Scalar slower = system_.closing_rate(y, slope);
    const auto rise = static_cast<Scalar>(1.25);
    const Scalar k = rise * (force_.stiffness * system_.models.inverse_mass);
    const Scalar c = force_.damping * system_.models.inverse_mass;
    const Scalar per = -force_.inverse_mass / system_.models.inverse_mass;  // δ̈ ~ per · P'
    const bool by_push = ends_by_push();
    const Scalar value = by_push ? phase.push : y[0];
    const Scalar first = by_push ? k * phase.closing + c * slower : rise * phase.closing;
    if (!(first < Scalar(0))) return false;
    Scalar x = value / -first;
    if (!(x < static_cast<Scalar>(1.5) * h)) return false;
    const Scalar second = by_push ? k * slower + (c * per) * first : rise * slower;
    const Scalar third = by_push ? (k * per) * first + (c * per) * second
                                 : (rise * per) * (phase.push / y[0]) * first;
    for (int i = 0; i < 3; ++i) {
      const Scalar falls = first + x * (second + x * (Scalar(0.5) * third));
      if (!(falls < Scalar(0))) return false;
      x -= (value + x * (first + x * (Scalar(0.5) * second + x * (third / Scalar(6))))) / falls;
    }
    if (!(x > Scalar(0)) || !(x < static_cast<Scalar>(kReach) * h)) return false;
    h = x;
    return true;
  }

  void step(Numbers& y, const Numbers& k1, Scalar h) noexcept {
    const Scalar half = Scalar(0.5) * h;
    Numbers k2, k3, k4;
    const Numbers y2 = along(y, k1, half);
    (void)system_.rate(y2, pace_at(y2[0]), h, k2);
    const Numbers y3 = along(y, k2, half);
    (void)system_.rate(y3, pace_at(y3[0]), h, k3);
    const Numbers y4 = along(y, k3, h);
    (void)system_.rate(y4, pace_at(y4[0]), h, k4);
    const Scalar sixth = h * static_cast<Scalar>(1.0 / 6.0);
    for (std::size_t i = 0; i < System::kSize; ++i) {
      y[i] += sixth * ((k1[i] + k4[i]) + Scalar(2) * (k2[i] + k3[i]));
    }
  }

  static Numbers along(const Numbers& y, const Numbers& k, Scalar h) noexcept {
    Numbers z;
    for (std::size_t i = 0; i < System::kSize; ++i) z[i] = y[i] + h * k[i];
    return z;
  }

  /// Lets bodies that press no more move out of each other, by the usual clock.
  void part_ways(Numbers& y, double length) noexcept {
    const Scalar depth = system_.depth(y);
    if (!(depth > Scalar(0))) return;
    fixed_ = Scalar(1);
    Numbers slope;
    const Scalar closing = system_.rate(y, fixed_, Scalar(0), slope).closing;
    double time = static_cast<double>(depth / -closing) + 1e-9;
    if (!(closing < Scalar(0)) || time > length - static_cast<double>(y[1])) {
      time = length - static_cast<double>(y[1]);
    }
    y[0] = Scalar(0);
    step(y, slope, static_cast<Scalar>(time));
  }

  const System& system_;
  const NormalForce<Scalar>& force_;
  bool ended_ = false;
  bool crowded_ = false;
  Scalar pace_{1};  ///< of the last evaluation
  Scalar fixed_{};  ///< the pace, where it is given
};

}  // namespace billiard
