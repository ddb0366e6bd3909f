// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>

namespace billiard::fuzz {

/// A text with one to five things wrong: values that nobody expects, lines that are missing, double
/// or elsewhere, signs that mean something to YAML and JSON, bytes.
[[nodiscard]] std::string damage(std::string text, std::mt19937& random);

}  // namespace billiard::fuzz
