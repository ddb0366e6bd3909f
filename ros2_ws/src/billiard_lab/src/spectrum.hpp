// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace billiard::lab {

/// Power spectral density with a Hann window, one-sided.
struct Spectrum {
  std::vector<double> frequency;  ///< [Hz]
  std::vector<double> density;    ///< [unit²/Hz]
};

/// Of samples taken every `period` [s]. Their number must be a power of two. The mean is removed.
[[nodiscard]] Spectrum power_density(const std::vector<double>& samples, double period);

}  // namespace billiard::lab
