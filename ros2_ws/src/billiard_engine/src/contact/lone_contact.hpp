// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

namespace billiard {

/// Slowest closing speed of a contact that is followed in one go [m/s]. Slower ones may never end:
/// bodies that rest against each other.
inline constexpr double kLoneSpeed = 5e-3;

/// What a contact's equations say beside the rates of change.
template <typename Scalar>
struct ContactPhase {
  Scalar depth{};             ///< penetration [m]
  Scalar closing{};           ///< its rate [m/s]
  Scalar hold{};              ///< falls through zero where the force ends
  Scalar slip_x{}, slip_y{};  ///< of the surfaces [m/s]
  bool held = false;          ///< friction holds a slip within the step
  bool crowded = false;       ///< something touches that the equations do not know
};

/// Classical Runge–Kutta steps over one contact, from touch to parting. A `System` has
///   static constexpr std::size_t kSize;
///   ContactPhase<Scalar> rate(const Numbers& y, Scalar step, Numbers& dy) const noexcept;
/// `step` [s] tells how fast friction may act.
template <typename Scalar, typename System>
class LoneContact {
 public:
  using Numbers = std::array<Scalar, System::kSize>;

  explicit LoneContact(const System& system) noexcept : system_(system) {}

  /// Follows `y` until the contact ends or `length` [s] is over, in steps of `h` [s]; returns the
  /// time used. `after_step(i, time)` sees every step.
  template <typename AfterStep>
  double follow(Numbers& y, double h, double length, AfterStep after_step) noexcept {
    Numbers slope;
    ContactPhase<Scalar> phase = system_.rate(y, static_cast<Scalar>(ramp(0, h)), slope);
    double time = 0.0;
    for (int i = 0; time < length; ++i) {
      double wide = ramp(i, h);
      if (time + wide > length) wide = length - time;
      Numbers next = step(y, phase, slope, wide);
      Numbers next_slope;
      const ContactPhase<Scalar> after =
          system_.rate(next, static_cast<Scalar>(ramp(i + 1, h)), next_slope);
      ended_ = after.closing < Scalar(0) && after.hold <= Scalar(0);
      crowded_ = after.crowded;
      if (crowded_) return time;
      if (ended_) {
        wide = find_end(y, phase, slope, after.hold, wide, next);
        y = next;
        time += wide;
        after_step(i, time);
        return time + part(y, length - time);
      }
      y = next;
      slope = next_slope;
      phase = after;
      time += wide;
      after_step(i, time);
    }
    return length;
  }

  /// Did the contact end, or only the time?
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  /// Was it left because of something that the equations do not know?
  [[nodiscard]] bool crowded() const noexcept { return crowded_; }

 private:
  /// Parts of a step in which friction ends a slip.
  static constexpr int kFiner = 8;
  /// Force and damping rise like δ^1.5 and δ^0.25: the first steps grow with the fourth power.
  static constexpr int kRampSteps = 6;

  static double ramp(int i, double h) noexcept {
    if (i >= kRampSteps) return h;
    const auto power = [](double x) { return x * x * (x * x); };
    constexpr double kLength = kRampSteps / 4.0;  // in steps; the last one is about h
    return h * kLength * (power((i + 1.0) / kRampSteps) - power(i / double{kRampSteps}));
  }

  /// A step in which a slip ends or begins is taken in smaller ones.
  Numbers step(const Numbers& y, const ContactPhase<Scalar>& phase, const Numbers& slope,
               double wide) const noexcept {
    Numbers next;
    if (runge_kutta(y, phase, slope, static_cast<Scalar>(wide), next)) return next;
    const auto finer = static_cast<Scalar>(wide / kFiner);
    next = y;
    for (int i = 0; i < kFiner; ++i) {
      const Numbers from = next;
      Numbers k;
      const ContactPhase<Scalar> at = system_.rate(from, finer, k);
      (void)runge_kutta(from, at, k, finer, next);
    }
    return next;
  }

  /// Returns whether slips went on all the while, and in about the same direction.
  bool runge_kutta(const Numbers& y, const ContactPhase<Scalar>& phase, const Numbers& k1, Scalar h,
                   Numbers& next) const noexcept {
    const Scalar half = Scalar(0.5) * h;
    Numbers k2, k3, k4;
    const bool second = system_.rate(along(y, k1, half), h, k2).held;
    const bool third = system_.rate(along(y, k2, half), h, k3).held;
    const ContactPhase<Scalar> fourth = system_.rate(along(y, k3, h), h, k4);
    const Scalar sixth = h * static_cast<Scalar>(1.0 / 6.0);
    for (std::size_t i = 0; i < System::kSize; ++i) {
      next[i] = y[i] + sixth * ((k1[i] + k4[i]) + Scalar(2) * (k2[i] + k3[i]));
    }
    return !(phase.held || second || third || fourth.held) && turns_little(phase, fourth);
  }

  /// By less than 60°?
  static bool turns_little(const ContactPhase<Scalar>& a, const ContactPhase<Scalar>& b) noexcept {
    const Scalar dot = a.slip_x * b.slip_x + a.slip_y * b.slip_y;
    const Scalar square_a = a.slip_x * a.slip_x + a.slip_y * a.slip_y;
    const Scalar square_b = b.slip_x * b.slip_x + b.slip_y * b.slip_y;
    return dot > Scalar(0) && Scalar(4) * (dot * dot) > square_a * square_b;
  }

  static Numbers along(const Numbers& y, const Numbers& k, Scalar h) noexcept {
    Numbers z;
    for (std::size_t i = 0; i < System::kSize; ++i) z[i] = y[i] + h * k[i];
    return z;
  }

  /// Where in a step of `wide` [s] the force ends: regula falsi on `hold`. Returns the time.
  double find_end(const Numbers& y, const ContactPhase<Scalar>& phase, const Numbers& slope,
                  Scalar hold_after, double wide, Numbers& end) const noexcept {
    Scalar hold_before = phase.hold;
    double low = 0.0;
    double high = wide;
    double time = wide;
    for (int i = 0; i < 2 && hold_before > Scalar(0); ++i) {
      const auto fraction = static_cast<double>(hold_before / (hold_before - hold_after));
      time = low + (high - low) * fraction;
      end = step(y, phase, slope, time);
      Numbers ignored;
      const Scalar hold = system_.rate(end, static_cast<Scalar>(time), ignored).hold;
      (hold > Scalar(0) ? low : high) = time;
      (hold > Scalar(0) ? hold_before : hold_after) = hold;
    }
    return time;
  }

  /// Lets bodies that press no more move out of each other. Returns the time that takes.
  double part(Numbers& y, double most) const noexcept {
    Numbers slope;
    const ContactPhase<Scalar> phase = system_.rate(y, Scalar(0), slope);
    if (!(phase.depth > Scalar(0)) || !(phase.closing < Scalar(0))) return 0.0;
    double time = static_cast<double>(phase.depth / -phase.closing) + 1e-9;
    if (time > most) time = most;
    y = step(y, phase, slope, time);
    return time;
  }

  const System& system_;
  bool ended_ = false;
  bool crowded_ = false;
};

}  // namespace billiard
