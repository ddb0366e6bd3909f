// SPDX-License-Identifier: Apache-2.0
// The prediction thread's work takes no memory.
#include <gtest/gtest.h>

#include "heap_watch.hpp"
#include "predictor/prediction_loop.hpp"
#include "rack.hpp"

namespace billiard_nodes {
namespace {

/// Predicts what the loop's input holds without taking memory.
void predict_without_heap(PredictionLoop& loop) {
  bool worked = false;
  const long calls = billiard::heap_calls([&] {
    loop.submit();
    worked = loop.run_once();
  });
  EXPECT_TRUE(worked);
  EXPECT_EQ(calls, 0);
}

TEST(PredictionLoop, TakesNoMemoryWhileItRuns) {
  const billiard::Physics physics;
  PredictionLoop loop(billiard::build_table({}, physics.ball.radius), physics,
                      {.horizon = 10.0, .sample_period = 0.05, .deadline = 10.0});
  for (int i = 0; i < 6; ++i) {  // more than there are slots: full queues are part of it
    fill_break(loop.input(), physics.ball.radius, 3.0 + i);
    predict_without_heap(loop);
  }
  EXPECT_EQ(loop.dropped(), 2U);
  EXPECT_FALSE(loop.oldest()->recorder.samples().empty());
}

TEST(PredictionLoop, TakesNoMemoryForBallsThatCannotBe) {
  const billiard::Physics physics;
  PredictionLoop loop(billiard::build_table({}, physics.ball.radius), physics, {});
  fill_break(loop.input(), physics.ball.radius);
  for (auto& ball : loop.input().balls) ball.position.x() *= 1.5;  // some overlap, some are outside
  predict_without_heap(loop);
  ASSERT_NE(loop.oldest(), nullptr);
  EXPECT_FALSE(loop.oldest()->recorder.samples().empty());
}

TEST(HeapWatch, SeesWhatIsTaken) {
  EXPECT_GT(billiard::heap_calls([] {
              const std::vector<int> numbers(100);
              __asm volatile("" : : "r"(numbers.data()) : "memory");
            }),
            0);
}

}  // namespace
}  // namespace billiard_nodes
