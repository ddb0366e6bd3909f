// SPDX-License-Identifier: Apache-2.0
// What a run tells when it ends: within a contact, at rest, or to be struck again.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "billiard_engine/simulator.hpp"

namespace billiard {
namespace {

constexpr double kRadius = BallProperties{}.radius;

Ball at(double x, double y) {
  Ball ball;
  ball.position = {x, y, kRadius};
  return ball;
}

struct RunEnd : testing::Test {
  Physics physics_;
  Table table_ = build_table({}, kRadius);
};

/// Runs that end within contacts of these balls tell what the samples of a longer run tell.
void expect_ends_as_sampled(const Table& table, const Physics& physics,
                            const std::vector<Ball>& balls, double until, double lasts) {
  const auto run = [&](double time, Recorder* recorder) {
    Simulator simulator{table, physics};
    simulator.reset(balls);
    return simulator.run({.time = time}, recorder);
  };
  const double period = lasts / 40.0;
  Recorder fine(period, static_cast<int>(until / period) + 2);
  (void)run(until, &fine);
  ASSERT_FALSE(fine.events().empty());
  const double begin = fine.events().front().time;
  const double speed = balls.front().velocity.norm();
  int within = 0;
  for (const Recorder::Sample& sample : fine.samples()) {
    if (std::abs(sample.time - begin - 0.5 * lasts) > lasts) continue;
    const Result end = run(sample.time, nullptr);
    for (std::size_t i = 0; i < balls.size(); ++i) {
      EXPECT_LT((end.balls[i].position - sample.balls[i].position).norm(), 1e-9) << sample.time;
      EXPECT_LT((end.balls[i].velocity - sample.balls[i].velocity).norm(), 1e-6) << sample.time;
    }
    const double now = end.balls[0].velocity.norm();
    within += now > 0.05 * speed && now < 0.8 * speed ? 1 : 0;
  }
  EXPECT_GT(within, 8);
}

TEST_F(RunEnd, EndsWithinAContactAsItIsThere) {
  Ball rolling = at(-0.05, 0.0);
  rolling.velocity = {1.0, 0.0, 0.0};
  rolling.spin = {0.0, 1.0 / kRadius, 0.0};
  Ball at_nose = at(0.3, 0.6);
  at_nose.velocity = {0.0, 1.0, 0.0};

  expect_ends_as_sampled(table_, physics_, {rolling, at(0.1, 0.0)}, 0.11, 3e-4);
  expect_ends_as_sampled(table_, physics_, {rolling, at(0.1, 0.01), at(0.1, -0.05)}, 0.11, 3e-4);
  expect_ends_as_sampled(table_, physics_, {at_nose}, 0.02, 3e-3);
}

TEST_F(RunEnd, MayBeStruckWithinAContact) {
  Simulator simulator{table_, physics_};
  Ball rolling = at(-0.05, 0.0);
  rolling.velocity = {1.0, 0.0, 0.0};
  simulator.reset(std::vector<Ball>{rolling, at(0.1, 0.0), at(0.1, 0.0572)});
  Recorder recorder;
  (void)simulator.run({.time = 0.2}, &recorder);
  const double contact = recorder.events().front().time;
  simulator.reset(std::vector<Ball>{rolling, at(0.1, 0.0), at(0.1, 0.0572)});
  (void)simulator.run({.time = contact + 5e-5});

  simulator.strike({.ball = 0, .speed = 1.0, .azimuth = 2.0});

  EXPECT_EQ(simulator.run({.time = 60.0}).status, Status::kRest);
}

TEST_F(RunEnd, EndsWhenTheLastBallStopsOrLeaves) {
  for (int i = 0; i < 200; ++i) {
    Simulator simulator{table_, physics_};
    simulator.reset(std::vector<Ball>{at(0.3, 0.1)});
    simulator.strike({.speed = 1.0 + 0.03 * i, .azimuth = 0.37 * i, .elevation = 0.002 * i});
    Recorder recorder;
    const Result r = simulator.run({}, &recorder);
    ASSERT_FALSE(recorder.events().empty());
    EXPECT_EQ(r.time, recorder.events().back().time) << "shot " << i;
  }
}

}  // namespace
}  // namespace billiard
