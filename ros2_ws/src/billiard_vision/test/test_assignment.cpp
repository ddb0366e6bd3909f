// SPDX-License-Identifier: Apache-2.0
#include "assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace billiard::vision {
namespace {

double sum_of(const std::vector<std::vector<double>>& cost, const std::vector<int>& column) {
  double sum = 0.0;
  for (std::size_t i = 0; i < cost.size(); ++i) sum += cost[i][static_cast<std::size_t>(column[i])];
  return sum;
}

TEST(Assign, MatchesTheBestOfAllPermutations) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> draw(-1.0, 5.0);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::vector<double>> cost(4, std::vector<double>(6));
    for (auto& row : cost) {
      for (double& c : row) c = draw(random);
    }
    std::vector<int> columns(6);
    std::iota(columns.begin(), columns.end(), 0);
    double best = 1e9;
    do {
      best = std::min(best, sum_of(cost, columns));
    } while (std::next_permutation(columns.begin(), columns.end()));

    const std::vector<int> found = assign(cost);

    EXPECT_NEAR(sum_of(cost, found), best, 1e-12);
    std::vector<int> used = found;
    std::sort(used.begin(), used.end());
    EXPECT_EQ(std::unique(used.begin(), used.end()), used.end());
  }
}

TEST(Assign, OfNothingIsNothing) { EXPECT_TRUE(assign({}).empty()); }

}  // namespace
}  // namespace billiard::vision
