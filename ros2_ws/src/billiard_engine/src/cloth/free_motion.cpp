// SPDX-License-Identifier: Apache-2.0
#include "cloth/free_motion.hpp"

#include "cloth/explicit_step.hpp"
#include "cloth/glide.hpp"
#include "cloth/implicit_slip.hpp"

namespace billiard {

namespace {

constexpr double kTwoSevenths = 2.0 / 7.0;

/// The step rule at base step 1 ms; it shrinks with the base, so that results converge.
/// Explicit steps resolve the slip's decay rate λ = (7/2) μ g/(â D): h λ ≤ kExplicit.
constexpr double kExplicit = 0.3;
/// Below this slip the rest of the slide is short, and coarser steps cost less than a micrometre.
constexpr double kLittleSlip = 0.2;  // [m/s]
constexpr double kExplicitLittle = 1.2;
/// Where rolling resistance is more than this part of friction, no slide is short, and it counts in
/// the slip's rate.
constexpr double kWeakFriction = 0.2;
/// Implicit steps: slip may change by |u'| h² ≤ kSettled [m], else landing is resolved.
constexpr double kSettled = 1e-6;
/// The direction of travel may turn by about |v'| h/|v| ≤ kTurn.
constexpr double kTurn = 0.25;
/// Part of its spin that a rolling ball may lose in a step.
constexpr double kSpinPart = 0.15;
constexpr int kSlowPathLevel = 11;       // 64 ms at most
constexpr double kReferenceStep = 1e-3;  // [s]

/// Slip that rolling resistance and spin sustain by themselves, times this, still counts as
/// rolling.
constexpr double kRollingMargin = 1.5;
/// But none with a slip scale beyond this many times the one that rolling sustains.
constexpr double kRollingScale = 4.0;
/// Longest piece of spinning on the spot [s]: without friction it has no end.
constexpr double kLongestSpin = 1e9;

template <typename Scalar>
Scalar square(Scalar x, Scalar y) noexcept {
  return x * x + y * y;
}

/// True when slip is no more than what rolling with this spin sustains. Friction weaker than
/// rolling resistance sustains none: the ball slips until it all but stands, without any for ever.
template <typename Scalar>
bool has_settled(const ClothModel<Scalar>& m, const ClothState<Scalar>& s, Scalar scale) noexcept {
  if (!(m.rolling_part < Scalar(1))) {
    const auto crawl = static_cast<Scalar>(kRestSpeed);
    return m.friction_g > Scalar(0) && square(s.vx, s.vy) + square(s.ux, s.uy) <= crawl * crawl;
  }
  const Scalar spin = s.spin < Scalar(0) ? -s.spin : s.spin;
  const Scalar most = m.rolling_scale * (m.slope * spin + m.epsilon_slip);
  const Scalar carried = m.rolling_part * (scale < most ? scale : most);
  const Scalar turned = static_cast<Scalar>(pade_constants::kC011) * m.slope * m.shift * spin;
  const Scalar limit =
      static_cast<Scalar>(kRollingMargin) * m.contact_radius * (carried + turned + m.epsilon_slip);
  return square(s.ux, s.uy) <= limit * limit;
}

/// One step with slip implicit (backward Euler) and the slow variables w = v − (2/7) u and ω_z by
/// the trapezoidal rule. Spin that would change sign has ended.
template <ClothLaw law, typename Scalar>
ClothState<Scalar> implicit_step(const ClothModel<Scalar>& m, const ClothState<Scalar>& s,
                                 const ClothAction<Scalar>& start, Scalar h) noexcept {
  const auto part = static_cast<Scalar>(kTwoSevenths);
  const Scalar rub = h * m.friction_g;
  const Direction<Scalar>& g0 = start.direction;
  const Direction<Scalar> g1 =
      travel_direction(m, s.vx - rub * start.friction.x, s.vy - rub * start.friction.y);
  const Scalar w0x = s.vx - part * s.ux;
  const Scalar w0y = s.vy - part * s.uy;
  const Scalar roll = h * m.rolling_g;
  Scalar spin = s.spin - h * (m.drilling * start.friction.moment);
  if (spin * s.spin <= Scalar(0)) spin = Scalar(0);

  const Scalar alpha = Scalar(3.5) * rub * m.inverse_contact;
  const Direction<Scalar> r{(s.ux + Scalar(3.5) * roll * g1.x) * m.inverse_contact,
                            (s.uy + Scalar(3.5) * roll * g1.y) * m.inverse_contact};
  const Scalar turn = static_cast<Scalar>(pade_constants::kC011) * m.slope * m.shift * spin;
  const Scalar floor2 = m.epsilon_slip * m.epsilon_slip + (m.slope * m.slope) * (spin * spin);
  // Slip shrinks, unless friction is weaker than rolling resistance.
  const Scalar guess =
      m.rolling_part < Scalar(1) ? start.slip_scale : likely_scale(r, alpha, floor2);
  SlipSolution<Scalar> slip =
      solve_slip<Scalar>(r, {-turn * g1.y, turn * g1.x}, alpha, floor2, guess);
  const Friction<Scalar> f = refine_slip<law>(m, r, g1, spin, alpha, slip);

  ClothState<Scalar> e;
  e.ux = slip.x * m.contact_radius;
  e.uy = slip.y * m.contact_radius;
  e.vx = (w0x - Scalar(0.5) * roll * (g0.x + g1.x)) + part * e.ux;
  e.vy = (w0y - Scalar(0.5) * roll * (g0.y + g1.y)) + part * e.uy;
  e.spin = s.spin - Scalar(0.5) * h * (m.drilling * (start.friction.moment + f.moment));
  if (e.spin * s.spin <= Scalar(0)) e.spin = Scalar(0);
  const auto third = static_cast<Scalar>(1.0 / 3.0);
  const auto sixth = static_cast<Scalar>(1.0 / 6.0);
  const auto seventh = static_cast<Scalar>(1.0 / 7.0);
  e.x = s.x + h * ((w0x - roll * (third * g0.x + sixth * g1.x)) + seventh * (s.ux + e.ux));
  e.y = s.y + h * ((w0y - roll * (third * g0.y + sixth * g1.y)) + seventh * (s.uy + e.uy));
  return e;
}

template <ClothLaw law, typename Scalar>
ClothState<Scalar> step_with(const ClothModel<Scalar>& m, const ClothState<Scalar>& s,
                             const ClothAction<Scalar>& start, Scalar h) noexcept {
  // h λ = (7/2) μ g h/(â D) ≤ kExplicitLittle: slow enough for the explicit step to be accurate.
  const Scalar resolved = Scalar(3.5) * m.friction_g * h;
  if (resolved <= static_cast<Scalar>(kExplicitLittle) * m.contact_radius * start.slip_scale) {
    return explicit_step<law>(m, s, start, h);
  }
  return implicit_step<law>(m, s, start, h);
}

/// The largest level that resolves the motion; the search starts one above the ball's last.
template <typename Scalar>
int choose_level(const ClothModel<Scalar>& m, const ClothState<Scalar>& s,
                 const ClothAction<Scalar>& k, bool rolls, int level) noexcept {
  const Scalar speed2 = square(s.vx, s.vy);
  const Scalar ax = m.friction_g * k.friction.x;
  const Scalar ay = m.friction_g * k.friction.y;
  const Scalar acceleration2 = square(ax, ay);
  const Scalar slip_rate2 =
      Scalar(12.25) * square(ax - m.rolling_g * k.direction.x, ay - m.rolling_g * k.direction.y);
  const Scalar spin2 = s.spin * s.spin;
  // On the slow path slip shrinks in proportion to spin: |u'|/|u| = |ω_z'|/|ω_z|. There it is as
  // good as linear in time, and a step may take a fair part of the spin.
  const bool follows_spin =
      rolls && slip_rate2 * spin2 <= Scalar(1.1) * (m.spin_down * m.spin_down) * square(s.ux, s.uy);
  // What is left to slide decides how exact a step must be.
  const Scalar explicit_part = square(s.ux, s.uy) <= m.little_slip * m.little_slip
                                   ? static_cast<Scalar>(kExplicit / kExplicitLittle)
                                   : Scalar(1);
  int n = level + 1 < kLevels ? level + 1 : kLevels - 1;
  for (; n > 0; --n) {
    const auto i = static_cast<std::size_t>(n);
    const Scalar h2 = m.step[i] * m.step[i];
    const bool slip_resolved =
        k.slip_scale >= explicit_part * m.explicit_scale[i] || slip_rate2 <= m.settled_rate2[i];
    const bool turn_resolved = h2 * acceleration2 <= m.turn_limit2 * speed2;
    // Along the slow path the direction of travel matters more, as it sets where slip points.
    const bool path_resolved = follows_spin && n <= kSlowPathLevel && h2 <= m.spin_part2 * spin2 &&
                               Scalar(9) * h2 * acceleration2 <= m.turn_limit2 * speed2;
    if ((slip_resolved && turn_resolved) || path_resolved) break;
  }
  return n;
}

/// Of a ball that slides, or rolls and does not glide. Fills the plan in place: numbers written one
/// by one and then copied in pairs would make the processor wait.
template <ClothLaw law, typename Scalar>
FreePlan<Scalar> plan_step(const ClothModel<Scalar>& m, const ClothState<Scalar>& s, Scalar speed2,
                           int level) noexcept {
  FreePlan<Scalar> plan{Phase::kStep, Motion::kSliding, kLevels - 1, Scalar(0),
                        cloth_action<law>(m, s)};
  const bool rolls = has_settled(m, s, plan.action.slip_scale);
  if (rolls) plan.motion = Motion::kRolling;
  // Without side spin, rolling is a parabola to its end; with it, only the last bit is.
  const auto crawl = static_cast<Scalar>(kRestSpeed);
  const bool resists = m.rolling_g > Scalar(0);
  if (rolls && ((s.spin == Scalar(0) && resists) || speed2 <= crawl * crawl)) {
    plan.phase = Phase::kRollOut;
    plan.duration = resists ? math::sqrt(speed2) / m.rolling_g : Scalar(0);
  } else {
    plan.level = choose_level(m, s, plan.action, rolls, level);
    plan.duration = m.step[static_cast<std::size_t>(plan.level)];
  }
  return plan;
}

template <typename Scalar>
Scalar spin_duration(const ClothModel<Scalar>& m, Scalar spin) noexcept {
  const auto longest = static_cast<Scalar>(kLongestSpin);
  return spin < longest * m.spin_down ? spin / m.spin_down : longest;
}

template <ClothLaw law, typename Scalar>
FreePlan<Scalar> plan_with(const ClothModel<Scalar>& m, const ClothState<Scalar>& s,
                           int level) noexcept {
  const Scalar spin = s.spin < Scalar(0) ? -s.spin : s.spin;
  const Scalar speed2 = square(s.vx, s.vy);
  if (speed2 == Scalar(0) && square(s.ux, s.uy) == Scalar(0)) {
    const bool spins = spin > Scalar(0);
    return {Phase::kSpin,
            spins ? Motion::kSpinning : Motion::kRest,
            level,
            spins ? spin_duration(m, spin) : Scalar(0),
            {}};
  }
  if (const Scalar time = glide_duration(m, s, speed2); time > Scalar(0)) {
    return {Phase::kGlide, Motion::kRolling, kLevels - 1, time, {}};
  }
  return plan_step<law>(m, s, speed2, level);
}

template <typename Scalar>
Scalar spun_down(const ClothModel<Scalar>& m, Scalar spin, Scalar time) noexcept {
  const Scalar lost = m.spin_down * time;
  if (spin > lost) return spin - lost;
  if (spin < -lost) return spin + lost;
  return Scalar(0);
}

/// v = v0 (1 − t/T), slip and horizontal spin alike.
template <typename Scalar>
ClothState<Scalar> roll_out(const ClothModel<Scalar>& m, const ClothState<Scalar>& s,
                            const FreePlan<Scalar>& plan, Scalar t) noexcept {
  const Scalar part = plan.duration > Scalar(0) ? t / plan.duration : Scalar(1);
  const Scalar left = part < Scalar(1) ? Scalar(1) - part : Scalar(0);
  const Scalar mean = t * (Scalar(1) - Scalar(0.5) * part);
  return {s.x + s.vx * mean, s.y + s.vy * mean,      s.vx * left, s.vy * left, s.ux * left,
          s.uy * left,       spun_down(m, s.spin, t)};
}

template <typename Scalar>
PadeConstants<Scalar> pade_products(const Physics& physics) noexcept {
  using namespace pade_constants;
  const ClothProperties& c = physics.cloth;
  const double r = physics.ball.radius;
  const double g = physics.gravity;
  const double twist = kC011 * kBT * c.rolling;
  const double drilling = 2.5 * g / (r * r) * c.contact_radius * c.friction;
  const auto number = [](double value) { return static_cast<Scalar>(value); };
  return {number(0.5 * g * c.rolling / r),
          number(3.5 * c.friction * g / c.contact_radius),
          number(twist),
          number(twist * drilling),
          number(kBT * kBT * drilling),
          number(kBM * kBM * drilling),
          number(kC00m1 * kBM * drilling),
          number(kC010 * c.rolling)};
}

}  // namespace

template <typename Scalar>
ClothModel<Scalar>::ClothModel(const Physics& physics, Scalar base_step) noexcept
    : law(physics.cloth.law) {
  const ClothProperties& c = physics.cloth;
  const double r = physics.ball.radius;
  const double g = physics.gravity;
  const auto number = [](double value) { return static_cast<Scalar>(value); };
  radius = number(r);
  inverse_radius = number(1.0 / r);
  contact_radius = number(c.contact_radius);
  inverse_contact = number(1.0 / c.contact_radius);
  friction_g = number(c.friction * g);
  rolling_g = number(g * c.contact_radius * c.rolling / (7.0 * r));
  rolling_part = number(c.contact_radius * c.rolling / (7.0 * r) / c.friction);
  const double left = 1.0 - static_cast<double>(rolling_part) * static_cast<double>(rolling_part);
  rolling_scale = number(left > 0.0 ? kRollingScale / math::sqrt(left) : 0.0);
  drilling = number(2.5 * g / (r * r) * c.contact_radius * c.friction);
  spin_down = number(2.5 * g / (r * r) * c.contact_radius * c.friction * pade_constants::kC00m1);
  shift = number(c.rolling);
  epsilon_slip = number(c.epsilon_slip);
  epsilon_roll2 = number(c.contact_radius * c.epsilon_roll * (c.contact_radius * c.epsilon_roll));
  slope = number(small_slip_slope(law));
  const double ratio = static_cast<double>(base_step) / kReferenceStep;
  turn_limit2 = number(kTurn * ratio * (kTurn * ratio));
  const double part = kSpinPart * ratio / static_cast<double>(spin_down);
  spin_part2 = number(part * part);
  const bool weak = !(rolling_part <= static_cast<Scalar>(kWeakFriction));
  little_slip = weak ? Scalar(0) : number(kLittleSlip);
  const double rate = weak ? c.friction + static_cast<double>(rolling_g) / g : c.friction;
  double h = static_cast<double>(base_step);
  for (int n = kLowestLevel; n < 0; ++n) h *= 0.5;
  for (std::size_t i = 0; i < kLevels; ++i, h *= 2.0) {
    step[i] = number(h);
    explicit_scale[i] = number(3.5 * rate * g * h / (c.contact_radius * kExplicit * ratio));
    const double settled = kSettled * ratio * ratio / (h * h);
    settled_rate2[i] = number(settled * settled);
  }
  pade = pade_products<Scalar>(physics);
  settle_glide(*this, physics, static_cast<double>(base_step));
}

template <typename Scalar>
FreePlan<Scalar> plan_free_motion(const ClothModel<Scalar>& m, const ClothState<Scalar>& s,
                                  int level) noexcept {
  return with_law(m, [&]<ClothLaw law>() { return plan_with<law>(m, s, level); });
}

template <typename Scalar>
ClothState<Scalar> advance_free(const ClothModel<Scalar>& m, const ClothState<Scalar>& s,
                                const FreePlan<Scalar>& plan, Scalar time) noexcept {
  switch (plan.phase) {
    case Phase::kGlide:
      return glide(m, s, time);
    case Phase::kRollOut:
      return roll_out(m, s, plan, time);
    case Phase::kSpin: {
      ClothState<Scalar> e = s;
      e.spin = time < plan.duration ? spun_down(m, s.spin, time) : Scalar(0);
      return e;
    }
    case Phase::kStep:
      break;
  }
  return with_law(m, [&]<ClothLaw law>() { return step_with<law>(m, s, plan.action, time); });
}

template <typename Scalar>
Motion classify(const ClothModel<Scalar>& m, const ClothState<Scalar>& s) noexcept {
  return plan_free_motion(m, s, 0).motion;
}

template struct ClothModel<double>;
template struct ClothModel<float>;
#define BILLIARD_INSTANTIATE(S)                                                                    \
  template FreePlan<S> plan_free_motion(const ClothModel<S>&, const ClothState<S>&, int) noexcept; \
  template ClothState<S> advance_free(const ClothModel<S>&, const ClothState<S>&,                  \
                                      const FreePlan<S>&, S) noexcept;                             \
  template Motion classify(const ClothModel<S>&, const ClothState<S>&) noexcept;
BILLIARD_INSTANTIATE(double)
BILLIARD_INSTANTIATE(float)
#undef BILLIARD_INSTANTIATE

}  // namespace billiard
