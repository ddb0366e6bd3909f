// SPDX-License-Identifier: Apache-2.0
#include "game/rack_template.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "billiard_engine/check_layout.hpp"

namespace billiard_nodes {
namespace {

using billiard::Game;
using billiard::Layout;

constexpr double kRadius = 0.028575;

billiard::Table pool() { return billiard::build_table({}, kRadius); }

void add_ball(Layout& layout, const std::string& id, double x, double y) {
  billiard::Ball ball;
  ball.position = {x, y, kRadius};
  layout.ids.push_back(id);
  layout.balls.push_back(ball);
}

Layout ideal_rack(Game game) {
  Layout seen;
  add_ball(seen, "cue", -0.635, 0.1);
  const double apart = 2.0 * kRadius + 1e-4;
  const std::vector<int> rows =
      game == Game::kNineBall ? std::vector{1, 2, 3, 2, 1} : std::vector{1, 2, 3, 4, 5};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (int k = 0; k < rows[row]; ++k) {
      add_ball(seen, std::to_string(seen.ids.size()),
               0.635 + static_cast<double>(row) * apart * std::sqrt(0.75),
               (k - 0.5 * (rows[row] - 1)) * apart);
    }
  }
  return seen;
}

TEST(CompleteRack, FillsInBallsThatAreNotSeen) {
  Layout seen = ideal_rack(Game::kEightBall);
  seen.balls[5].position.x() += 0.006;  // seen badly
  seen.ids.erase(seen.ids.begin() + 8);
  seen.balls.erase(seen.balls.begin() + 8);

  const auto rack = complete_rack(seen, Game::kEightBall, pool(), kRadius);

  ASSERT_TRUE(rack);
  EXPECT_EQ(rack->ids.size(), 16U);
  EXPECT_GE(rack->find("8"), 0);  // the number that was left
  EXPECT_FALSE(check_layout(rack->balls, pool(), billiard::Physics{}));
}

TEST(CompleteRack, KnowsWhereTheRulesPutTheOneAndTheNine) {
  Layout seen = ideal_rack(Game::kNineBall);
  std::swap(seen.ids[1], seen.ids[3]);  // misread

  const auto rack = complete_rack(seen, Game::kNineBall, pool(), kRadius);

  ASSERT_TRUE(rack);
  EXPECT_EQ(rack->ids[1], "1");
  EXPECT_EQ(rack->ids[5], "9");
}

TEST(CompleteRack, IsNoneWhenABallLiesElsewhere) {
  Layout seen = ideal_rack(Game::kNineBall);
  ASSERT_TRUE(complete_rack(seen, Game::kNineBall, pool(), kRadius));

  seen.balls[4].position.x() -= 0.5;

  EXPECT_FALSE(complete_rack(seen, Game::kNineBall, pool(), kRadius));
}

TEST(CompleteRack, IsNoneWithoutARack) {
  EXPECT_FALSE(complete_rack({}, Game::kEightBall, pool(), kRadius));
  EXPECT_FALSE(complete_rack(ideal_rack(Game::kEightBall), Game::kFree, pool(), kRadius));
  Layout few;
  add_ball(few, "cue", 0.0, 0.0);
  add_ball(few, "1", 0.635, 0.0);
  EXPECT_FALSE(complete_rack(few, Game::kEightBall, pool(), kRadius));
}

}  // namespace
}  // namespace billiard_nodes
