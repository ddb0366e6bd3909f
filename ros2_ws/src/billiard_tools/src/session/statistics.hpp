// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace billiard::session {

/// The value below which `share` [0 … 1] of the values lie (nearest rank); 0 without values.
[[nodiscard]] inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size())) - 1.0;
  return values[static_cast<std::size_t>(std::max(0.0, rank))];
}

[[nodiscard]] inline double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

}  // namespace billiard::session
