// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace billiard {

/// a · b of two or three components, summed from the first to the last. Eigen's own dot(), norm()
/// and squaredNorm() sum in an order that depends on the machine's vector unit.
template <typename A, typename B>
[[nodiscard]] inline typename A::Scalar dot(const Eigen::MatrixBase<A>& a,
                                            const Eigen::MatrixBase<B>& b) noexcept {
  static_assert(A::SizeAtCompileTime == 2 || A::SizeAtCompileTime == 3);
  const typename A::PlainObject u = a;
  const typename B::PlainObject v = b;
  typename A::Scalar sum = u[0] * v[0] + u[1] * v[1];
  if constexpr (A::SizeAtCompileTime == 3) sum = sum + u[2] * v[2];
  return sum;
}

/// a · a.
template <typename A>
[[nodiscard]] inline typename A::Scalar squared_length(const Eigen::MatrixBase<A>& a) noexcept {
  const typename A::PlainObject u = a;
  return dot(u, u);
}

}  // namespace billiard
