// SPDX-License-Identifier: Apache-2.0
#include "workers.hpp"

#include <gmock/gmock.h>

#include <atomic>

#include "budget.hpp"
#include "layout.hpp"

namespace billiard {
namespace {

constexpr auto kNever = Workers::Clock::time_point::max();

Workers make_workers(int threads) { return {nine_foot().table, nine_foot().physics, threads}; }

TEST(Workers, HasAsManyThreadsAsAskedOrCores) {
  EXPECT_EQ(make_workers(3).size(), 3);
  EXPECT_GE(make_workers(0).size(), 1);
}

TEST(Workers, DoesEveryTaskOnce) {
  for (const int threads : {1, 2, 5}) {
    Workers workers = make_workers(threads);
    std::vector<std::atomic<int>> times(100);

    const auto done =
        workers.run(100, kNever, [&](ShotRunner&, int i) { ++times[static_cast<std::size_t>(i)]; });

    EXPECT_THAT(done, ::testing::AllOf(::testing::SizeIs(100), ::testing::Each(1)));
    for (const auto& count : times) EXPECT_EQ(count, 1);
  }
}

TEST(Workers, StartsNothingTooLate) {
  Workers workers = make_workers(2);
  int begun = 0;

  const auto done = workers.run(10, Workers::Clock::now(), [&](ShotRunner&, int) { ++begun; });

  EXPECT_EQ(begun, 0);
  EXPECT_THAT(done, ::testing::AllOf(::testing::SizeIs(10), ::testing::Each(0)));
}

TEST(Workers, DoesNotCountWhatWasGivenUp) {
  Workers workers = make_workers(2);
  const TestLayout layout({{"cue", {0, 0}}});
  std::atomic<int> begun{0};
  workers.set_deadline(Workers::Clock::now());

  const auto done = workers.run(10, kNever, [&](ShotRunner& runner, int) {
    ++begun;
    (void)runner.run(layout.request.balls, {0, 3.0});
  });

  EXPECT_THAT(done, ::testing::Each(0));
  EXPECT_LE(begun, 2) << "one per thread, then they know";
}

TEST(Workers, WithoutTasksRests) {
  Workers workers = make_workers(2);

  EXPECT_TRUE(workers.run(0, kNever, [](ShotRunner&, int) { FAIL(); }).empty());
}

TEST(Workers, CountsTheShotsOfAll) {
  Workers workers = make_workers(2);
  const TestLayout layout({{"cue", {0, 0}}});

  (void)workers.run(7, kNever, [&](ShotRunner& runner, int) {
    (void)runner.run(layout.request.balls, {0, 0.5});
  });

  EXPECT_EQ(workers.count(), 7);
}

TEST(DecisionBudget, CountsSimulationsSinceItBegan) {
  Workers workers = make_workers(1);
  const TestLayout layout({{"cue", {0, 0}}});
  (void)workers.first().run(layout.request.balls, {0, 0.5});
  PlanRequest request;
  request.simulations = 100;
  const Budget budget(request, workers);

  (void)workers.first().run(layout.request.balls, {0, 0.5});

  EXPECT_EQ(budget.used(), 1);
  EXPECT_EQ(budget.left(0.5), 49.0);
  EXPECT_EQ(budget.left(0.005), -0.5);
  EXPECT_EQ(budget.deadline(0.5), kNever);
}

TEST(DecisionBudget, OfTimeEndsAtItsShare) {
  const Workers workers = make_workers(1);
  PlanRequest request;
  request.budget = 100.0;
  const auto before = Budget::Clock::now();
  const Budget budget(request, workers);
  const auto after = Budget::Clock::now();

  EXPECT_GE(budget.deadline(0.5), before + std::chrono::seconds(50));
  EXPECT_LE(budget.deadline(0.5), after + std::chrono::seconds(50));
  EXPECT_GT(budget.left(0.5), 0.0);
  EXPECT_LT(budget.left(0.0), 0.0);
  EXPECT_LT(budget.last_moment(), after + std::chrono::seconds(98));
}

}  // namespace
}  // namespace billiard
