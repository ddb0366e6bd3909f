// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace billiard {

/// Check of an option: a number from `least` to `most`. CLI::Range lets NaN pass and writes its
/// bounds with six digits.
[[nodiscard]] CLI::Validator number_in(double least, double most);
[[nodiscard]] CLI::Validator whole_number_in(std::int64_t least, std::int64_t most);

}  // namespace billiard
