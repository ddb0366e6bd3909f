// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "math/square_root.hpp"

namespace billiard {

/// A vector in the plane of a contact, or of the cloth.
template <typename Scalar>
struct Tangent {
  Scalar x{}, y{};
};

/// Does a slip turn by less than 27°?
template <typename Scalar>
[[nodiscard]] inline bool turns_little(Tangent<Scalar> a, Tangent<Scalar> b) noexcept {
  constexpr auto kLittle2 = static_cast<Scalar>(0.8);  // cos²
  const Scalar dot = a.x * b.x + a.y * b.y;
  const Scalar square_a = a.x * a.x + a.y * a.y;
  const Scalar square_b = b.x * b.x + b.y * b.y;
  return dot > Scalar(0) && dot * dot > kLittle2 * (square_a * square_b);
}

/// Does it fall below this part of itself?
template <typename Scalar>
[[nodiscard]] inline bool falls_below(double part, Tangent<Scalar> a, Tangent<Scalar> b) noexcept {
  const auto part2 = static_cast<Scalar>(part * part);
  return b.x * b.x + b.y * b.y < part2 * (a.x * a.x + a.y * a.y);
}

/// What drives a slip at one moment [m/s²], and the most that friction can do, μ P [m/s²].
template <typename Scalar>
struct Driven {
  Tangent<Scalar> drive{};
  Scalar most{};
};

/// The same on the way from a to b, or beyond.
template <typename Scalar>
[[nodiscard]] inline Driven<Scalar> between(const Driven<Scalar>& a, const Driven<Scalar>& b,
                                            Scalar part) noexcept {
  const Scalar most = a.most + part * (b.most - a.most);
  return {{a.drive.x + part * (b.drive.x - a.drive.x), a.drive.y + part * (b.drive.y - a.drive.y)},
          most > Scalar(0) ? most : Scalar(0)};
}

/// Two surfaces without their friction: what drives their slip, and how it answers to friction j, a
/// force per mass:
///   x' = drive.x + xx j.x + xy j.y,   y' = drive.y + yx j.x + yy j.y,
///   j = −most slip/√(|slip|² + soft²).
template <typename Scalar, std::size_t size>
struct Grip : Driven<Scalar> {
  Tangent<Scalar> slip{};  ///< [m/s]
  Scalar soft{};           ///< [m/s]
  Scalar xx{1}, xy{}, yx{}, yy{1};
  std::array<Scalar, size> per_x{}, per_y{};  ///< change of all of the contact's numbers per j
  bool known = false;  ///< law and cloth are plain enough to look at the slip alone
};

/// What drives a slip over a time: values at its start, middle and end as parabolas of t in [0, 1].
template <typename Scalar>
class Drive {
 public:
  Drive(const Driven<Scalar>& a, const Driven<Scalar>& b, const Driven<Scalar>& c) noexcept
      : x_(through(a.drive.x, b.drive.x, c.drive.x)),
        y_(through(a.drive.y, b.drive.y, c.drive.y)),
        most_(through(a.most, b.most, c.most)) {}

  [[nodiscard]] Tangent<Scalar> at(Scalar t) const noexcept { return {value(x_, t), value(y_, t)}; }
  [[nodiscard]] Scalar most(Scalar t) const noexcept { return value(most_, t); }

 private:
  using Parabola = std::array<Scalar, 3>;
  static Parabola through(Scalar a, Scalar b, Scalar c) noexcept {
    const Scalar second = Scalar(2) * (a + c) - Scalar(4) * b;
    return {a, (c - a) - second, second};
  }
  static Scalar value(const Parabola& p, Scalar t) noexcept { return p[0] + t * (p[1] + t * p[2]); }

