// SPDX-License-Identifier: Apache-2.0
#include "table_sim/simulated_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace billiard_nodes {
namespace {

using billiard::Game;

billiard::Settings pool() {
  billiard::Settings settings;
  settings.table = billiard::build_table({}, settings.physics.ball.radius);
  return settings;
}

const SimulatedBall& ball(const SimulatedTable& table, const std::string& id) {
  return *std::find_if(table.balls().begin(), table.balls().end(),
                       [&](const SimulatedBall& b) { return b.id == id; });
}

billiard::Shot straight(double speed) {
  billiard::Shot shot;
  shot.speed = speed;
  return shot;
}

TEST(SimulatedTable, MovesAsTheEngineDoes) {
  const auto settings = pool();
  SimulatedTable table(settings, {.noise = 0.0});
  table.rack(Game::kEightBall);
  ASSERT_EQ(table.place_cue_ball(-0.5, 0.3), "");
  table.advance_to(1.0);

  ASSERT_TRUE(table.strike(straight(1.0)));
  for (int frame = 0; frame < 60; ++frame) table.advance_to(1.0 + frame / 60.0);
  table.advance_to(2.0);

  billiard::Simulator engine(settings.table, settings.physics);
  std::vector<billiard::Ball> balls(1);
  balls[0].position = {-0.5, 0.3, settings.physics.ball.radius};
  engine.reset(balls);
  engine.strike(straight(1.0));
  const auto expected = engine.run({1.0, 1000000}).balls[0];
  // Stopping at frames cuts the engine's free steps: the same motion within its step error.
  EXPECT_NEAR(ball(table, "cue").state.position.x(), expected.position.x(), 1e-4);
  EXPECT_NEAR(ball(table, "cue").state.velocity.x(), expected.velocity.x(), 1e-3);
  EXPECT_EQ(table.strikes(), 1U);
}

TEST(SimulatedTable, TurnsARollingBallWithItsWay) {
  SimulatedTable table(pool(), {.noise = 0.0});
  table.rack(Game::kEightBall);
  ASSERT_EQ(table.place_cue_ball(-1.0, 0.3), "");
  ASSERT_TRUE(table.strike(straight(1.2)));
  table.advance_to(1.5);
  ASSERT_EQ(ball(table, "cue").state.motion, billiard::Motion::kRolling);
  const auto before = ball(table, "cue");

  table.advance_to(1.55);

  const auto after = ball(table, "cue");
  const double way = after.state.position.x() - before.state.position.x();
  const cv::Matx33d turned = after.rotation * before.rotation.t();
  const double angle = std::acos(0.5 * (turned(0, 0) + turned(1, 1) + turned(2, 2) - 1.0));
  EXPECT_NEAR(angle, way / 0.028575, 0.02 * way / 0.028575);
}

TEST(SimulatedTable, ExecutesShotsWithTheNoiseItIsGiven) {
  double sum = 0.0, sum2 = 0.0;
  constexpr int kStrikes = 300;
  SimulatedTable table(pool(), {.noise = 2.0, .seed = 5});
  table.rack(Game::kEightBall);
  for (int i = 0; i < kStrikes; ++i) {
    const auto executed = table.strike(straight(3.0));
    ASSERT_TRUE(executed);
    sum += executed->azimuth;
    sum2 += executed->azimuth * executed->azimuth;
  }

  const double sigma = 2.0 * billiard::ExecutionNoise{}.azimuth;
  EXPECT_NEAR(sum / kStrikes, 0.0, 4.0 * sigma / std::sqrt(kStrikes));
  EXPECT_NEAR(std::sqrt(sum2 / kStrikes), sigma, 0.2 * sigma);
}

TEST(SimulatedTable, RepeatsFromItsSeed) {
  const auto play = [](std::uint64_t seed) {
    SimulatedTable table(pool(), {.noise = 1.0, .mismatch = 0.1, .seed = seed});
    table.rack(Game::kNineBall);
    table.strike(straight(6.0));
    table.advance_to(2.0);
    return ball(table, "9").state.position.x();
  };
  EXPECT_EQ(play(1), play(1));
  EXPECT_NE(play(1), play(2));
}

TEST(SimulatedTable, LeavesALiftedBallOutAndPutsItBack) {
  SimulatedTable table(pool(), {});
  table.rack(Game::kNineBall);
  const auto before = ball(table, "9").state.position;

  EXPECT_TRUE(table.lift("9"));
  EXPECT_FALSE(table.lift("9"));
  EXPECT_FALSE(table.lift("12"));
  EXPECT_EQ(table.scene().size(), 9U);
  EXPECT_TRUE(table.at_rest());
  table.put_back();

  EXPECT_EQ(table.scene().size(), 10U);
  EXPECT_EQ(ball(table, "9").state.position, before);
}

TEST(SimulatedTable, RefusesToPlaceTheCueBallOnAnother) {
  SimulatedTable table(pool(), {});
  table.rack(Game::kNineBall);
  const auto at = ball(table, "1").state.position;
  const auto cue = ball(table, "cue").state.position;

  EXPECT_THAT(table.place_cue_ball(at.x(), at.y()), testing::HasSubstr("does not fit"));
  EXPECT_NE(table.place_cue_ball(9.0, 0.0), "");
  EXPECT_EQ(ball(table, "cue").state.position, cue);
}

TEST(SimulatedTable, DoesNotStrikeWithoutACueBall) {
  SimulatedTable table(pool(), {});
  EXPECT_FALSE(table.strike(straight(1.0)));  // nothing is racked
  table.rack(Game::kNineBall);
  ASSERT_TRUE(table.lift("cue"));

  EXPECT_FALSE(table.strike(straight(1.0)));
  EXPECT_EQ(table.strikes(), 0U);
}

TEST(SimulatedTable, RefusesNoiseThatIsNone) {
  EXPECT_THROW(SimulatedTable(pool(), {.noise = -1.0}), std::invalid_argument);
}

}  // namespace
}  // namespace billiard_nodes
