// SPDX-License-Identifier: Apache-2.0
#include "predictor/prediction_loop.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "predictor/prediction_thread.hpp"
#include "rack.hpp"

namespace billiard_nodes {
namespace {

TEST(Newest, GivesTheNewestOnceAndTellsWhatWasReplaced) {
  Newest<int> box;
  EXPECT_EQ(box.take(), nullptr);
  box.slot() = 1;
  EXPECT_TRUE(box.hand_over());
  box.slot() = 2;
  EXPECT_FALSE(box.hand_over()) << "1 was never taken";
  ASSERT_NE(box.take(), nullptr);
  EXPECT_EQ(box.take(), nullptr);
  box.slot() = 3;
  EXPECT_TRUE(box.hand_over());
  EXPECT_EQ(*box.take(), 3);
}

TEST(Newest, NeverTearsAValueBetweenTwoThreads) {
  struct Pair {
    int a{0}, b{0};
  };
  constexpr int kLast = 200000;
  Newest<Pair> box;
  std::thread writer([&] {
    for (int i = 1; i <= kLast; ++i) {
      box.slot() = {i, -i};
      box.hand_over();
    }
  });
  int last = 0;
  while (last < kLast) {
    const Pair* pair = box.take();
    if (pair == nullptr) continue;
    ASSERT_EQ(pair->a, -pair->b);
    ASSERT_GT(pair->a, last);
    last = pair->a;
  }
  writer.join();
}

TEST(Queue, KeepsOrderAndRefusesWhenFull) {
  Queue<int, 2> queue([] { return 0; });
  EXPECT_EQ(queue.oldest(), nullptr);
  for (const int value : {1, 2}) {
    *queue.slot() = value;
    queue.hand_over();
  }
  EXPECT_EQ(queue.slot(), nullptr);
  EXPECT_EQ(*queue.oldest(), 1);
  queue.release();
  EXPECT_EQ(*queue.oldest(), 2);
  EXPECT_NE(queue.slot(), nullptr);
}

TEST(PredictionLoop, IsTheSimulatorsOwnAnswerToTheBit) {
  const billiard::Physics physics;
  const billiard::Table table = billiard::build_table({}, physics.ball.radius);
  const PredictionOptions options{.horizon = 8.0, .sample_period = 0.05, .deadline = 10.0};
  PredictionLoop loop(table, physics, options);
  fill_break(loop.input(), physics.ball.radius);
  const PredictionInput input = loop.input();
  loop.submit();
  ASSERT_TRUE(loop.run_once());
  const Prediction* prediction = loop.oldest();
  ASSERT_NE(prediction, nullptr);

  billiard::Simulator simulator(table, physics);
  billiard::Recorder recorder(0.05, 200);
  simulator.reset({input.balls.data(), static_cast<std::size_t>(input.count)});
  const billiard::Result result = simulator.run({.time = 8.0}, &recorder);

  EXPECT_FALSE(prediction->cut);
  EXPECT_EQ(prediction->result.status, result.status);
  EXPECT_EQ(prediction->result.time, result.time);
  EXPECT_GT(result.free_steps + result.contact_steps, 2000) << "too easy to be cut in pieces";
  ASSERT_EQ(prediction->recorder.samples().size(), recorder.samples().size());
  for (std::size_t k = 0; k < recorder.samples().size(); ++k) {
    for (int i = 0; i < input.count; ++i) {
      const auto b = static_cast<std::size_t>(i);
      EXPECT_EQ(prediction->recorder.samples()[k].balls[b].position,
                recorder.samples()[k].balls[b].position);
    }
  }
  EXPECT_EQ(prediction->recorder.events().size(), recorder.events().size());
}

TEST(PredictionLoop, EndsAtTheDeadlineAndSaysSo) {
  const billiard::Physics physics;
  PredictionLoop loop(billiard::build_table({}, physics.ball.radius), physics,
                      {.horizon = 10.0, .sample_period = 0.05, .deadline = 1e-9});
  fill_break(loop.input(), physics.ball.radius);
  loop.submit();
  ASSERT_TRUE(loop.run_once());
  EXPECT_TRUE(loop.oldest()->cut);
  EXPECT_EQ(loop.oldest()->result.status, billiard::Status::kStepLimit);
}

TEST(PredictionLoop, PredictsOnlyTheNewestBallsAndCountsTheRest) {
  const billiard::Physics physics;
  PredictionLoop loop(billiard::build_table({}, physics.ball.radius), physics, {});
  EXPECT_FALSE(loop.run_once());
  for (std::uint32_t i = 1; i <= 3; ++i) {
    fill_break(loop.input(), physics.ball.radius);
    loop.input().sequence = i;
    loop.submit();
  }
  EXPECT_TRUE(loop.run_once());
  EXPECT_FALSE(loop.run_once());
  EXPECT_EQ(loop.oldest()->input.sequence, 3U);
  EXPECT_EQ(loop.replaced(), 2U);
}

TEST(PredictionLoop, PartsBallsThatWereMeasuredTooClose) {
  const billiard::Physics physics;
  const double r = physics.ball.radius;
  PredictionLoop loop(billiard::build_table({}, r), physics, {});
  PredictionInput& input = loop.input();
  input.count = 3;
  input.balls[0].position = {0.0, 0.0, r};
  input.balls[1].position = {2.0 * r - 0.0005, 0.0, r};
  input.balls[2].position = {3.0, 0.0, r};  // nowhere near the table
  loop.submit();
  ASSERT_TRUE(loop.run_once());
  const billiard::Result& result = loop.oldest()->result;
  EXPECT_EQ(result.time, 0.0) << "resting balls stay at rest";
  EXPECT_FALSE(result.balls[2].in_play());
}

TEST(PredictionThread, PassesEveryPredictionOn) {
  const billiard::Physics physics;
  std::mutex mutex;
  std::condition_variable arrived;
  std::uint32_t last = 0;
  PredictionThread thread(billiard::build_table({}, physics.ball.radius), physics, {},
                          {.priority = 0}, [&](const Prediction& prediction) {
                            const std::lock_guard lock(mutex);
                            last = prediction.input.sequence;
                            arrived.notify_one();
                          });
  EXPECT_EQ(thread.refused().size(), 1U) << "an ordinary thread is not real time, and says so";
  for (std::uint32_t i = 1; i <= 5; ++i) {
    fill_break(thread.input(), physics.ball.radius);
    thread.input().sequence = i;
    thread.submit();
    std::unique_lock lock(mutex);
    ASSERT_TRUE(arrived.wait_for(lock, std::chrono::seconds(10), [&] { return last == i; }));
  }
}

}  // namespace
}  // namespace billiard_nodes
