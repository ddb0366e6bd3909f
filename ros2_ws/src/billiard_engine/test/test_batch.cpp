// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/batch.hpp"

#include <gtest/gtest.h>

namespace billiard {
namespace {

class BatchTest : public testing::Test {
 protected:
  BatchTest() {
    for (int i = 0; i < 4; ++i) {
      balls_[static_cast<std::size_t>(i)].position = {-0.6 + 0.3 * i, 0.05 * i,
                                                      physics_.ball.radius};
    }
    for (int k = 0; k < 40; ++k) {
      runs_.push_back({balls_, {.ball = 0, .speed = 0.5 + 0.1 * k, .azimuth = 0.15 * k}});
    }
  }

  std::vector<Result> play(int threads) {
    Batch batch{table_, physics_, threads};
    std::vector<Result> results(runs_.size());
    batch.run(runs_, results);
    return results;
  }

  Physics physics_;
  Table table_ = build_table(TableSpec{}, physics_.ball.radius);
  std::array<Ball, 4> balls_{};
  std::vector<BatchRun> runs_;
};

TEST_F(BatchTest, GivesTheSameBitsForEveryNumberOfThreads) {
  const std::vector<Result> one = play(1);
  for (const int threads : {2, 3, 7}) {
    const std::vector<Result> many = play(threads);
    for (std::size_t k = 0; k < one.size(); ++k) {
      EXPECT_EQ(one[k].time, many[k].time);
      for (std::size_t i = 0; i < balls_.size(); ++i) {
        EXPECT_EQ(one[k].balls[i].position, many[k].balls[i].position) << threads << " threads";
      }
    }
  }
}

TEST_F(BatchTest, AnswersAsTheSimulatorDoes) {
  const std::vector<Result> results = play(2);
  Simulator simulator{table_, physics_};
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    simulator.reset(runs_[k].balls);
    simulator.strike(runs_[k].shot);
    EXPECT_EQ(simulator.run().balls[0].position, results[k].balls[0].position);
  }
}

TEST_F(BatchTest, LeavesOutWhatHasNoResult) {
  Batch batch{table_, physics_, 2};
  std::vector<Result> results(3);

  batch.run(runs_, results);

  for (const Result& r : results) EXPECT_EQ(r.ball_count, 4);
}

}  // namespace
}  // namespace billiard
