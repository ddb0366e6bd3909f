// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "contact/slip.hpp"

namespace billiard {

/// Slowest closing speed of a contact that is followed in one go [m/s]. Slower ones may never end:
/// bodies that rest against each other.
inline constexpr double kLoneSpeed = 5e-3;

/// What a contact's equations say beside the rates of change.
template <typename Scalar>
struct ContactPhase {
  Scalar depth{};          ///< penetration [m]
  Scalar closing{};        ///< its rate [m/s]
  Scalar hold{};           ///< falls through zero where the force ends
  Tangent<Scalar> slip{};  ///< of the surfaces [m/s]
  bool held = false;       ///< friction stops the slip on the cloth within the step
  bool steep = false;      ///< friction stops the slip of the surfaces within the step
  bool crowded = false;    ///< something touches that the equations do not know
};

/// Classical Runge–Kutta steps over one contact, from touch to parting. A `System` has
///   static constexpr std::size_t kSize;
///   static constexpr bool kGrips;
///   ContactPhase<Scalar> rate(const Numbers& y, Scalar step, Numbers& dy) const noexcept;
///   bool turns(const Numbers& y, const Numbers& end, Scalar step) const noexcept;
///   Scalar haste(const Numbers& y, const Numbers& dy) const noexcept;
///   Grip<Scalar, kSize> loosen(const Numbers& y, Numbers& dy) const noexcept;
/// `step` [s] tells how fast friction may act. turns(): does the slip on the cloth, or the way the
/// ball goes, turn so much within a step that shorter ones are needed? haste(): the share of these
/// that changes in a second.
/// loosen(), if it kGrips: rates without friction of the surfaces, and how their slip goes.
template <typename Scalar, typename System>
class LoneContact {
 public:
  using Loose = Grip<Scalar, System::kSize>;
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
      const bool last = until_end(phase, time, wide);
      if (time + wide > length) wide = length - time;
      turned_ = false;
      Numbers next = step(y, phase, slope, wide);
      Numbers next_slope;
      const ContactPhase<Scalar> after =
          system_.rate(next, static_cast<Scalar>(ramp(i + 1, h)), next_slope);
      crowded_ = after.crowded;
      if (crowded_) return time;
      const Scalar little = static_cast<Scalar>(kNearEnd) * phase.hold;
      ended_ = after.closing < Scalar(0) && after.hold <= (last ? little : Scalar(0));
      const bool beyond = ended_ && after.hold < -little;
      if (beyond) wide = find_end(y, phase, slope, after.hold, wide, next);
      y = next;
      time += wide;
      after_step(i, time);
      if (beyond) return time + part(y, system_.rate(y, Scalar(0), slope), slope, length - time);
      if (ended_) return time + part(y, after, next_slope, length - time);
      grips_ = turned_ && slip_turns(phase.slip, after.slip, kNearTurn);
      slope = next_slope;
      phase = after;
    }
    return length;
  }

  /// Did the contact end, or only the time?
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  /// Was it left because of something that the equations do not know?
  [[nodiscard]] bool crowded() const noexcept { return crowded_; }

 private:
  /// Force and damping rise like δ^1.5 and δ^0.25: the first steps grow with the fourth power.
  static constexpr int kRampSteps = 6;
  /// Part of the last step's hold at which a contact is over: what is left of the force is nothing.
  static constexpr double kNearEnd = 0.02;
  /// Part of itself to which a slip may fall in a step and still be followed with all else; one
  /// that has turned is near that until it falls by less than the other.
  static constexpr double kFarFall = 0.22;
  static constexpr double kNearTurn = 0.6;
  /// Parts of a step in which a slip turns, at most.
  static constexpr double kFinest = 64.0;
  /// Part of a slip that such a part of a step may change.
  static constexpr double kHaste = 0.5;
  /// Times that a step with grip is halved, at most.
  static constexpr int kHalvings = 3;
  /// A contact whose end is this many steps off or less ends with the next.
  static constexpr double kReach = 1.2;

  static double ramp(int i, double h) noexcept {
    if (i >= kRampSteps) return h;
    const auto power = [](double x) { return x * x * (x * x); };
    constexpr double kLength = kRampSteps / 4.0;  // in steps; the last one is about h
    return h * kLength * (power((i + 1.0) / kRampSteps) - power(i / double{kRampSteps}));
  }

  /// Shortens a step to the end of the contact, where a parabola through the last three values of
  /// `hold` falls to zero, if that is near. Keeps the values.
  bool until_end(const ContactPhase<Scalar>& phase, double time, double& wide) noexcept {
    const std::array<double, 3> t{time, when_[0], when_[1]};
    const std::array<double, 3> f{static_cast<double>(phase.hold), hold_[0], hold_[1]};
    when_ = {t[0], t[1]};
    hold_ = {f[0], f[1]};
    if (!(phase.closing < Scalar(0)) || !(t[2] < t[1])) return false;
    const double first = (f[0] - f[1]) / (t[0] - t[1]);
    const double second = (first - (f[1] - f[2]) / (t[1] - t[2])) / (t[0] - t[2]);
    if (!(first < 0.0)) return false;
    const double slope = first + (t[0] - t[1]) * second;
    double x = -f[0] / first;
    for (int i = 0; i < 3; ++i) {
      const double falls = slope + 2.0 * second * x;
      if (!(falls < 0.0)) return false;
      x -= (f[0] + x * (slope + x * second)) / falls;
    }
    if (!(x > 0.0) || !(x < kReach * wide)) return false;
    wide = x;
    return true;
  }

  Numbers step(const Numbers& y, const ContactPhase<Scalar>& phase, const Numbers& slope,
               double wide) noexcept {
    Numbers next{};
    const auto h = static_cast<Scalar>(wide);
    if constexpr (System::kGrips) {
      if (grips_ && step_in_halves(y, h, next)) return next;
    }
    const Course course = runge_kutta(y, phase, slope, h, next);
    if (course == Course::kSmooth) return next;
    if constexpr (System::kGrips) {
      if (course == Course::kSteep && grip(y, h, kHalvings, next)) return next;
      if (course == Course::kSlipTurns && step_in_halves(y, h, next)) return next;
    }
    step_finely(y, h, next);
    return next;
  }

  bool step_in_halves(const Numbers& y, Scalar h, Numbers& next) noexcept {
    const Scalar half = Scalar(0.5) * h;
    Numbers middle{};
    turned_ = grip(y, half, kHalvings - 1, middle) && grip(middle, half, kHalvings - 1, next);
    return turned_;
  }

  /// step_with_grip(), in halves of halves where something else turns, too.
  bool grip(const Numbers& y, Scalar h, int halvings, Numbers& next) const noexcept {
    if (!step_with_grip(y, h, next)) return false;
    if (halvings == 0 || !system_.turns(y, next, h)) return true;
    const Scalar half = Scalar(0.5) * h;
    Numbers middle{};
    return grip(y, half, halvings - 1, middle) && grip(middle, half, halvings - 1, next);
  }

  /// A step in which slip on the cloth turns, or friction is too steep, is taken in smaller ones,
  /// the smaller the nearer that is.
  void step_finely(const Numbers& y, Scalar wide, Numbers& next) const noexcept {
    const Scalar least = wide * static_cast<Scalar>(1.0 / kFinest);
    const Scalar most = wide * Scalar(0.5);
    const auto part = static_cast<Scalar>(kHaste);
    next = y;
    Scalar left = wide;
    while (left > Scalar(0)) {
      const Numbers from = next;
      Numbers k;
      (void)system_.rate(from, least, k);
      const Scalar haste = system_.haste(from, k);
      Scalar h = haste * most > part ? part / haste : most;
      if (h < least) h = least;
      if (h > Scalar(0.75) * left) h = left > Scalar(1.5) * h ? Scalar(0.5) * left : left;
      (void)runge_kutta(from, system_.rate(from, h, k), k, h, next);
      left -= h;
    }
  }

  /// A step in which the slip of the surfaces ends, begins or turns: the slip is followed by
  /// itself, Runge–Kutta takes all else, and friction gives it an impulse. False if the slip cannot
  /// be followed.
  bool step_with_grip(const Numbers& y, Scalar h, Numbers& next) const noexcept {
    // What friction does within the step matters little, what it has done at its end much. Found by
    // trying: as rough as shots end in the same places (tests/validation/contacts).
    constexpr SlipSteps kRough{4.2, 2.2};
    constexpr SlipSteps kFine{0.7, 1.5};
    const Scalar half = Scalar(0.5) * h;
    Numbers k1, k2, k3, k4;
    const Loose first = system_.loosen(y, k1);
    if (!can_follow(first, h)) return false;
    const auto after = [&](const Driven<Scalar>& b, const Driven<Scalar>& c, Scalar time) {
      return friction_impulse<Scalar>(first, {first, b, c}, time, kRough);
    };
    const Loose second = system_.loosen(pushed(y, k1, half, first, after(first, first, half)), k2);
    const Loose third = system_.loosen(
        pushed(y, k2, half, second, after(weighted(first, second, 0.5), second, half)), k3);
    const Driven<Scalar> middle = weighted(second, third, 0.5);  // their errors cancel
    const Loose fourth =
        system_.loosen(pushed(y, k3, h, third, after(middle, weighted(first, middle, 2.0), h)), k4);
    if (!second.known || !third.known || !can_follow(fourth, h)) return false;
    sum(y, k1, k2, k3, k4, h, next);
    Loose halfway = third;
    halfway.slip = first.slip;
    const Tangent<Scalar> j = friction_impulse<Scalar>(halfway, {first, middle, fourth}, h, kFine);
    next = pushed(next, k4, Scalar(0), third, j);
    return true;
  }

  static Numbers pushed(const Numbers& y, const Numbers& k, Scalar h, const Loose& g,
                        Tangent<Scalar> j) noexcept {
    Numbers z;
    for (std::size_t i = 0; i < System::kSize; ++i) {
      z[i] = (y[i] + h * k[i]) + (g.per_x[i] * j.x + g.per_y[i] * j.y);
    }
    return z;
  }

  static Driven<Scalar> weighted(const Driven<Scalar>& a, const Driven<Scalar>& b,
                                 double part) noexcept {
    return between(a, b, static_cast<Scalar>(part));
  }

  static void sum(const Numbers& y, const Numbers& k1, const Numbers& k2, const Numbers& k3,
                  const Numbers& k4, Scalar h, Numbers& next) noexcept {
    const Scalar sixth = h * static_cast<Scalar>(1.0 / 6.0);
    for (std::size_t i = 0; i < System::kSize; ++i) {
      next[i] = y[i] + sixth * ((k1[i] + k4[i]) + Scalar(2) * (k2[i] + k3[i]));
    }
  }

  /// How a step went: slips went on in about the same direction; friction of the surfaces was too
  /// steep for it; their slip turned; slip on the cloth or the way turned.
  enum class Course { kSmooth, kSteep, kSlipTurns, kClothTurns };

  Course runge_kutta(const Numbers& y, const ContactPhase<Scalar>& phase, const Numbers& k1,
                     Scalar h, Numbers& next) const noexcept {
    const Scalar half = Scalar(0.5) * h;
    Numbers k2, k3, k4;
    const ContactPhase<Scalar> second = system_.rate(along(y, k1, half), h, k2);
    const ContactPhase<Scalar> third = system_.rate(along(y, k2, half), h, k3);
    const ContactPhase<Scalar> fourth = system_.rate(along(y, k3, h), h, k4);
    sum(y, k1, k2, k3, k4, h, next);
    if (slip_turns(phase.slip, fourth.slip, kFarFall)) return Course::kSlipTurns;
    if (phase.steep || second.steep || third.steep || fourth.steep) return Course::kSteep;
    const bool held = phase.held || second.held || third.held || fourth.held;
    return held || system_.turns(y, next, h) ? Course::kClothTurns : Course::kSmooth;
  }

  /// Does a slip turn, or fall below this part of itself, so that it may turn?
  static bool slip_turns(Tangent<Scalar> before, Tangent<Scalar> after, double part) noexcept {
    return !turns_little(before, after) || falls_below(part, before, after);
  }

  static Numbers along(const Numbers& y, const Numbers& k, Scalar h) noexcept {
    Numbers z;
    for (std::size_t i = 0; i < System::kSize; ++i) z[i] = y[i] + h * k[i];
    return z;
  }

  /// Where in a step of `wide` [s] the force ends: regula falsi on `hold`. Returns the time.
  double find_end(const Numbers& y, const ContactPhase<Scalar>& phase, const Numbers& slope,
                  Scalar hold_after, double wide, Numbers& end) noexcept {
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
  double part(Numbers& y, const ContactPhase<Scalar>& phase, const Numbers& slope,
              double most) noexcept {
    if (!(phase.depth > Scalar(0)) || !(phase.closing < Scalar(0))) return 0.0;
    double time = static_cast<double>(phase.depth / -phase.closing) + 1e-9;
    if (time > most) time = most;
    y = step(y, phase, slope, time);
    return time;
  }

  const System& system_;
  bool ended_ = false;
  bool crowded_ = false;
  bool turned_ = false;           ///< the slip of the surfaces ended or turned in the last step
  bool grips_ = false;            ///< and is near that still: no step need find it out
  std::array<double, 2> when_{};  ///< of the last two steps [s]
  std::array<double, 2> hold_{};  ///< and what held then
};

}  // namespace billiard
