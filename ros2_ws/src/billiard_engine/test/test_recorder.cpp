// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "billiard_engine/result.hpp"

namespace billiard {
namespace {

TEST(Recorder, CountsWhatDoesNotFit) {
  Recorder recorder(0.1, 2, 3);

  for (int i = 0; i < 5; ++i) recorder.add({.time = 0.1 * i});
  for (int i = 0; i < 4; ++i) {
    if (auto* sample = recorder.next_sample()) sample->time = i;
  }

  EXPECT_EQ(recorder.events().size(), 3U);
  EXPECT_EQ(recorder.dropped_events(), 2);
  EXPECT_EQ(recorder.samples().size(), 2U);
  EXPECT_EQ(recorder.samples()[1].time, 1.0);
  EXPECT_EQ(recorder.dropped_samples(), 2);
}

TEST(Recorder, KeepsItsMemoryWhenCleared) {
  Recorder recorder(0.1, 2, 3);
  recorder.add({});
  const auto* memory = recorder.events().data();

  recorder.clear();
  recorder.add({});

  EXPECT_EQ(recorder.events().data(), memory);
  EXPECT_EQ(recorder.events().size(), 1U);
  EXPECT_EQ(recorder.dropped_events(), 0);
}

TEST(Recorder, WithoutSamplesStoresNone) {
  Recorder recorder;

  EXPECT_EQ(recorder.next_sample(), nullptr);
  EXPECT_EQ(recorder.dropped_samples(), 1);
}

TEST(Recorder, EndsWithEventsInTheOrderOfTime) {
  Recorder recorder;
  for (const double time : {0.1, 0.3, 0.2, 0.2, 0.5, 0.4}) recorder.add({.time = time});

  recorder.end_at(0.4);

  std::vector<double> times;
  for (const Event& event : recorder.events()) times.push_back(event.time);
  EXPECT_EQ(times, (std::vector{0.1, 0.2, 0.2, 0.3, 0.4}));
}

}  // namespace
}  // namespace billiard
