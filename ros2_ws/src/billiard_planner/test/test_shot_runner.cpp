// SPDX-License-Identifier: Apache-2.0
#include "shot_runner.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "run_out.hpp"

namespace billiard {
namespace {

class Runner : public ::testing::Test {
 protected:
  Settings settings_ = load_settings("pool_9ft");
  PlanRequest rack_ = racked(settings_, 3);
  Vec3<double> to_rack_ = rack_.balls[1].position - rack_.balls[0].position;
  Shot break_shot_{0, 8.0, std::atan2(to_rack_.y(), to_rack_.x()), 0.0, 0.0, 0.0};
  ShotRunner runner_{settings_.table, settings_.physics};
};

TEST_F(Runner, SlicesDoNotChangeABit) {
  Simulator simulator(settings_.table, settings_.physics);
  simulator.reset(rack_.balls);
  simulator.strike(break_shot_);
  const Result whole = simulator.run();

  const Outcome outcome = runner_.run(rack_.balls, break_shot_);

  ASSERT_EQ(outcome.status, Status::kRest);
  for (std::size_t i = 0; i < rack_.balls.size(); ++i) {
    EXPECT_EQ(outcome.balls[i].position, whole.balls[i].position) << i;
  }
}

TEST_F(Runner, GivesUpAfterItsDeadline) {
  runner_.set_deadline(ShotRunner::Clock::now());

  const Outcome outcome = runner_.run(rack_.balls, break_shot_);

  EXPECT_TRUE(runner_.expired());
  EXPECT_EQ(outcome.status, Status::kStepLimit);
  EXPECT_EQ(outcome.pocketed, 0U);
}

TEST_F(Runner, StartsNothingOnceExpired) {
  runner_.set_deadline(ShotRunner::Clock::now());
  (void)runner_.run(rack_.balls, break_shot_);
  const std::int64_t before = runner_.count();

  (void)runner_.run(rack_.balls, break_shot_);
  const Approach approach = runner_.approach(rack_.balls, break_shot_, {1, {0.0, 0.0}, 0, 0});

  EXPECT_EQ(runner_.count(), before);
  EXPECT_FALSE(approach.touched);
  runner_.set_deadline(ShotRunner::Clock::time_point::max());
  EXPECT_FALSE(runner_.expired());
}

}  // namespace
}  // namespace billiard
