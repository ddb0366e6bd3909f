// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_models.hpp"

#include "math/elementary.hpp"

namespace billiard {

namespace {

struct Stiffness {
  double ball_ball, ball_cushion, ball_cloth;
};

Stiffness stiffness(const Physics& p) noexcept {
  const double e = p.ball.young_modulus;
  const double nu = p.ball.poisson_ratio;
  const double r = p.ball.radius;
  return {hertz_stiffness(e, nu, e, nu, 0.5 * r),
          hertz_stiffness(e, nu, p.cushion.young_modulus, p.cushion.poisson_ratio, r),
          hertz_stiffness(e, nu, p.cloth.young_modulus, p.cloth.poisson_ratio, r)};
}

/// Power of two between a quarter and half of how much longer a cushion contact lasts than one of
/// balls: cushion contacts rub twice, on cushion and cloth, and need finer steps.
int stride(const Stiffness& k, double mass) noexcept {
  const double ratio =
      hertz_duration(k.ball_cushion, mass, 1.0) / hertz_duration(k.ball_ball, 0.5 * mass, 1.0);
  int n = 1;
  while (4 * n <= ratio && n < 32) n *= 2;
  return n;
}

template <typename Scalar>
NormalForce<Scalar> normal(const ContactProperties& c, double k, double mass) noexcept {
  return {c.law, c.restitution, c.impact_speed_floor, k, mass};
}

}  // namespace

template <typename Scalar>
ContactModels<Scalar>::ContactModels(const Physics& p) noexcept
    : radius(static_cast<Scalar>(p.ball.radius)),
      inverse_mass(static_cast<Scalar>(1.0 / p.ball.mass)),
      spin_per_impulse(static_cast<Scalar>(2.5 / (p.ball.mass * p.ball.radius))),
      gravity(static_cast<Scalar>(p.gravity)),
      resting_depth(static_cast<Scalar>(
          math::pow(p.ball.mass * p.gravity / stiffness(p).ball_cloth, 2.0 / 3.0))),
      ball_ball_friction(p.ball_ball),
      ball_cushion_friction(p.ball_cushion) {
  const Stiffness k = stiffness(p);
  const double m = p.ball.mass;
  ball_ball = normal<Scalar>(p.ball_ball, k.ball_ball, 0.5 * m);
  ball_cushion = normal<Scalar>(p.ball_cushion, k.ball_cushion, m);
  ball_cloth = {p.cloth.normal_law, p.cloth.restitution, p.cloth.impact_speed_floor, k.ball_cloth,
                m};
  cushion_stride = stride(k, m);
}

template struct ContactModels<double>;
template struct ContactModels<float>;

}  // namespace billiard
