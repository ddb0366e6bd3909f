// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/tracker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "film_for_tests.hpp"

namespace billiard::vision {
namespace {

TEST(Tracker, FollowsARollingBallThroughACollision) {
  Film film({{"cue", ball_at(-0.6, 0.02, 1.4, 0.0)},
             {"3", ball_at(0.0, 0.0)},
             {"8", ball_at(0.7, -0.3)}});
  Tracker tracker = film.tracker();
  (void)tracker.update(film.frame(), 0.0);
  TrackedFrame last;
  for (int i = 1; i <= 54; ++i) {
    film.advance(1.0 / 60.0);
    last = tracker.update(film.frame(), film.now());
  }
  ASSERT_EQ(last.balls.size(), 3U);
  for (const char* id : {"cue", "3", "8"}) {
    const TrackedBall* b = find(last, id);
    ASSERT_NE(b, nullptr) << id;
    EXPECT_LT(miss(*b, film.state(id)), 0.004) << id;
    const auto& v = film.state(id).velocity;
    const double error = std::hypot(b->velocity[0] - v.x(), b->velocity[1] - v.y());
    EXPECT_LT(error, 0.05 + 0.05 * v.norm()) << id;
  }
}

// By edges alone the place is known to 0.13 mm then, and the speed to 4 mm/s.
TEST(Tracker, SharpensTheOutlineOfASlowBall) {
  Film film({{"3", ball_at(-0.3, 0.1, 0.25, 0.1)}});
  Tracker tracker = film.tracker();
  TrackedFrame frame = tracker.update(film.frame(), film.now());
  for (int k = 0; k < 7; ++k) {
    film.advance(1.0 / 60.0);
    frame = tracker.update(film.frame(), film.now());
  }

  const TrackedBall* ball = find(frame, "3");
  ASSERT_NE(ball, nullptr);
  EXPECT_LT(std::sqrt(ball->covariance(0, 0)), 1e-4);
  EXPECT_LT(std::sqrt(ball->covariance(2, 2)), 3.4e-3);
  const Vec3<double>& truth = film.state("3").velocity;
  EXPECT_LT(std::hypot(ball->velocity[0] - truth.x(), ball->velocity[1] - truth.y()), 3e-3);
}

TEST(Tracker, HoldsRestingBallsStill) {
  Film film({{"cue", ball_at(-0.5, 0.2)}, {"5", ball_at(0.4, -0.3)}});
  Tracker tracker = film.tracker();
  double low = 1e9, high = -1e9;
  for (int i = 0; i < 30; ++i) {
    const TrackedFrame frame = tracker.update(film.frame(), i / 60.0);
    ASSERT_EQ(frame.balls.size(), 2U);
    const TrackedBall* b = find(frame, "5");
    ASSERT_NE(b, nullptr);
    EXPECT_EQ(b->velocity, cv::Vec3d(0, 0, 0));
    if (i < 10) continue;
    low = std::min(low, b->position[0]);
    high = std::max(high, b->position[0]);
  }
  EXPECT_LT(high - low, 2e-4);  // 0.1 mm either way
}

TEST(Tracker, KeepsABallHiddenForHalfASecond) {
  Film film({{"cue", ball_at(-0.6, 0.1, 0.8, 0.0)}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  TrackedFrame last;
  for (int i = 0; i <= 60; ++i) {
    cv::Mat frame = film.frame();
    if (i > 15 && i < 45) cv::rectangle(frame, {0, 150, 960, 120}, {70, 100, 150}, -1);  // an arm
    last = tracker.update(frame, film.now());
    film.advance(1.0 / 60.0);
  }
  ASSERT_EQ(last.balls.size(), 2U);
  const TrackedBall* cue = find(last, "cue");
  ASSERT_NE(cue, nullptr);
  EXPECT_TRUE(cue->seen);
}

// While a ball rolls elsewhere only a part of the bed is searched, which cuts through the others.
TEST(Tracker, FindsABallThatIsPutAmongOthersWhileOneRolls) {
  std::vector<std::pair<std::string, Ball>> balls{{"cue", ball_at(-1.0, -0.4, 0.6, 0.0)}};
  const double step = 2.0 * kRadius + 2e-4;
  for (int row = 0; row < 5; ++row) {  // a rack
    for (int i = 0; i <= row; ++i) {
      balls.emplace_back(std::to_string(balls.size()),
                         ball_at(0.4 + row * step * std::sqrt(0.75), (i - 0.5 * row) * step));
    }
  }
  Film all(balls);
  const auto middle = balls[5];
  balls.erase(balls.begin() + 5);
  Film fewer(balls);
  Tracker tracker = all.tracker();
  TrackedFrame frame;
  for (int i = 0; i < 60; ++i) {  // half a second without it, half a second with it
    frame = tracker.update((i < 30 ? fewer : all).frame(), all.now());
    all.advance(1.0 / 60.0);
    fewer.advance(1.0 / 60.0);
  }

  EXPECT_EQ(frame.balls.size(), 16U);
  const auto there = std::count_if(frame.balls.begin(), frame.balls.end(), [&](const auto& ball) {
    return miss(ball, middle.second) < 0.005;
  });
  EXPECT_EQ(there, 1);
}

TEST(Tracker, CallsBallsByTheirLastLooks) {
  constexpr double kPeriod = 0.25;  // [s]
  Film before({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.4)}, {"6", ball_at(0.2, 0.3)}});
  Film after({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.2, 0.3)}, {"6", ball_at(0.6, -0.4)}});
  Tracker tracker = before.tracker();
  TrackedFrame frame;
  for (int i = 0; i < 120; ++i) {  // 20 s, then 10 s with two balls in each other's place
    frame = tracker.update((i < 80 ? before : after).frame(), i * kPeriod);
  }

