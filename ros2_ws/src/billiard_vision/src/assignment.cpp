// SPDX-License-Identifier: Apache-2.0
#include "assignment.hpp"

#include <limits>

namespace billiard::vision {

// Adds one row after the other; each time a shortest augmenting path is found by Dijkstra's method
// on reduced costs. Index 0 stands for "none" in rows and columns.
std::vector<int> assign(const std::vector<std::vector<double>>& cost) {
  const std::size_t rows = cost.size(), columns = rows > 0 ? cost.front().size() : 0;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> row_potential(rows + 1, 0.0), column_potential(columns + 1, 0.0);
  std::vector<std::size_t> row_of(columns + 1, 0), way(columns + 1, 0);
  for (std::size_t row = 1; row <= rows; ++row) {
    row_of[0] = row;
    std::size_t at = 0;
    std::vector<double> least(columns + 1, kInfinity);
    std::vector<bool> used(columns + 1, false);
    do {
      used[at] = true;
      double step = kInfinity;
      std::size_t next = 0;
      for (std::size_t j = 1; j <= columns; ++j) {
        if (used[j]) continue;
        const double reduced =
            cost[row_of[at] - 1][j - 1] - row_potential[row_of[at]] - column_potential[j];
        if (reduced < least[j]) {
          least[j] = reduced;
          way[j] = at;
        }
        if (least[j] < step) {
          step = least[j];
          next = j;
        }
      }
      for (std::size_t j = 0; j <= columns; ++j) {
        if (used[j]) {
          row_potential[row_of[j]] += step;
          column_potential[j] -= step;
        } else {
          least[j] -= step;
        }
      }
      at = next;
    } while (row_of[at] != 0);
    while (at != 0) {
      row_of[at] = row_of[way[at]];
      at = way[at];
    }
  }
  std::vector<int> column_of(rows, -1);
  for (std::size_t j = 1; j <= columns; ++j) {
    if (row_of[j] > 0) column_of[row_of[j] - 1] = static_cast<int>(j) - 1;
  }
  return column_of;
}

}  // namespace billiard::vision
