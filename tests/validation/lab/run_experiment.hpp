// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "billiard_lab/experiment.hpp"

namespace billiard::lab {

/// Findings of one experiment in its quick form.
inline Findings run_quick(const std::string& name) {
  return select({name}).front().run({.quick = true});
}

}  // namespace billiard::lab
