// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "math/square_root.hpp"

/// Elementary functions from + − × ÷ √ alone, so that they give the same bits on every machine
/// (libm's do not). Errors of the double versions: exp, log 1 ulp; sin, cos 1.5; asin 2; atan2 2.5.
/// The float versions round the double result and are within 0.51 ulp. All are real-time safe.
namespace billiard::math {

namespace detail {

/// 2ⁿ for n in [−1022, 1023].
[[nodiscard]] inline double power_of_two(int n) noexcept {
  return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52U);
}

/// Nearest integer of |x| < 2³⁰, halves away from zero.
[[nodiscard]] constexpr int nearest(double x) noexcept {
  return static_cast<int>(x < 0.0 ? x - 0.5 : x + 0.5);
}

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kHalfPi = 1.5707963267948966;
inline constexpr double kHalfPiLow = 6.123233995736766e-17;  // what kHalfPi misses
inline constexpr double kQuarterPi = 0.78539816339744831;

/// (asin x − x)/x as a function of z = x² ≤ 1/4; rational fit, 2e-17 of asin.
[[nodiscard]] inline double asin_excess(double z) noexcept {
  const double above =
      0.16666666666666674 +
      z * (-0.29647430479749098 +
           z * (0.16001953779614311 + z * (-0.02551043678443219 + z * 0.00026066008532940014)));
  const double below =
      1.0 + z * (-2.2288458287846602 +
                 z * (1.6952407068462303 + z * (-0.50120032893456945 + z * 0.045088825792129028)));
  return z * (above / below);
}

/// (atan x − x)/x as a function of z = x² ≤ tan²(π/8); rational fit, 2e-17 of atan.
[[nodiscard]] inline double atan_excess(double z) noexcept {
  const double above =
      -0.33333333333333326 +
      z * (-0.4926469901925738 + z * (-0.20022087402987404 + z * -0.019181480071008936));
  const double below =
      1.0 + z * (2.0779409705775587 +
                 z * (1.4188557758864084 + z * (0.3516451077268074 + z * 0.02282576321733857)));
  return z * (above / below);
}

/// atan of t in [0, 1].
[[nodiscard]] inline double atan_unit(double t) noexcept {
  constexpr double kTanEighthPi = 0.41421356237309505;
  if (t <= kTanEighthPi) return t + t * atan_excess(t * t);
  const double u = (t - 1.0) / (t + 1.0);  // atan t = π/4 + atan u
  return kQuarterPi + (u + (u * atan_excess(u * u) + 0.5 * kHalfPiLow));
}

/// x = quarter·π/2 + rest with |rest| ≤ π/4, for |x| ≤ kLargestAngle.
struct Reduced {
  int quarter;
  double rest;
};

[[nodiscard]] constexpr Reduced reduce_angle(double x) noexcept {
  // π/2 in three pieces; products with the first two are exact up to |quarter| < 2²⁰.
  constexpr double kHigh = 1.5707963267341256;
  constexpr double kMiddle = 6.0771004981724497e-11;
  constexpr double kLow = 8.333742918520874e-20;
  const int quarter = nearest(x * 0.63661977236758138);
  const double n = quarter;
  return {quarter, ((x - n * kHigh) - n * kMiddle) - n * kLow};
}

/// Taylor polynomials on |x| ≤ π/4, cut below 1e-17.
[[nodiscard]] constexpr double sin_reduced(double x) noexcept {
  const double z = x * x;
  const double sum =
      -1.0 / 6 +
      z * (1.0 / 120 +
           z * (-1.0 / 5040 +
                z * (1.0 / 362880 + z * (-1.0 / 39916800 + z * (1.0 / 6227020800.0 +
                                                                z * (-1.0 / 1307674368000.0))))));
  return x + x * (z * sum);
}

[[nodiscard]] constexpr double cos_reduced(double x) noexcept {
  const double z = x * x;
  const double sum =
      1.0 / 24 +
      z * (-1.0 / 720 +
           z * (1.0 / 40320 +
                z * (-1.0 / 3628800 + z * (1.0 / 479001600 + z * (-1.0 / 87178291200.0 +
                                                                  z * (1.0 / 20922789888000.0))))));
  const double half = 0.5 * z;
  const double one = 1.0 - half;
  return one + (((1.0 - one) - half) + (z * z) * sum);  // the rounding of 1 − z/2 is given back
}

}  // namespace detail

/// Largest |x| sin and cos accept [rad]; beyond it they return NaN.
inline constexpr double kLargestAngle = 1e6;

/// eˣ; 0 below the smallest subnormal, infinity above the largest number.
[[nodiscard]] inline double exp(double x) noexcept {
  constexpr double kLn2High = 0.69314718055920821;  // 40 bits: n·kLn2High is exact
  constexpr double kLn2Low = 7.3710025651677989e-13;
  if (!(x < 709.782712893384)) return x > 0.0 ? detail::kInfinity : x;
  if (x < -745.2) return 0.0;
  const int n = detail::nearest(x * 1.4426950408889634);
  const double r = (x - n * kLn2High) - n * kLn2Low;  // |r| ≤ ln(2)/2
  const double r2 = r * r;
  const double r4 = r2 * r2;
  // Taylor polynomial of degree 13, cut below 1e-17.
  const double low = (0.5 + r * (1.0 / 6)) + r2 * (1.0 / 24 + r * (1.0 / 120));
  const double middle = (1.0 / 720 + r * (1.0 / 5040)) + r2 * (1.0 / 40320 + r * (1.0 / 362880));
  const double high =
      (1.0 / 3628800 + r * (1.0 / 39916800)) + r2 * (1.0 / 479001600 + r * (1.0 / 6227020800.0));
  const double value = 1.0 + (r + r2 * (low + r4 * (middle + r4 * high)));
  // Two factors, so that results near both ends of the range are reached.
  const int half = n / 2;
  return value * detail::power_of_two(half) * detail::power_of_two(n - half);
}

