// SPDX-License-Identifier: Apache-2.0
#include "table_sim/rack.hpp"

#include <gtest/gtest.h>

#include <set>

#include "billiard_engine/check_layout.hpp"

namespace billiard_nodes {
namespace {

using billiard::Game;

billiard::Settings pool() {
  billiard::Settings settings;
  settings.table = billiard::build_table({}, settings.physics.ball.radius);
  return settings;
}

std::vector<billiard::Ball> states(const std::vector<PlacedBall>& placed, double radius) {
  std::vector<billiard::Ball> balls(placed.size());
  for (std::size_t i = 0; i < placed.size(); ++i) {
    balls[i].position = {placed[i].x, placed[i].y, radius};
  }
  return balls;
}

TEST(Rack, IsALegalLayoutForEverySeed) {
  const auto settings = pool();
  for (const Game game : {Game::kEightBall, Game::kNineBall, Game::kFree}) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const auto placed = racked_balls(settings, game, seed);

      const auto balls = states(placed, settings.physics.ball.radius);
      EXPECT_FALSE(check_layout(balls, settings.table, settings.physics)) << "seed " << seed;
      std::set<std::string> ids;
      for (const PlacedBall& one : placed) ids.insert(one.id);
      EXPECT_EQ(ids.size(), game == Game::kNineBall ? 10U : 16U);
    }
  }
}

TEST(Rack, HasTheEightInTheMiddleAndMixedCorners) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto placed = racked_balls(pool(), Game::kEightBall, seed);

    EXPECT_EQ(placed[5].id, "8");
    EXPECT_LT(std::stoi(placed[11].id), 8);
    EXPECT_GT(std::stoi(placed[15].id), 8);
  }
}

TEST(Rack, OfNineBallHasTheOneInFrontAndTheNineInTheMiddle) {
  const auto placed = racked_balls(pool(), Game::kNineBall, 3);

  EXPECT_EQ(placed[1].id, "1");
  EXPECT_EQ(placed[5].id, "9");
}

}  // namespace
}  // namespace billiard_nodes
