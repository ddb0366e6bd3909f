// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "billiard_engine/check_layout.hpp"
#include "table_sim/mismatch.hpp"
#include "table_sim/rack.hpp"
#include "table_sim/simulated_table.hpp"
#include "table_sim/stroke_ledger.hpp"

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

TEST(Mismatch, StaysWithinItsShareAndRepeats) {
  const billiard::Physics nominal;
  bool differs = false;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const billiard::Physics real = mismatched(nominal, 0.1, seed);

    EXPECT_NEAR(real.cloth.friction / nominal.cloth.friction, 1.0, 0.1);
    EXPECT_NEAR(real.cloth.rolling / nominal.cloth.rolling, 1.0, 0.1);
    EXPECT_NEAR(real.ball_cushion.friction / nominal.ball_cushion.friction, 1.0, 0.1);
    EXPECT_LE(real.ball_ball.restitution, 0.98);
    EXPECT_EQ(real.cloth.friction, mismatched(nominal, 0.1, seed).cloth.friction);
    differs = differs || std::abs(real.cloth.friction - nominal.cloth.friction) > 0.01;
    EXPECT_NO_THROW(validate(real));
  }
  EXPECT_TRUE(differs);
  EXPECT_EQ(mismatched(nominal, 0.0, 1).cloth.friction, nominal.cloth.friction);
}

TEST(Mismatch, RefusesAShareThatIsNone) {
  EXPECT_THROW((void)mismatched({}, -0.1, 1), std::invalid_argument);
  EXPECT_THROW((void)mismatched({}, std::nan(""), 1), std::invalid_argument);
}

TEST(StrokeLedger, PlaysOneStrokePerReportWhicheverComesFirst) {
  StrokeLedger ledger;

  EXPECT_FALSE(ledger.add_command(7, straight(2.0)));
  const auto stroke = ledger.add_report(7, 2.1);
  ASSERT_TRUE(stroke);
  EXPECT_DOUBLE_EQ(stroke->speed, 2.1);  // as measured
  EXPECT_FALSE(ledger.add_report(7, 2.1));
  EXPECT_FALSE(ledger.add_command(7, straight(2.0)));
  EXPECT_EQ(ledger.repeated(), 1U);

  EXPECT_FALSE(ledger.add_report(8, 1.0));
  EXPECT_TRUE(ledger.add_command(8, straight(3.0)));
  EXPECT_FALSE(ledger.add_report(9, 1.0));  // no command: nothing is struck
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
