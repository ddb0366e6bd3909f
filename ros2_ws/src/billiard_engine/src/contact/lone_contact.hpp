// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "contact/grip.hpp"
#include "contact/normal_force.hpp"

namespace billiard {

/// Slowest closing speed of a contact that is followed in one go [m/s]. Slower ones may never end:
/// bodies that rest against each other.
inline constexpr double kLoneSpeed = 5e-3;

/// What a contact's equations say beside the rates of change.
template <typename Scalar>
struct ContactPhase {
  Scalar push{};           ///< dP/dθ, P the push's impulse per mass; below zero where it ends
  Scalar closing{};        ///< how fast the bodies close [m/s]
  bool crowded = false;    ///< something touches that the equations do not know
  Tangent<Scalar> slip{};  ///< at the nose or between balls [m/s]
  Drag<Scalar> drag{};     ///< friction at that slip, unless it is held
};

/// Follows one contact from touch to parting by classical Runge–Kutta steps on the contact's own
/// clock θ: dt = δ^(−1/4) dθ. On it Hertz's force has no roots, since with z = δ^(5/4)
///   z' = 5/4 δ̇,   dP/dθ = (K z + C δ̇)/m    (C = α √(m K) of tsuji; else K z (1 + c δ̇/δ̇⁻)/m):
/// an oscillator whose half swing takes the same θ at every speed, so that even steps will do.
///
/// Steps are shorter where a slip turns or friction is steep, as the system's haste() says.
/// A `System` has `models`, the `grip` of its friction(), which changes the slip by kMobility at
/// most, numbers y, the first two of them z and the time t [s], and
///   ContactPhase<Scalar> rate(const Numbers& y, Scalar pace, Scalar step, Numbers& dy);
///   Tangent<Scalar> needed(const Numbers& y, Scalar push, Tangent<Scalar> friction, Scalar pace);
///   void slip_by(Numbers& y, Tangent<Scalar> slip);
///   Scalar haste(const Numbers& y, const Numbers& dy, const ContactPhase<Scalar>&);
///   Scalar closing_rate(const Numbers& y, const Numbers& dy);
///   Scalar depth(const Numbers& y);
///   void put(Numbers& y, Scalar depth);
/// with all rates per θ; `pace` is dt/dθ, `step` [θ] the time within which friction that is too
/// steep may stop a slip. needed(): friction that would keep the slip, now that it is `friction`.
/// slip_by() gives the slip a value, by friction. haste(): steps that are needed per θ, at most;
/// after rate(). closing_rate(): dδ̇/dθ. put() moves the bodies to a depth.
template <typename Scalar, typename System>
class LoneContact {
 public:
  using Numbers = typename System::Numbers;

  LoneContact(System& system, const NormalForce<Scalar>& force) noexcept
      : system_(system), force_(force) {}

  /// Follows `y` until the contact ends or its time reaches `length` [s], in steps of `part` of a
  /// half swing; returns the time used. `after_step(y)` sees every step.
  template <typename AfterStep>
  double follow(Numbers& y, double part, double length, AfterStep after_step) noexcept {
    part = part < kCoarsest ? part : kCoarsest;
    const auto widest = static_cast<Scalar>(part * force_.half_swing);
    const auto finest = widest * static_cast<Scalar>(1.0 / kFinest);
    // Finer steps than usual are finer where slips turn, too.
    const auto finer = static_cast<Scalar>(part < kUsualPart ? kUsualPart / part : 1.0);
    Scalar h = widest * static_cast<Scalar>(1.0 / kFirst);
    followed_ = begin(y, h);
    if (!followed_) return 0.0;
    // Where it is, where it was: the two change places with each step. Copies of numbers that were
    // just written would make the processor wait.
    std::array<Point, 2> points;
    Point* now = &points[0];
    Point* before = &points[1];
    now->y = y;
    before->y[0] = before->push = Scalar(0);
    while (static_cast<double>(now->y[1]) < length) {
      Numbers& there = now->y;
      const Scalar pace = pace_at(there[0]);
      // While z grows fast the pace falls fast, and steps in time, and so in place, are rough.
      if (there[0] > Scalar(2) * before->y[0]) system_.put(there, there[0] * pace);
      ContactPhase<Scalar> phase = system_.rate(there, pace, Scalar(0), now->slope);
      followed_ = !phase.crowded;
      if (!followed_) break;
      const Scalar little = static_cast<Scalar>(kNearEnd) * before->push;
      ended_ = phase.closing < Scalar(0) && phase.push < little;
      // Ended well within the last step: up to there again.
      if (ended_ && phase.push < -little && before->push > Scalar(0)) {
        step(*before, h * (before->push / (before->push - phase.push)), there);
      }
      after_step(there);
      if (ended_) break;
      if (regrip(there, phase, pace, widest, h)) {
        phase = system_.rate(there, pace, Scalar(0), now->slope);
      }
      h *= static_cast<Scalar>(kGrowth);
      if (h > widest) h = widest;
      Scalar haste = finer * system_.haste(there, now->slope, phase);
      if (const Scalar damps = damping_haste(there[0]); damps > haste) haste = damps;
      if (haste * h > Scalar(1)) h = Scalar(1) / haste;
      if (h < finest) h = finest;
      const bool ends = shorten_to_end(there, now->slope, phase, h);
      const auto left = static_cast<Scalar>(length - static_cast<double>(there[1]));
      const bool cut = pace * h > left;
      if (cut) h = left / pace;
      now->push = phase.push;
      // Depth that falls to zero: the mean pace, as in begin().
      if (ends && !ends_by_push()) fixed_ = static_cast<Scalar>(1.25) * pace;
      step(*now, h, before->y);
      fixed_ = Scalar(0);
      std::swap(now, before);
      if (cut) break;
    }
    y = now->y;
    if (ended_) part_ways(y, length);
    return ended_ || !followed_ ? static_cast<double>(y[1]) : length;
  }

