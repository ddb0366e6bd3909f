// SPDX-License-Identifier: Apache-2.0
#include "tracker/stream_watch.hpp"

#include <gtest/gtest.h>

namespace billiard_nodes {
namespace {

using Verdict = StreamWatch::Verdict;

StreamWatch watch_with_frames(int count) {
  StreamWatch watch({.silence = 0.5, .frozen_frames = 3});
  for (int i = 0; i < count; ++i) EXPECT_EQ(watch.take(i / 60.0, i / 60.0, false), Verdict::kUse);
  return watch;
}

TEST(StreamWatch, CountsLateFramesAndLeavesThemOut) {
  StreamWatch watch = watch_with_frames(30);
  EXPECT_EQ(watch.take(28.5 / 60.0, 0.5, false), Verdict::kOutOfOrder);
  EXPECT_EQ(watch.take(29.0 / 60.0, 0.5, false), Verdict::kOutOfOrder) << "the same stamp again";
  EXPECT_EQ(watch.take(30.0 / 60.0, 0.5, false), Verdict::kUse);
  EXPECT_EQ(watch.out_of_order(), 2U);
  EXPECT_EQ(watch.dropped(), 0U);
  EXPECT_NEAR(watch.period(), 1.0 / 60.0, 1e-9);
}

TEST(StreamWatch, CountsGaps) {
  StreamWatch watch = watch_with_frames(30);
  EXPECT_EQ(watch.take(33.0 / 60.0, 0.55, false), Verdict::kUse);
  EXPECT_EQ(watch.dropped(), 3U);
}

TEST(StreamWatch, BeginsAnewWhenTimeJumpsBack) {
  StreamWatch watch = watch_with_frames(120);
  EXPECT_EQ(watch.take(0.1, 2.0, false), Verdict::kRestart);
  EXPECT_EQ(watch.take(0.2, 2.1, false), Verdict::kUse);
  EXPECT_EQ(watch.restarts(), 1U);
}

TEST(StreamWatch, TellsSilence) {
  EXPECT_NE(StreamWatch({}).find_trouble(0.0), "");
  const StreamWatch watch = watch_with_frames(30);
  EXPECT_EQ(watch.find_trouble(0.6), "");
  EXPECT_EQ(watch.find_trouble(1.1), "the camera gives no frames any more");
}

TEST(StreamWatch, TellsAFrozenPicture) {
  StreamWatch watch = watch_with_frames(30);
  for (int i = 0; i < 2; ++i) (void)watch.take(1.0 + 0.01 * i, 1.0, true);
  EXPECT_EQ(watch.find_trouble(1.0), "");
  (void)watch.take(1.1, 1.1, true);
  EXPECT_EQ(watch.find_trouble(1.1), "the camera's picture stands still");
  (void)watch.take(1.2, 1.2, false);
  EXPECT_EQ(watch.find_trouble(1.2), "");
}

}  // namespace
}  // namespace billiard_nodes
