// SPDX-License-Identifier: Apache-2.0
#include "cloth/glide.hpp"

namespace billiard {

namespace {

/// Slip per unit of spin with which friction balances rolling resistance, travelling along +x:
///   μ g T = a_r v̂ + (2/7) â s σ/ω_z   at ω_z = 1, s = (along, −across).
struct Settled {
  double along = 0.0;
  double across = 0.0;
  double spin_down = 0.0;  ///< σ [rad/s²]
  double stiffness = 0.0;  ///< ∂T/∂s
};

/// Where rolling takes more of the friction, slip settles slowly, and so do settle()'s passes.
constexpr double kMostRolling = 0.5;

template <ClothLaw law>
Settled settle(const ClothModel<double>& m) noexcept {
  constexpr int kPasses = 100;  // each gains about a digit
  Settled s;
  const auto friction = [&](double along, double across) {
    return evaluate<law>(Slip<double>{along, -across, 1.0, m.shift, 0.0}, 0.0);
  };
  for (int i = 0; i < kPasses; ++i) {
    const Friction<double> f = friction(s.along, s.across);
    s.spin_down = m.drilling * f.moment;
    const double sustained = 2.0 / 7.0 * m.contact_radius * s.spin_down / m.friction_g;
    s.along += 0.7 * m.slope * ((m.rolling_part + sustained * s.along) - f.x);
    s.across -= 0.7 * m.slope * (-sustained * s.across - f.y);
  }
  constexpr double kNudge = 1e-4;
  s.stiffness = (friction(s.along, s.across - kNudge).y - friction(s.along, s.across + kNudge).y) /
                (2.0 * kNudge);
  return s;
}

}  // namespace

template <typename Scalar>
void settle_glide(ClothModel<Scalar>& m, const Physics& physics, double base_step) noexcept {
  m.glide = {};
  m.glide.least_spin = Scalar(1e30);  // never
  if (base_step < kGlideFrom || !(m.rolling_part < static_cast<Scalar>(kMostRolling))) return;
  if constexpr (std::is_same_v<Scalar, double>) {
    const Settled s = with_law(m, [&]<ClothLaw law>() { return settle<law>(m); });
    const double a = m.contact_radius;
    m.glide.ahead = a * s.along;
    m.glide.aside = a * s.across;
    m.glide.spin_down = s.spin_down;
    m.glide.inverse_spin_down = 1.0 / s.spin_down;
    m.glide.lag = a / (3.5 * m.friction_g * s.stiffness);
    m.glide.floor2 = m.epsilon_slip * m.epsilon_slip / (m.slope * m.slope);
    m.glide.turn = 2.0 / 7.0 * m.glide.aside * s.spin_down;
    m.glide.slack = kGlideSlack * a / s.stiffness;
    m.glide.most = 2.0 * (m.glide.ahead + m.glide.aside);
    m.glide.least_spin = 10.0 * m.epsilon_slip;
    m.glide.least_speed2 = 1e4 * m.epsilon_roll2;
    m.glide.longest = kGlideStep;
    m.glide.slow_down = m.rolling_g > 0.0 ? kGlidePart / m.rolling_g : kGlideStep * 1e3;
  } else {
    const GlideConstants<double> g = ClothModel<double>(physics, base_step).glide;
    const auto number = [](double value) { return static_cast<Scalar>(value); };
    m.glide = {number(g.ahead),        number(g.aside),
               number(g.spin_down),    number(g.inverse_spin_down),
               number(g.lag),          number(g.floor2),
               number(g.turn),         number(g.slack),
               number(g.most),         number(g.least_spin),
               number(g.least_speed2), number(g.longest),
               number(g.slow_down)};
  }
}

template void settle_glide(ClothModel<double>&, const Physics&, double) noexcept;
template void settle_glide(ClothModel<float>&, const Physics&, double) noexcept;

}  // namespace billiard
