// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace billiard {

/// Wrong input. The message is one line that names the file (and line), the field, its value and
/// what is allowed.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace billiard
