// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace billiard_nodes {

/// The last values of a series, for medians and high percentiles. Not thread-safe.
class Percentiles {
 public:
  static constexpr std::size_t kKept = 1024;

  void add(double value) noexcept { values_[count_++ % kKept] = value; }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// The value that a share `share` [0 ... 1] of the kept ones does not exceed; 0 without values.
  [[nodiscard]] double at(double share) const noexcept {
    const std::size_t kept = std::min(count_, kKept);
    if (kept == 0) return 0.0;
    std::array<double, kKept> sorted = values_;
    const auto rank = static_cast<std::size_t>(std::lround(share * static_cast<double>(kept - 1)));
    const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(sorted.begin(), nth, sorted.begin() + static_cast<std::ptrdiff_t>(kept));
    return *nth;
  }

 private:
  std::array<double, kKept> values_{};
  std::size_t count_{0};
};

}  // namespace billiard_nodes
