// SPDX-License-Identifier: Apache-2.0
// What becomes of balls that a tracker does not see any more: fallen, taken away, or elsewhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "film_for_tests.hpp"

namespace billiard::vision {
namespace {

TEST(LostBalls, SaysIntoWhichPocketABallFell) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.95, 0.33, 0.9, 0.8)}});
  Tracker tracker = film.tracker();
  (void)tracker.update(film.frame(), 0.0);
  std::vector<LostBall> lost;
  for (int i = 1; i <= 60; ++i) {
    film.advance(1.0 / 60.0);
    const TrackedFrame frame = tracker.update(film.frame(), film.now());
    lost.insert(lost.end(), frame.lost.begin(), frame.lost.end());
    ASSERT_NE(find(frame, "cue"), nullptr);
    EXPECT_TRUE(find(frame, "3") != nullptr || !lost.empty()) << "gone without a word";
  }
  ASSERT_EQ(film.state("3").motion, Motion::kPocketed);
  ASSERT_FALSE(lost.empty());
  EXPECT_EQ(lost.back().kind, find_kind(BallSet::kPool, "3"));
  EXPECT_EQ(lost.back().reason, LostBall::Reason::kPocketed);
  EXPECT_EQ(lost.back().pocket, static_cast<int>(PocketId::kCornerPP));
}

TEST(LostBalls, KeepsARestingBallThatWasTakenFromAPocketsMouth) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(1.21, 0.575)}});
  Tracker tracker = film.tracker();
  TrackedFrame last;
  for (int i = 0; i <= 110; ++i) {
    if (i == 70) film.take_away("3");  // long after anything moved
    last = tracker.update(film.frame(), i / 60.0);
    EXPECT_TRUE(last.lost.empty());
  }
  const TrackedBall* taken = find(last, "3");
  ASSERT_NE(taken, nullptr);
  EXPECT_FALSE(taken->seen);
}

TEST(LostBalls, TakesABallThatAHandTookFromAPocketsMouthForNoneThatFell) {
  Film film({{"cue", ball_at(-0.9, -0.3, 0.5)}, {"3", ball_at(1.21, 0.575)}});
  Tracker tracker = film.tracker();
  TrackedFrame last;
  for (int i = 0; i <= 120; ++i) {  // the cue ball rolls all the time
    if (i > 0) film.advance(1.0 / 60.0);
    if (i == 60) film.take_away("3");
    cv::Mat frame = film.frame();
    if (i >= 40 && i < 70) {  // over the ball at the upper right
      cv::ellipse(frame, cv::RotatedRect({842, 97}, {130, 90}, 20), {120, 150, 205}, -1);
    }
    last = tracker.update(frame, i / 60.0);
    EXPECT_TRUE(last.lost.empty()) << i;
  }
  const TrackedBall* taken = find(last, "3");
  ASSERT_NE(taken, nullptr);
  EXPECT_FALSE(taken->seen);
}

TEST(LostBalls, MissesABallThatWasTakenAwayWhileNoFrameCame) {
  for (const double gap : {0.4, 0.7, 6.0}) {
    Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.4)}, {"8", ball_at(0.2, 0.3)}});
    Tracker tracker = film.tracker();
    for (int i = 0; i < 30; ++i) (void)tracker.update(film.frame(), i / 60.0);
    film.take_away("8");

    TrackedFrame last;
    for (int i = 0; i < 30; ++i) last = tracker.update(film.frame(), 0.5 + gap + i / 60.0);

    ASSERT_NE(find(last, "8"), nullptr) << gap;
    EXPECT_FALSE(find(last, "8")->seen) << gap;
    EXPECT_GT(find(last, "8")->bare, 0.9) << gap;
    EXPECT_EQ(last.balls.size(), 3U) << gap;
  }
}

TEST(LostBalls, ForgetsABallThatIsMissedForLong) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.4)}, {"8", ball_at(0.2, 0.3)}});
  Tracker tracker = film.tracker();
  for (int i = 0; i < 30; ++i) (void)tracker.update(film.frame(), i / 60.0);
  film.take_away("8");

  const TrackedFrame after = tracker.update(film.frame(), 30.0);

  EXPECT_EQ(after.balls.size(), 2U);
  ASSERT_EQ(after.lost.size(), 1U);
  EXPECT_EQ(after.lost[0].kind, find_kind(BallSet::kPool, "8"));
  EXPECT_EQ(after.lost[0].reason, LostBall::Reason::kVanished);
}

TEST(LostBalls, FindsABallAgainThatWasHitBetweenTwoFrames) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.4)}, {"8", ball_at(0.2, 0.3)}});
  Tracker tracker = film.tracker();
  TrackedFrame frame;
  for (int i = 0; i < 6; ++i) frame = tracker.update(film.frame(), i / 60.0);
  const std::uint32_t eight = find(frame, "8")->track, three = find(frame, "3")->track;
  film.move("8", -0.9, -0.4);  // farther than any ball comes in a sixtieth of a second
  film.move("3", 0.9, 0.4);
  for (int i = 6; i < 12; ++i) frame = tracker.update(film.frame(), i / 60.0);
  ASSERT_EQ(frame.balls.size(), 3U);
  ASSERT_NE(find(frame, "8"), nullptr);
  EXPECT_EQ(find(frame, "8")->track, eight);
  EXPECT_NEAR(find(frame, "8")->position[0], -0.9, 0.005);
  ASSERT_NE(find(frame, "3"), nullptr);
  EXPECT_EQ(find(frame, "3")->track, three);
}

TEST(LostBalls, FindsABallThatWasPutDownAtACushion) {
  Film film(
      {{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.605)}, {"8", ball_at(1.235, 0.62)}});
  Tracker tracker = film.tracker();
  film.take_away("3");
  (void)tracker.update(film.frame(), 0.0);
  film.take_away("");
  TrackedFrame frame;
  for (int i = 1; i < 150 && frame.balls.size() < 3; ++i)
    frame = tracker.update(film.frame(), i / 60.0);
  ASSERT_NE(find(frame, "3"), nullptr);
  EXPECT_LT(miss(*find(frame, "3"), film.state("3")), 0.004);
}

}  // namespace
}  // namespace billiard::vision