/// Natural logarithm; −infinity at 0, NaN below.
[[nodiscard]] inline double log(double x) noexcept {
  constexpr double kLn2High = 0.69314718055920821;
  constexpr double kLn2Low = 7.3710025651677989e-13;
  if (!(x > 0.0)) return x == 0.0 ? -detail::kInfinity : detail::kNaN;
  if (x == detail::kInfinity) return x;
  const bool subnormal = x < std::numeric_limits<double>::min();
  const auto bits = std::bit_cast<std::uint64_t>(subnormal ? x * 0x1p54 : x);
  // x = 2ⁿ m with m in [√½, √2): the offset carries into the exponent when m ≥ √2.
  constexpr std::uint64_t kOne = 0x3FF0000000000000U;
  constexpr std::uint64_t kRootHalf = 0x3FE6A09E667F3BCDU;
  const std::uint64_t shifted = bits + (kOne - kRootHalf);
  const int n = static_cast<int>(shifted >> 52U) - 1023 - (subnormal ? 54 : 0);
  const double m = std::bit_cast<double>((shifted & 0x000FFFFFFFFFFFFFU) + kRootHalf);
  // ln(1+f) = 2 atanh(s) = f − f²/2 + s(f²/2 + z(2/3 + 2z/5 + …)), s = f/(2+f), z = s² ≤ 0.0295.
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double z2 = z * z;
  const double low = (2.0 / 3 + z * (2.0 / 5)) + z2 * (2.0 / 7 + z * (2.0 / 9));
  const double high = (2.0 / 11 + z * (2.0 / 13)) +
                      z2 * ((2.0 / 15 + z * (2.0 / 17)) + z2 * (2.0 / 19 + z * (2.0 / 21)));
  const double series = z * (low + (z2 * z2) * high);
  const double half = 0.5 * f * f;
  return n * kLn2High + (f - (half - (s * (half + series) + n * kLn2Low)));
}

/// xʸ for x ≥ 0 as e^(y ln x): relative error up to (|y ln x| + 1) ulp. 0 to a positive power is 0.
[[nodiscard]] inline double pow(double x, double y) noexcept { return exp(y * log(x)); }

/// Arc sine; NaN outside [−1, 1].
[[nodiscard]] inline double asin(double x) noexcept {
  const double size = x < 0.0 ? -x : x;
  if (size <= 0.5) return x + x * detail::asin_excess(x * x);
  if (!(size <= 1.0)) return detail::kNaN;
  // asin x = π/2 − 2 asin √((1−x)/2)
  const double z = 0.5 * (1.0 - size);
  const double root = sqrt(z);
  const double rest = 2.0 * root * detail::asin_excess(z) - detail::kHalfPiLow;
  const double value = detail::kHalfPi - (2.0 * root + rest);
  return x < 0.0 ? -value : value;
}

/// Angle of the point (x, y) from +x, in (−π, π]; 0 at the origin.
[[nodiscard]] inline double atan2(double y, double x) noexcept {
  const double ax = x < 0.0 ? -x : x;
  const double ay = y < 0.0 ? -y : y;
  if (ax == 0.0 && ay == 0.0) return 0.0;
  double angle = ay <= ax ? detail::atan_unit(ay / ax)
                          : detail::kHalfPi - (detail::atan_unit(ax / ay) - detail::kHalfPiLow);
  if (x < 0.0) angle = 2.0 * detail::kHalfPi - (angle - 2.0 * detail::kHalfPiLow);
  return y < 0.0 ? -angle : angle;
}

/// Sine for |x| ≤ kLargestAngle, NaN beyond.
[[nodiscard]] constexpr double sin(double x) noexcept {
  if (!(x <= kLargestAngle && x >= -kLargestAngle)) return detail::kNaN;
  const detail::Reduced a = detail::reduce_angle(x);
  const auto turn = static_cast<unsigned>(a.quarter);
  const double value = turn % 2U == 0U ? detail::sin_reduced(a.rest) : detail::cos_reduced(a.rest);
  return turn % 4U < 2U ? value : -value;
}

/// Cosine for |x| ≤ kLargestAngle, NaN beyond.
[[nodiscard]] constexpr double cos(double x) noexcept {
  if (!(x <= kLargestAngle && x >= -kLargestAngle)) return detail::kNaN;
  const detail::Reduced a = detail::reduce_angle(x);
  const auto turn = static_cast<unsigned>(a.quarter);
  const double value = turn % 2U == 0U ? detail::cos_reduced(a.rest) : detail::sin_reduced(a.rest);
  return (turn + 1U) % 4U < 2U ? value : -value;
}

[[nodiscard]] inline float exp(float x) noexcept { return static_cast<float>(exp(double{x})); }
[[nodiscard]] inline float log(float x) noexcept { return static_cast<float>(log(double{x})); }
[[nodiscard]] inline float asin(float x) noexcept { return static_cast<float>(asin(double{x})); }
[[nodiscard]] inline float sin(float x) noexcept { return static_cast<float>(sin(double{x})); }
[[nodiscard]] inline float cos(float x) noexcept { return static_cast<float>(cos(double{x})); }
[[nodiscard]] inline float pow(float x, float y) noexcept {
  return static_cast<float>(pow(double{x}, double{y}));
}
[[nodiscard]] inline float atan2(float y, float x) noexcept {
  return static_cast<float>(atan2(double{y}, double{x}));
}

}  // namespace billiard::math
