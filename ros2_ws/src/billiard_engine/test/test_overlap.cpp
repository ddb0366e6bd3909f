// SPDX-License-Identifier: Apache-2.0
// Balls where none can be: inside noses, behind them, in each other. check_layout() refuses them,
// but a tracker's guess of where a ball may be lies there now and then. What comes out means
// little, and must be numbers.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "billiard_engine/files/settings.hpp"
#include "billiard_engine/simulator.hpp"

namespace billiard {
namespace {

constexpr int kShots = 4000;
constexpr double kFrame = 1.0 / 60.0;  // [s]

class Chance {
 public:
  double operator()(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_()) / 4294967296.0;
  }

 private:
  std::mt19937 engine_{17};
};

bool finite(const Ball& ball) {
  return ball.position.allFinite() && ball.velocity.allFinite() && ball.spin.allFinite();
}

void stir(Chance& chance, Ball& ball) {
  ball.velocity = {chance(-5.0, 5.0), chance(-5.0, 5.0), 0.0};
  for (double& spin : ball.spin) spin = chance(-120.0, 120.0);
}

class Overlap : public testing::TestWithParam<std::string> {};

TEST_P(Overlap, BallsInsideCushionsKeepFiniteNumbers) {
  const Settings settings = load_settings(GetParam());
  const TableSpec& spec = settings.table.spec;
  const double r = settings.physics.ball.radius;
  Simulator simulator(settings.table, settings.physics);
  Chance chance;
  int wrong = 0;
  for (int i = 0; i < kShots; ++i) {
    Ball ball;
    ball.position = {0.5 * spec.length + chance(-0.15, 0.08),
                     -0.5 * spec.width + chance(-0.08, 0.15), r};
    stir(chance, ball);
    simulator.reset({&ball, 1});
    if (!finite(simulator.run({.time = kFrame}).balls[0])) ++wrong;
  }
  EXPECT_EQ(wrong, 0);
}

TEST_P(Overlap, BallsInsideEachOtherKeepFiniteNumbers) {
  const Settings settings = load_settings(GetParam());
  const double r = settings.physics.ball.radius;
  Simulator simulator(settings.table, settings.physics);
  Chance chance;
  int wrong = 0;
  for (int i = 0; i < kShots; ++i) {
    std::array<Ball, 2> balls;
    balls[0].position = {0.1, 0.1, r};
    balls[1].position = {0.1 + chance(-1.2, 1.2) * r, 0.1 + chance(-1.2, 1.2) * r, r};
    if (i % 10 == 0) balls[1].position = balls[0].position;
    for (Ball& ball : balls) stir(chance, ball);
    simulator.reset(balls);
    const Result result = simulator.run({.time = kFrame});
    if (!finite(result.balls[0]) || !finite(result.balls[1])) ++wrong;
  }
  EXPECT_EQ(wrong, 0);
}

INSTANTIATE_TEST_SUITE_P(Tables, Overlap,
                         testing::Values("pool_9ft", "snooker_12ft", "carom_10ft"));

}  // namespace
}  // namespace billiard
