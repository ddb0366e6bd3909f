// SPDX-License-Identifier: Apache-2.0
#include "contact/normal_force.hpp"

#include "math/elementary.hpp"

namespace billiard {

namespace {

constexpr double kPi = 3.14159265358979324;

/// Rebound of x'' = −x^1.5 − α x^0.25 x', never attractive, from x = 0, x' = 1. In these units
/// the answer depends on α alone.
double tsuji_rebound(double alpha) {
  constexpr double kStep = 0.004;  // contact lasts about 3.2; error below 1e-6
  double x = 0.0;
  double v = 1.0;
  do {
    const double middle = x + 0.5 * kStep * v;
    double force = 0.0;
    if (middle > 0.0) {
      const double root = math::sqrt(middle);
      const double damping = alpha * math::sqrt(root);
      force = (middle * root + damping * v) / (1.0 + 0.5 * kStep * damping);
      if (force < 0.0) force = 0.0;
    }
    v -= kStep * force;
    x = middle + 0.5 * kStep * v;
  } while (x > 0.0 && v > -1.0 && (v > 0.0 || x > 1e-9));
  return -v;
}

/// Root of a falling function on [low, high] by bisection.
template <typename Function>
double bisect(double low, double high, Function falls_below) {
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (falls_below(middle) ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

double tsuji_alpha(double e) {
  if (e >= 1.0) return 0.0;
  return bisect(0.0, 20.0, [e](double alpha) { return tsuji_rebound(alpha) < e; });
}

/// Root c in (0, 1/e) of c (1 + e) = ln((1 + c)/(1 − c e)): energy balance of the law with
/// damping proportional to the elastic force, integrated exactly.
double exact_coefficient(double e) {
  if (e >= 1.0) return 0.0;
  // The left side wins below the root (near 0 it is larger by c²(1−e²)/2…), the log above it.
  return bisect(1e-9, (1.0 - 1e-12) / e,
                [e](double c) { return math::log((1.0 + c) / (1.0 - c * e)) > c * (1.0 + e); });
}

}  // namespace

double hertz_stiffness(double young_1, double poisson_1, double young_2, double poisson_2,
                       double effective_radius) noexcept {
  const double sigma =
      (1.0 - poisson_1 * poisson_1) / young_1 + (1.0 - poisson_2 * poisson_2) / young_2;
  return 4.0 / (3.0 * sigma) * math::sqrt(effective_radius);
}

double damping_coefficient(NormalLaw law, double e) noexcept {
  switch (law) {
    case NormalLaw::kHertz:
      break;
    case NormalLaw::kLankaraniNikravesh:
      return 0.75 * (1.0 - e * e);
    case NormalLaw::kFlores:
      return 1.6 * (1.0 - e) / e;
    case NormalLaw::kExactRestitution:
      return exact_coefficient(e);
    case NormalLaw::kTsuji:
      return tsuji_alpha(e);
  }
  return 0.0;
}

double hertz_duration(double stiffness, double effective_mass, double speed) noexcept {
  // 2.9432 (m²/(K² v))^(1/5)·(5/4)^(2/5): time in and out of δ_max = (5 m v²/4 K)^(2/5).
  const double depth = math::pow(1.25 * effective_mass * speed * speed / stiffness, 0.4);
  return 2.9432750 * depth / speed;
}

template <typename Scalar>
NormalForce<Scalar>::NormalForce(NormalLaw law, double restitution, double impact_floor,
                                 double contact_stiffness, double effective_mass) noexcept {
  double c = damping_coefficient(law, restitution);
  by_depth = law == NormalLaw::kTsuji;
  if (by_depth) c *= math::sqrt(effective_mass * contact_stiffness);
  half_swing = kPi / math::sqrt(1.25 * contact_stiffness / effective_mass);
  stiffness = static_cast<Scalar>(contact_stiffness);
  damping = static_cast<Scalar>(c);
  inverse_mass = static_cast<Scalar>(1.0 / effective_mass);
  floor = static_cast<Scalar>(impact_floor);
}

template struct NormalForce<double>;
template struct NormalForce<float>;

}  // namespace billiard
