// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace billiard {

/// Ends a subcommand that had right input but could not do its job (exit code 1). Wrong input is a
/// FileError or std::invalid_argument (exit code 2).
class CouldNot : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace billiard