  /// Did the contact end, or only the time?
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  /// Or was it left, since something touches that the equations do not know, or since the bodies,
  /// which lie in each other, do not close?
  [[nodiscard]] bool followed() const noexcept { return followed_; }

 private:
  struct Point {
    Numbers y, slope;
    Scalar push{};
  };

  /// Steps of a half swing for which the limits of haste() hold as they are.
  static constexpr double kUsualPart = 1.0 / 12.2;
  /// Longest step: coarser ones follow no contact.
  static constexpr double kCoarsest = 1.0 / 6.0;
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
  /// Of damping_haste(); Runge–Kutta is stable up to 2.78.
  static constexpr double kMostDamped = 1.5;

  /// The first step, with its mean pace: z = 5/4 δ̇ θ, so t = 5/4 θ z^(−1/5).
  bool begin(Numbers& y, Scalar h) noexcept {
    Numbers slope;
    const Scalar closing = system_.rate(y, Scalar(0), Scalar(0), slope).closing;
    if (!(closing > static_cast<Scalar>(0.5 * kLoneSpeed))) return false;
    const double z = 1.25 * static_cast<double>(closing * h);
    fixed_ = static_cast<Scalar>(1.25 * math::pow(z, -0.2));
    pace_ = static_cast<Scalar>(0.8) * fixed_;
    const Numbers start = y;
    (void)system_.rate(start, fixed_, h, slope);
    step({start, slope}, h, y);
    fixed_ = Scalar(0);
    return true;
  }

  /// z^(−1/5), from the last by Padé's fraction of (1 + m)^(−1/5): to 2e-4 where z changes by less
  /// than half, which is enough, as only time, place and weight go by it; else again from there.
  Scalar pace_at(Scalar z) noexcept {
    if (fixed_ > Scalar(0)) return fixed_;
    const auto number = [](double value) { return static_cast<Scalar>(value); };
    Scalar m;
    do {
      const Scalar w2 = pace_ * pace_;
      m = z * (w2 * w2 * pace_) - Scalar(1);    // z over that of the pace, less one
      if (!(m > number(-0.999))) return pace_;  // as good as parted
      const Scalar m2 = m * m;
      pace_ *= ((Scalar(1) + number(0.9) * m) + number(0.12) * m2) /
               ((Scalar(1) + number(1.1) * m) + number(0.22) * m2);
    } while (m > number(0.5) || m < number(-0.5));
    return pace_;
  }

  /// Damping may take so many times the closing speed in a step, at most, for stability.
  Scalar damping_haste(Scalar z) const noexcept {
    const Scalar strength = force_.by_depth
                                ? force_.damping
                                : force_.damping * (force_.stiffness * system_.inverse_impact) * z;
    return static_cast<Scalar>(1.0 / kMostDamped) * (strength * force_.inverse_mass);
  }

  /// Lets friction hold a slip that it can, in steps of up to `widest`, or let go of it, after a
  /// step of `h`. A slip that is held goes with what is needed. True where it begins or ends.
  bool regrip(Numbers& y, const ContactPhase<Scalar>& phase, Scalar pace, Scalar widest,
              Scalar h) noexcept {
    Grip<Scalar>& grip = system_.grip;
    const bool held = grip.holds();
    const Scalar reach = static_cast<Scalar>(System::kMobility) * (phase.push * widest);
    if (held) {
      const Tangent<Scalar>& slip = phase.slip;
      const Drag<Scalar> drag = system_.friction().drag(slip.x * slip.x + slip.y * slip.y);
      grip.go_on(drag, reach, h);
    } else {
      const Scalar per_speed = phase.drag.per_speed();
      if (!grip.may_begin(phase.slip, phase.drag, reach * per_speed)) return false;
      const Scalar per = phase.push * per_speed;
      const Tangent<Scalar> j{-per * phase.slip.x, -per * phase.slip.y};
      grip.begin(system_.needed(y, phase.push, j, pace), phase.push, phase.drag.most);
    }
    if (grip.holds()) system_.slip_by(y, grip.creep(system_.friction()));
    return grip.holds() != held;
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

  void step(const Point& from, Scalar h, Numbers& to) noexcept {
    const Scalar half = Scalar(0.5) * h;
    const Numbers& y = from.y;
    const Numbers& k1 = from.slope;
    Numbers k2, k3, k4;
    const Numbers y2 = along(y, k1, half);
    (void)system_.rate(y2, pace_at(y2[0]), h, k2);
    const Numbers y3 = along(y, k2, half);
    (void)system_.rate(y3, pace_at(y3[0]), h, k3);
    const Numbers y4 = along(y, k3, h);
    (void)system_.rate(y4, pace_at(y4[0]), h, k4);
    const Scalar sixth = h * static_cast<Scalar>(1.0 / 6.0);
    for (std::size_t i = 0; i < System::kSize; ++i) {
      to[i] = y[i] + sixth * ((k1[i] + k4[i]) + Scalar(2) * (k2[i] + k3[i]));
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
    step({y, slope}, static_cast<Scalar>(time), y);
  }

  System& system_;
  const NormalForce<Scalar>& force_;
  bool ended_ = false;
  bool followed_ = false;
  Scalar pace_{1};  ///< of the last evaluation
  Scalar fixed_{};  ///< the pace, where it is given
};

}  // namespace billiard
