// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace billiard::math {

/// √x, correctly rounded (IEEE 754): one instruction with -fno-math-errno, the same bits
/// everywhere.
[[nodiscard]] inline float sqrt(float x) noexcept { return __builtin_sqrtf(x); }
[[nodiscard]] inline double sqrt(double x) noexcept { return __builtin_sqrt(x); }

/// 1/√x for x > 0 [error 1.5 ulp]: root and division side by side, not one after the other.
template <typename Scalar>
[[nodiscard]] inline Scalar inverse_sqrt(Scalar x) noexcept {
  return sqrt(x) * (Scalar(1) / x);
}

/// 1/√x and 1/√y, to the same bits as one by one.
template <typename Scalar>
struct InverseRoots {
  Scalar x{}, y{};
};

[[nodiscard]] inline InverseRoots<float> inverse_sqrt(float x, float y) noexcept {
  return {inverse_sqrt(x), inverse_sqrt(y)};
}

[[nodiscard]] inline InverseRoots<double> inverse_sqrt(double x, double y) noexcept {
#if defined(__SSE2__)  // two roots cost as much as one
  const __m128d both = _mm_set_pd(y, x);
  const __m128d roots = _mm_mul_pd(_mm_sqrt_pd(both), _mm_div_pd(_mm_set1_pd(1.0), both));
  return {_mm_cvtsd_f64(roots), _mm_cvtsd_f64(_mm_unpackhi_pd(roots, roots))};
#else
  return {inverse_sqrt(x), inverse_sqrt(y)};
#endif
}

}  // namespace billiard::math