  Parabola x_, y_, most_;
};

/// How finely a slip is followed: parts of itself that it may change in a step, and times by which
/// friction may be too steep for it (Runge–Kutta is stable up to 2.78).
struct SlipSteps {
  double change, steep;
};

/// Steps of a slip that are too many.
inline constexpr int kMostSlipSteps = 400;

/// Can a slip be followed over a time h [s], even one that friction holds?
template <typename Scalar, std::size_t size>
[[nodiscard]] inline bool can_follow(const Grip<Scalar, size>& g, Scalar h) noexcept {
  return g.known && g.yy * g.most * h < Scalar(0.5 * kMostSlipSteps) * g.soft;
}

/// Impulse of friction per mass over a time h [s] from the slip of `g` on, with the answer of `g`:
/// Runge–Kutta steps as small as the slip needs.
template <typename Scalar, std::size_t size>
[[nodiscard]] inline Tangent<Scalar> friction_impulse(const Grip<Scalar, size>& g,
                                                      const Drive<Scalar>& drive, Scalar h,
                                                      const SlipSteps& steps) noexcept {
  const auto inverse_size = [&g](const Tangent<Scalar>& u) {
    return math::inverse_sqrt((u.x * u.x + u.y * u.y) + g.soft * g.soft);
  };
  const auto friction = [&](const Tangent<Scalar>& u, Scalar t) -> Tangent<Scalar> {
    const Scalar per = -drive.most(t) * inverse_size(u);
    return {per * u.x, per * u.y};
  };
  const auto change = [&](const Tangent<Scalar>& j, Scalar t) -> Tangent<Scalar> {
    const Tangent<Scalar> d = drive.at(t);
    return {d.x + (g.xx * j.x + g.xy * j.y), d.y + (g.yx * j.x + g.yy * j.y)};
  };
  Tangent<Scalar> u = g.slip;
  Tangent<Scalar> sum{};
  Scalar t = Scalar(0);
  for (int i = 0; i < kMostSlipSteps && t < Scalar(1); ++i) {
    const auto along = [&u](const Tangent<Scalar>& v, Scalar w) -> Tangent<Scalar> {
      return {u.x + w * v.x, u.y + w * v.y};
    };
    const Tangent<Scalar> j1 = friction(u, t);
    const Tangent<Scalar> u1 = change(j1, t);
    const Scalar inverse = h * inverse_size(u);
    const Scalar steep =
        (static_cast<Scalar>(1.0 / steps.steep) * inverse) * (g.yy * drive.most(t));
    const Scalar fast =
        (static_cast<Scalar>(1.0 / steps.change) * inverse) * math::sqrt(u1.x * u1.x + u1.y * u1.y);
    const Scalar parts = steep > fast ? steep : fast;
    const Scalar left = Scalar(1) - t;
    const Scalar d = parts * left > Scalar(1) ? Scalar(1) / parts : left;
    const Scalar wide = d * h;
    const Scalar half = Scalar(0.5) * wide;
    const Scalar middle = t + Scalar(0.5) * d;
    const Tangent<Scalar> j2 = friction(along(u1, half), middle);
    const Tangent<Scalar> u2 = change(j2, middle);
    const Tangent<Scalar> j3 = friction(along(u2, half), middle);
    const Tangent<Scalar> u3 = change(j3, middle);
    const Tangent<Scalar> j4 = friction(along(u3, wide), t + d);
    const Tangent<Scalar> u4 = change(j4, t + d);
    const Scalar sixth = wide * static_cast<Scalar>(1.0 / 6.0);
    const auto mean = [sixth](Scalar a, Scalar b, Scalar c, Scalar e) {
      return sixth * ((a + e) + Scalar(2) * (b + c));
    };
    sum = {sum.x + mean(j1.x, j2.x, j3.x, j4.x), sum.y + mean(j1.y, j2.y, j3.y, j4.y)};
    u = {u.x + mean(u1.x, u2.x, u3.x, u4.x), u.y + mean(u1.y, u2.y, u3.y, u4.y)};
    t = d < left ? t + d : Scalar(1);
  }
  return sum;
}

}  // namespace billiard
