// SPDX-License-Identifier: Apache-2.0
#include "table_sim/rack.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "billiard_planner/noise.hpp"

namespace billiard_nodes {
namespace {

constexpr double kGap = 0.2e-3;  // [m] between racked balls; a tight rack has no less
constexpr std::array<int, 5> kTriangle = {1, 2, 3, 4, 5};  // balls per row
constexpr std::array<int, 5> kDiamond = {1, 2, 3, 2, 1};

/// Swaps by Fisher and Yates 1938, from numbers `counter`, `counter` + 1, ... of the stream.
void shuffle(std::vector<int>& items, std::uint64_t seed, std::uint64_t counter) {
  for (std::size_t left = items.size(); left > 1; --left) {
    const double u = billiard::uniform(seed, counter++);
    std::swap(items[left - 1], items[static_cast<std::size_t>(u * static_cast<double>(left))]);
  }
}

/// Numbers row by row. Eight-ball: the eight in the middle, a solid and a stripe in the two back
/// corners; nine-ball: the one in front, the nine in the middle.
std::vector<int> order_of(billiard::Game game, std::uint64_t seed) {
  constexpr std::uint64_t kShuffle = 1000;
  if (game == billiard::Game::kNineBall) {
    std::vector<int> others = {2, 3, 4, 5, 6, 7, 8};
    shuffle(others, seed, kShuffle);
    others.insert(others.begin(), 1);
    others.insert(others.begin() + 4, 9);
    return others;
  }
  std::vector<int> others = {2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15};
  shuffle(others, seed, kShuffle);
  others.insert(others.begin(), 1);
  others.insert(others.begin() + 4, 8);
  others.push_back(9);  // one back corner: a stripe
  constexpr std::size_t kOtherCorner = 10;
  if (others[kOtherCorner] > 8) {
    const auto solid = std::find_if(others.begin() + 1, others.end(), [](int n) { return n < 8; });
    std::iter_swap(others.begin() + kOtherCorner, solid);
  }
  return others;
}

}  // namespace

std::vector<PlacedBall> racked_balls(const billiard::Settings& settings, billiard::Game game,
                                     std::uint64_t seed) {
  const double foot = 0.25 * settings.table.spec.length;
  const double apart = 2.0 * settings.physics.ball.radius + kGap;
  const auto& rows = game == billiard::Game::kNineBall ? kDiamond : kTriangle;
  std::uint64_t counter = 0;
  const auto draw = [&] { return billiard::uniform(seed, counter++) - 0.5; };
  std::vector<PlacedBall> balls;
  balls.push_back({"cue", -foot, 0.5 * settings.table.spec.width * draw()});
  const std::vector<int> order = order_of(game, seed);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (int k = 0; k < rows[row]; ++k) {
      const double x = foot + static_cast<double>(row) * apart * std::sqrt(0.75);
      const double y = (k - 0.5 * (rows[row] - 1)) * apart;
      const int number = order[balls.size() - 1];
      balls.push_back({std::to_string(number), x + 0.5 * kGap * draw(), y + 0.5 * kGap * draw()});
    }
  }
  return balls;
}

}  // namespace billiard_nodes
