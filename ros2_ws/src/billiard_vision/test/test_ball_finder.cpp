// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/ball_finder.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "scene_for_tests.hpp"

namespace billiard::vision {
namespace {

// The view a perfect table search would give.
TableView true_view(const Renderer& renderer, const cv::Mat& frame) {
  CameraHint hint;
  hint.lens = renderer.camera().lens;
  TableView view = find_table(frame, renderer.table(), hint).view.value();
  view.camera = renderer.camera();
  return view;
}

double miss(const std::vector<BallSighting>& found, const SceneBall& ball) {
  double best = 1e9;
  for (const BallSighting& f : found) {
    best = std::min(best,
                    std::hypot(f.position.x - ball.position[0], f.position.y - ball.position[1]));
  }
  return best;
}

TEST(FindBalls, LocatesEveryBallToMillimetres) {
  Renderer renderer({}, side_camera(), {});
  const std::vector<SceneBall> balls{pool_ball(-0.9, -0.3, "cue"), pool_ball(0.4, 0.4, "8"),
                                     pool_ball(1.1, -0.5, "11", {0.4, 1.0, 0.2}),
                                     pool_ball(0.0, 0.0, "4", {1.5, 0.3, 0.0})};
  const cv::Mat frame = renderer.render(balls);

  const auto found = find_balls(frame, true_view(renderer, frame));

  ASSERT_EQ(found.size(), balls.size());
  for (const SceneBall& ball : balls)
    EXPECT_LT(miss(found, ball), 0.004);  // 1 px at the far side is 5 mm
  for (const BallSighting& f : found) {
    EXPECT_GT(f.confidence, 0.6);
    EXPECT_LT(f.sigma, 0.003);
  }
}

// The camera of the simulated robot: small pictures from above.
Camera small_camera() {
  return look_at(make_lens(640, 360, 576.0), {0.0, 0.0, 2.7}, {0, 0, 0}, {0, 1, 0});
}

TEST(FindBalls, SeesBallsBetweenTheJawsOfPockets) {
  Renderer renderer({}, small_camera(), {});
  const std::vector<SceneBall> balls{pool_ball(1.235, 0.625, "3"), pool_ball(-1.258, -0.595, "8"),
                                     pool_ball(0.01, 0.633, "14", {0.4, 1.0, 0.2}),
                                     pool_ball(-0.03, -0.617, "cue"), pool_ball(0.2, 0.1, "1")};
  const cv::Mat frame = renderer.render(balls);

  const auto found = find_balls(frame, true_view(renderer, frame));

  ASSERT_EQ(found.size(), balls.size());
  for (const SceneBall& ball : balls) EXPECT_LT(miss(found, ball), 0.006);
}

TEST(FindBalls, SeesNoBallInEmptyPockets) {
  Renderer renderer({}, small_camera(), {});
  const std::vector<SceneBall> balls{pool_ball(0.2, 0.1, "1")};
  const cv::Mat frame = renderer.render(balls);

  EXPECT_EQ(find_balls(frame, true_view(renderer, frame)).size(), 1U);
}

TEST(FindBalls, SeparatesTouchingBalls) {
  Renderer renderer({}, side_camera(), {});
  const std::vector<SceneBall> balls{pool_ball(0.3, 0.0, "1"), pool_ball(0.3 + 0.05716, 0.0, "3"),
                                     pool_ball(0.3 + 0.02858, 0.0495, "8")};
  const cv::Mat frame = renderer.render(balls);

  const auto found = find_balls(frame, true_view(renderer, frame));

  ASSERT_EQ(found.size(), 3U);
  for (const SceneBall& ball : balls) EXPECT_LT(miss(found, ball), 0.006);
}

TEST(FindBalls, SeesEveryBallOfARack) {
  Renderer renderer({}, small_camera(), {});
  std::vector<SceneBall> balls{pool_ball(-0.6, 0.1, "cue")};
  constexpr double kStep = 0.05735;  // a fifth of a millimetre apart
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i) {
      const int number = static_cast<int>(balls.size());
      balls.push_back(pool_ball(0.635 + row * kStep * std::sqrt(0.75), (i - 0.5 * row) * kStep,
                                std::to_string(number), {0.7 * number, 0.3 * number, 1.0}));
    }
  }
  const cv::Mat frame = renderer.render(balls);

  const auto found = find_balls(frame, true_view(renderer, frame));

  EXPECT_EQ(found.size(), balls.size());
  for (const SceneBall& ball : balls) EXPECT_LT(miss(found, ball), 0.008);
}

TEST(FindBalls, InventsNoneOnAnEmptyTable) {
  Renderer renderer({}, side_camera(), {});
  const cv::Mat frame = renderer.render({});

  EXPECT_TRUE(find_balls(frame, true_view(renderer, frame)).empty());
}

TEST(FindBalls, IgnoresAnArmACueAndChalk) {
  Renderer renderer({}, side_camera(), {});
  const std::vector<SceneBall> balls{pool_ball(-0.2, 0.3, "cue")};
  const cv::Mat clean = renderer.render(balls);
  const TableView view = true_view(renderer, clean);
  cv::Mat frame = clean.clone();
  cv::line(frame, {100, 539}, {300, 330}, {120, 150, 200}, 46, cv::LINE_AA);  // arm
  cv::circle(frame, {300, 330}, 27, {110, 140, 195}, -1, cv::LINE_AA);        // fist
  cv::line(frame, {150, 500}, {430, 260}, {90, 160, 210}, 5, cv::LINE_AA);    // cue
  cv::rectangle(frame, {600, 300, 8, 8}, {180, 90, 40}, -1);                  // chalk

  const auto found = find_balls(frame, view);

  ASSERT_EQ(found.size(), 1U);
  EXPECT_LT(miss(found, balls.front()), 0.004);
}

TEST(FindBalls, StandsStillWhileNothingMoves) {
  // Noise alone may move a resting ball by a tenth of a millimetre.
  Look look;
  look.noise = 2.0;
  const Camera overhead = look_at(make_lens(1280, 720, 1100.0), {0, 0, 2.6}, {0, 0, 0}, {0, 1, 0});
  Renderer renderer({}, overhead, look);
  const std::vector<SceneBall> balls{pool_ball(0.3, 0.2, "3")};
  const TableView view = true_view(renderer, renderer.render(balls));
  double sum = 0.0, squares = 0.0;
  constexpr int kFrames = 12;
  for (int i = 0; i < kFrames; ++i) {
    const auto found = find_balls(renderer.render(balls, static_cast<std::uint64_t>(i)), view);
    ASSERT_EQ(found.size(), 1U);
    sum += found[0].position.x;
    squares += found[0].position.x * found[0].position.x;
  }
  const double mean = sum / kFrames;
  EXPECT_LT(std::sqrt(std::max(0.0, squares / kFrames - mean * mean)), 1e-4);
}

}  // namespace
}  // namespace billiard::vision
