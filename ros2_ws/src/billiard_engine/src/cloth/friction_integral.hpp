// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "billiard_engine/cloth_friction.hpp"
#include "math/gauss_rule.hpp"
#include "math/square_root.hpp"

namespace billiard {

// K(16) by a fixed product rule. In the frame where slip points along +x and spin is positive, the
// mirror symmetry x → −x leaves five integrals (σ0 is the Hertzian pressure of K(1)):
//   T∥ = A0 + s d∥' A1,  T⊥ = s d∥ B1,  M = s C0 + d' C1,   d∥ = d·u, d' = d_s u_x − d_c u_y
namespace disc_quadrature {

inline constexpr double kPi = 3.14159265358979324;
/// 3/(2π) of σ0 for both halves of the disc.
template <typename Scalar>
inline constexpr auto kBoth = static_cast<Scalar>(3.0 / kPi);

template <typename Scalar>
struct Sums {
  Scalar a0{}, a1{}, b1{}, c0{}, c1{};

  /// Adds a point (x, y) with slip (vx, vy) there; weight includes σ0, area and 1/√(|v|² + ε²).
  void add(Scalar weight, Scalar x, Scalar y, Scalar vx, Scalar vy) noexcept {
    const Scalar along = weight * vx;
    const Scalar across = weight * vy;
    const Scalar moment = x * across - y * along;
    a0 += along;
    a1 += y * along;
    b1 += x * across;
    c0 += moment;
    c1 += y * moment;
  }
};

/// Slip v along x, spin w ≥ 0, regularisation ε; [1/s].
template <typename Scalar>
struct Flow {
  Scalar v, w, epsilon;
};

/// Angles with their weights.
template <typename Scalar, std::size_t N>
struct Angles {
  std::array<Scalar, N> cosine{};
  std::array<Scalar, N> sine{};
  std::array<Scalar, N> weight{};
};

/// Midpoint rule on [0, π], for even periodic functions.
template <typename Scalar, std::size_t N>
[[nodiscard]] constexpr Angles<Scalar, N> make_half_turn() {
  Angles<Scalar, N> angles;
  for (std::size_t i = 0; i < N; ++i) {
    const double angle = kPi * (static_cast<double>(i) + 0.5) / static_cast<double>(N);
    angles.cosine[i] = static_cast<Scalar>(math::cos(angle));
    angles.sine[i] = static_cast<Scalar>(math::sin(angle));
    angles.weight[i] = static_cast<Scalar>(kPi / static_cast<double>(N));
  }
  return angles;
}

/// Gauss rule on [0, π/2].
template <typename Scalar, std::size_t N>
[[nodiscard]] constexpr Angles<Scalar, N> make_quarter_turn() {
  constexpr math::GaussRule<N> kRule = math::make_gauss_rule<N>();
  Angles<Scalar, N> angles;
  for (std::size_t i = 0; i < N; ++i) {
    angles.cosine[i] = static_cast<Scalar>(math::cos(0.5 * kPi * kRule.node[i]));
    angles.sine[i] = static_cast<Scalar>(math::sin(0.5 * kPi * kRule.node[i]));
    angles.weight[i] = static_cast<Scalar>(0.5 * kPi * kRule.weight[i]);
  }
  return angles;
}

/// Rings about the centre, r = sin t: for flows whose non-slipping point is far from the disc.
template <std::size_t N, typename Scalar>
[[nodiscard]] inline Sums<Scalar> over_rings(const Flow<Scalar>& flow) noexcept {
  static constexpr Angles<Scalar, N> kRings = make_quarter_turn<Scalar, N>();
  static constexpr Angles<Scalar, N> kAngles = make_half_turn<Scalar, N>();
  Sums<Scalar> sums;
  for (std::size_t i = 0; i < N; ++i) {
    const Scalar r = kRings.sine[i];
    const Scalar pressure = kBoth<Scalar> * kRings.cosine[i];
    const Scalar ring = pressure * r * (kRings.cosine[i] * kRings.weight[i]);
    for (std::size_t j = 0; j < N; ++j) {
      const Scalar x = r * kAngles.sine[j];
      const Scalar y = r * kAngles.cosine[j];
      const Scalar vx = flow.v - flow.w * y;
      const Scalar vy = flow.w * x;
      const Scalar size = math::sqrt((vx * vx + vy * vy) + flow.epsilon * flow.epsilon);
      sums.add(ring * kAngles.weight[j] / size, x, y, vx, vy);
    }
  }
  return sums;
}

/// Ray from the non-slipping point (0, k) in the direction (sine, −cosine); `half` is half the
/// length of its chord in the disc, `weight` that of its angle.
template <typename Scalar>
struct Ray {
  Scalar k, cosine, sine, half, weight;
};

/// Between the chord's ends 1 − r² = (far − ρ)(ρ − near). ρ = low + (far − low) s²(2 − s²) crowds
/// nodes at the low end, where ε matters, and takes the root out of both ends.
template <std::size_t N, typename Scalar>
inline void add_ray(const Flow<Scalar>& flow, const Ray<Scalar>& ray, Sums<Scalar>& sums) noexcept {
  static constexpr math::GaussRule<N> kRule = math::make_gauss_rule<N>();
  const Scalar near = ray.k * ray.cosine - ray.half;
  const Scalar far = ray.k * ray.cosine + ray.half;
  const Scalar low = near > Scalar(0) ? near : Scalar(0);
  if (!(far > low)) return;
  for (std::size_t i = 0; i < N; ++i) {
    const auto s = static_cast<Scalar>(kRule.node[i]);
    const Scalar rest = Scalar(1) - s * s;
    const Scalar rho = low + (far - low) * (s * s) * (Scalar(1) + rest);
    const Scalar root = (far - low) * (rest * rest) * (rho - near);
    const Scalar step = (far - low) * (Scalar(4) * s * rest) * static_cast<Scalar>(kRule.weight[i]);
    const Scalar speed = flow.w * rho;
    const Scalar size = math::sqrt(speed * speed + flow.epsilon * flow.epsilon);
    const Scalar pressure = kBoth<Scalar> * math::sqrt(root > Scalar(0) ? root : Scalar(0));
    sums.add(ray.weight * pressure * rho * step / size, rho * ray.sine, ray.k - rho * ray.cosine,
             speed * ray.cosine, speed * ray.sine);
  }
}

/// Rays from the non-slipping point: slip has one direction on each. Outside the disc (k > 1) the
/// angle a follows sin a = sin τ/k, so that all rays meet the disc.
template <std::size_t N, typename Scalar>
[[nodiscard]] inline Sums<Scalar> over_rays(const Flow<Scalar>& flow) noexcept {
  static constexpr Angles<Scalar, N> kInside = make_half_turn<Scalar, N>();
  static constexpr Angles<Scalar, N> kOutside = make_quarter_turn<Scalar, N>();
  const Scalar k = flow.v / flow.w;
  Sums<Scalar> sums;
  for (std::size_t j = 0; j < N; ++j) {
    if (k < Scalar(1)) {
      const Scalar across = k * kInside.sine[j];
      add_ray<N>(flow,
                 Ray<Scalar>{k, kInside.cosine[j], kInside.sine[j],
                             math::sqrt(Scalar(1) - across * across), kInside.weight[j]},
                 sums);
    } else {
      const Scalar sine = kOutside.sine[j] / k;
      const Scalar cosine = math::sqrt(Scalar(1) - sine * sine);
      const Scalar half = kOutside.cosine[j];
      add_ray<N>(flow, Ray<Scalar>{k, cosine, sine, half, kOutside.weight[j] * half / (k * cosine)},
                 sums);
    }
  }
  return sums;
}

}  // namespace disc_quadrature

/// K(16) with N × N points; N = 32 is what the law `integral` uses.
template <std::size_t N, typename Scalar>
[[nodiscard]] inline Friction<Scalar> integral_with(const Slip<Scalar>& slip,
                                                    Scalar epsilon) noexcept {
  using namespace disc_quadrature;
  const Scalar v = math::sqrt(slip.x * slip.x + slip.y * slip.y);
  const Scalar side = slip.spin < Scalar(0) ? Scalar(-1) : Scalar(1);
  const Flow<Scalar> flow{v, side * slip.spin, epsilon};
  const Scalar effective2 = v * v + epsilon * epsilon;
  const Sums<Scalar> f =
      effective2 > Scalar(4) * (flow.w * flow.w) ? over_rings<N>(flow) : over_rays<N>(flow);
  // Without slip any direction will do.
  const Scalar ux = v > Scalar(0) ? slip.x / v : Scalar(1);
  const Scalar uy = v > Scalar(0) ? slip.y / v : Scalar(0);
  const Scalar shift = slip.shift_c * ux + slip.shift_s * uy;
  const Scalar cross = slip.shift_s * ux - slip.shift_c * uy;
  const Scalar along = f.a0 + side * cross * f.a1;
  const Scalar across = side * shift * f.b1;
  return {along * ux - across * uy, along * uy + across * ux, side * f.c0 + cross * f.c1};
}

template <typename Scalar>
[[nodiscard]] inline Friction<Scalar> integral(const Slip<Scalar>& slip, Scalar epsilon) noexcept {
  return integral_with<32>(slip, epsilon);
}

}  // namespace billiard
