// SPDX-License-Identifier: Apache-2.0
// Balls off the cloth: struck down on it, over a rail, on other balls. Each once went wrong in a
// random shot.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "scene.hpp"

namespace billiard::contacts {
namespace {

class Flight : public testing::Test {
 protected:
  Physics physics_;
  Table table_ = build_table(TableSpec{}, physics_.ball.radius);
  double radius_ = physics_.ball.radius;

  /// No sample may show more energy than the first.
  void expect_no_gain(const Recorder& recorder) {
    for (const Recorder::Sample& s : recorder.samples()) {
      EXPECT_LE(energy(physics_, s.balls), energy(physics_, recorder.samples()[0].balls) + 1e-9)
          << "at " << s.time << " s";
    }
  }
};

// A ball struck downwards lands at the moment it is struck: its free path has no length, but its
// neighbours are within reach of its speed all the same.
TEST_F(Flight, BallStruckDownMeetsItsNeighbour) {
  constexpr double kDeepest = 1.5e-3;  // Hertz at 15 m/s: 1.3 mm
  const double gap = 1e-4;
  const std::vector<Ball> balls{ball_at(0.0, 0.0), ball_at(2.0 * radius_ + gap, 0.0)};
  Simulator simulator{table_, physics_};
  Recorder recorder(2e-5, 100, 100);
  simulator.reset(balls);
  simulator.strike({.speed = 10.0, .elevation = 0.3});
  const Result r = simulator.run({.time = 1.5e-3}, &recorder);

  for (const Recorder::Sample& s : recorder.samples()) {
    EXPECT_GT((s.balls[0].position - s.balls[1].position).norm(), 2.0 * radius_ - kDeepest);
  }
  EXPECT_LT(energy(physics_, balls_of(r)), energy(physics_, recorder.samples()[0].balls));
  EXPECT_GT(r.balls[1].velocity.x(), 1.0);
}

TEST_F(Flight, BallStruckDownMeetsTheNose) {
  Simulator simulator{table_, physics_};
  const double y = 0.5 * table_.spec.width - radius_ - 1e-3;
  simulator.reset(std::vector<Ball>{ball_at(0.4, y)});
  simulator.strike({.speed = 8.0, .azimuth = std::acos(0.0), .elevation = 0.06});
  const Result r = simulator.run({.time = 0.05});
  EXPECT_TRUE(r.balls[0].in_play());
  EXPECT_LT(r.balls[0].velocity.y(), 0.0);
  EXPECT_LT(r.balls[0].position.y(), y);
}

// The nose is an edge with a top behind it. A ball that comes down there does not meet the edge
// from behind.
TEST_F(Flight, BallThatComesDownOnARailIsOffTheTable) {
  const double nose = 0.5 * table_.spec.width;
  for (const double behind : {0.003, 0.01, 0.025}) {
    Ball falling = ball_at(0.4, nose + behind);
    falling.position.z() = 0.12;
    falling.velocity = {0.3, -0.01, 0.0};
    Simulator simulator{table_, physics_};
    Recorder recorder(1e-4, 5000, 100);
    simulator.reset(std::vector<Ball>{falling});
    const Result r = simulator.run({}, &recorder);

    EXPECT_EQ(r.balls[0].motion, Motion::kOffTable) << behind;
    EXPECT_GT(r.balls[0].position.z(), table_.spec.nose_height + 0.5 * radius_) << behind;
    expect_no_gain(recorder);
  }
}

TEST_F(Flight, BallThatComesDownOnTheEdgeJumpsBackWithoutGain) {
  const double nose = 0.5 * table_.spec.width;
  Ball falling = ball_at(0.4, nose - 0.012);
  falling.position.z() = 0.12;
  Simulator simulator{table_, physics_};
  Recorder recorder(1e-4, 100000, 100);
  simulator.reset(std::vector<Ball>{falling});
  const Result r = simulator.run({}, &recorder);
  EXPECT_EQ(r.balls[0].motion, Motion::kRest);
  EXPECT_LT(r.balls[0].position.y(), nose - radius_);
  expect_no_gain(recorder);
}

}  // namespace
}  // namespace billiard::contacts
