// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace billiard::vision {

/// Row → column so that the sum of costs is smallest and no column is used twice (Kuhn 1955, with
/// potentials). Every row gets a column: there must be at least as many columns as rows.
[[nodiscard]] std::vector<int> assign(const std::vector<std::vector<double>>& cost);

}  // namespace billiard::vision
