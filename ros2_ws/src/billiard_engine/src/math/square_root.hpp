// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace billiard::math {

/// √x, correctly rounded (IEEE 754): one instruction with -fno-math-errno, the same bits
/// everywhere.
[[nodiscard]] inline float sqrt(float x) noexcept { return __builtin_sqrtf(x); }
[[nodiscard]] inline double sqrt(double x) noexcept { return __builtin_sqrt(x); }

}  // namespace billiard::math