  ASSERT_EQ(frame.balls.size(), 3U);
  ASSERT_NE(find(frame, "3"), nullptr);
  ASSERT_NE(find(frame, "6"), nullptr);
  EXPECT_LT(miss(*find(frame, "3"), after.state("3")), 0.004);
  EXPECT_LT(miss(*find(frame, "6"), after.state("6")), 0.004);
}

TEST(Tracker, KnowsTheTableAfterAGapAndSeesTheBallsAnew) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  (void)tracker.update(film.frame(), 0.0);
  const auto corners = tracker.view()->corners_px;
  film.move("3", -0.2, 0.3);
  TrackedFrame frame = tracker.update(film.frame(), 1.0);
  ASSERT_EQ(frame.balls.size(), 2U);
  EXPECT_NEAR(find(frame, "3")->position[0], -0.2, 0.005);
  EXPECT_EQ(tracker.view()->corners_px, corners) << "the camera was not moved";
  frame = tracker.update(film.frame(), 20.0);
  EXPECT_EQ(frame.balls.size(), 2U);
  EXPECT_NE(tracker.view()->corners_px, corners) << "after so long it is looked for again";
}

// A stroke with back and side spin, seen for `seen` [s]; the tracker was told of it with an offset
// up or down, or not at all. Returns the error of the cue ball's spin [rad/s].
double spin_error_after_stroke(std::optional<double> told_offset, double seen) {
  Shot shot;
  shot.speed = 2.0;
  shot.offset_height = -0.3;
  shot.offset_side = 0.2;
  const StrikeResult<double> struck = strike<double>(shot, Physics{});
  Ball cue = ball_at(-0.8, 0.1);
  Film film({{"cue", cue}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  for (int i = 0; i < 20; ++i) (void)tracker.update(film.frame(), i / 60.0);
  if (told_offset) {
    ExpectedStroke stroke;
    stroke.shot = shot;
    stroke.shot.offset_height = *told_offset;
    stroke.place = {-0.8, 0.1};
    stroke.until = 5.0;
    tracker.expect(stroke);
  }
  cue.velocity = {struck.velocity.x(), struck.velocity.y(), 0.0};
  cue.spin = struck.spin;
  Film run({{"cue", cue}, {"3", ball_at(0.6, -0.4)}});
  run.advance(0.007);  // between two frames
  TrackedFrame last = tracker.update(run.frame(), 20 / 60.0);
  for (int i = 21; run.now() < seen; ++i) {
    run.advance(1.0 / 60.0);
    last = tracker.update(run.frame(), i / 60.0);
  }
  const TrackedBall* b = find(last, "cue");
  EXPECT_NE(b, nullptr);
  if (b == nullptr) return 1e9;
  const auto& w = run.state("cue").spin;
  return cv::norm(b->spin - cv::Vec3d(w.x(), w.y(), w.z()));
}

TEST(Tracker, KnowsTheSpinOfAnExpectedStrokeAtOnce) {
  EXPECT_LT(spin_error_after_stroke(-0.3, 0.05), 6.0);
  EXPECT_LT(spin_error_after_stroke(-0.3, 0.10), 6.0);
  EXPECT_GT(spin_error_after_stroke(std::nullopt, 0.10), 12.0);
}

TEST(Tracker, KnowsHowABallHopsAfterAnElevatedStroke) {
  Shot shot;
  shot.speed = 2.5;
  shot.elevation = 0.3;  // the ball leaves the cloth for a tenth of a second
  shot.offset_side = 0.15;
  Ball cue = ball_at(-0.8, 0.1);
  Film film({{"cue", cue}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  for (int i = 0; i < 20; ++i) (void)tracker.update(film.frame(), i / 60.0);
  ExpectedStroke stroke;
  stroke.shot = shot;
  stroke.place = {-0.8, 0.1};
  stroke.until = 5.0;
  tracker.expect(stroke);
  const StrikeResult<double> struck = strike<double>(shot, Physics{});
  cue.velocity = struck.velocity;
  cue.spin = struck.spin;
  Film run({{"cue", cue}, {"3", ball_at(0.6, -0.4)}});
  run.advance(0.009);
  TrackedFrame last = tracker.update(run.frame(), 20 / 60.0);
  for (int i = 21; i < 27; ++i) {
    run.advance(1.0 / 60.0);
    last = tracker.update(run.frame(), i / 60.0);
  }

  const TrackedBall* b = find(last, "cue");
  ASSERT_NE(b, nullptr);
  Ball seen = ball_at(b->position[0], b->position[1]);
  seen.position.z() = b->position[2];
  seen.velocity = {b->velocity[0], b->velocity[1], b->velocity[2]};
  seen.spin = {b->spin[0], b->spin[1], b->spin[2]};
  Film prediction({{"cue", seen}, {"3", ball_at(0.6, -0.4)}});
  prediction.advance(0.5);
  run.advance(0.5);
  const auto& truth = run.state("cue").position;
  EXPECT_LT((prediction.state("cue").position - truth).norm(), 0.01);
}

TEST(Tracker, GetsOverAStrokeThatCameOutOtherwise) {
  Film film({{"cue", ball_at(-0.8, 0.1)}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  for (int i = 0; i < 20; ++i) (void)tracker.update(film.frame(), i / 60.0);
  ExpectedStroke stroke;  // to the left and fast; it goes right and slowly
  stroke.shot.speed = 4.0;
  stroke.shot.azimuth = 2.5;
  stroke.place = {-0.8, 0.1};
  stroke.until = 5.0;
  tracker.expect(stroke);
  Film run({{"cue", ball_at(-0.8, 0.1, 1.0, 0.0)}, {"3", ball_at(0.6, -0.4)}});
  TrackedFrame last;
  for (int i = 0; i < 20; ++i) {
    run.advance(1.0 / 60.0);
    last = tracker.update(run.frame(), (20 + i) / 60.0);
  }

  const TrackedBall* b = find(last, "cue");
  ASSERT_NE(b, nullptr);
  EXPECT_LT(miss(*b, run.state("cue")), 0.004);
  EXPECT_LT(std::abs(b->velocity[0] - run.state("cue").velocity.x()), 0.06);
}

TEST(Tracker, SkipsWhatMakesNoSense) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  const cv::Mat good = film.frame();
  EXPECT_FALSE(tracker.update(cv::Mat(540, 960, CV_8UC3, cv::Scalar::all(0)), 0.0).problem.empty());
  EXPECT_TRUE(tracker.update(good, 0.1).problem.empty());
  EXPECT_THAT(tracker.update(good, 0.1).problem, ::testing::HasSubstr("not later"));
  EXPECT_THAT(tracker.update(cv::Mat(100, 100, CV_8UC3, cv::Scalar::all(0)), 0.2).problem,
              ::testing::HasSubstr("size"));
  EXPECT_EQ(tracker.update(good, 0.3).balls.size(), 2U);
}

TEST(Tracker, TakesNoTableOutsideTheFrame) {
  Film film({{"cue", ball_at(-0.6, 0.1)}});
  CameraHint hint;
  hint.corners_px = {{{2100, 420}, {2800, 420}, {2800, 70}, {2100, 70}}};
  Tracker tracker(build_table({}, kRadius), Physics{}, hint);

  for (int i = 0; i < 40; ++i) {
    EXPECT_THAT(tracker.update(film.frame(), i / 60.0).problem,
                ::testing::HasSubstr("corners_px are [2100, 420], "));
    EXPECT_FALSE(tracker.view());
  }
}

// A ball that is now seen and now not would show as something foreign, and be searched for.
TEST(Tracker, SeesNothingForeignInALooseCluster) {
  cv::RNG random(11);
  const Table table = build_table({}, kRadius);
  for (int cluster = 0; cluster < 4; ++cluster) {
    const std::vector<SceneBall> balls = loose_cluster(random);
    Renderer renderer(geometry_of(TableSpec{}, kRadius), small_camera(), {});
    CameraHint hint;
    hint.lens = renderer.camera().lens;
    Tracker tracker(table, Physics{}, hint);
    for (int i = 0; i < 40; ++i) {
      const TrackedFrame frame =
          tracker.update(renderer.render(balls, static_cast<std::uint64_t>(i)), i / 60.0);

      ASSERT_EQ(frame.balls.size(), balls.size()) << "cluster " << cluster << ", frame " << i;
      EXPECT_EQ(frame.foreign, 0.0) << "cluster " << cluster << ", frame " << i;
      for (const TrackedBall& ball : frame.balls) EXPECT_TRUE(ball.seen) << ball.kind;
    }
  }
}

}  // namespace
}  // namespace billiard::vision
