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

// A cue ball and fifteen a fifth of a millimetre apart, each turned somehow.
std::vector<SceneBall> racked(cv::RNG& random) {
  std::vector<SceneBall> balls{pool_ball(-0.6, 0.1, "cue")};
  constexpr double kStep = 0.05735;
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i) {
      const cv::Vec3d turned(random.gaussian(1.0), random.gaussian(1.0), random.gaussian(1.0));
      balls.push_back(pool_ball(0.635 + row * kStep * std::sqrt(0.75), (i - 0.5 * row) * kStep,
                                std::to_string(balls.size()), 3.0 * turned));
    }
  }
  return balls;
}

TEST(FindBalls, SeesNearlyEveryBallOfARack) {
  cv::RNG random(1);
  std::vector<double> errors;
  int missed = 0;
  for (const Camera& camera : {small_camera(), side_camera()}) {
    Renderer renderer({}, camera, {});
    for (int rack = 0; rack < 25; ++rack) {
      const std::vector<SceneBall> balls = racked(random);
      const cv::Mat frame = renderer.render(balls, rack);

      const auto found = find_balls(frame, true_view(renderer, frame));

      const auto before = errors.size();
      for (const SceneBall& ball : balls) {
        const double error = miss(found, ball);
        if (error < 0.012) errors.push_back(error);
      }
      EXPECT_EQ(found.size(), errors.size() - before) << "invented in rack " << rack;
      missed += static_cast<int>(balls.size() - (errors.size() - before));
    }
  }

  EXPECT_LE(missed, 1) << "of 800";
  EXPECT_LT(cv::mean(errors)[0], 0.0015);
}

// Across a gap of a pixel the neighbour's edge is as strong as the ball's own.
TEST(FindBalls, SeesEveryBallOfALooseCluster) {
  cv::RNG random(7);
  std::vector<double> errors;
  Renderer renderer({}, small_camera(), {});
  for (int i = 0; i < 12; ++i) {
    const std::vector<SceneBall> balls = loose_cluster(random);
    const cv::Mat frame = renderer.render(balls, static_cast<std::uint64_t>(i));

    const auto found = find_balls(frame, true_view(renderer, frame));

    EXPECT_EQ(found.size(), balls.size()) << "cluster " << i;
    for (const SceneBall& ball : balls) {
      errors.push_back(miss(found, ball));
      EXPECT_LT(errors.back(), 0.012) << "cluster " << i;  // one of the cloth's hue is 9 mm off
    }
  }

  EXPECT_LT(cv::mean(errors)[0], 0.001);  // a pixel is 4.7 mm
}

TEST(FindBalls, SeesTouchingBallsBesideAHand) {
  Renderer renderer({}, side_camera(), {});
  const std::vector<SceneBall> balls{pool_ball(0.0, 0.0, "3"), pool_ball(0.05735, 0.0, "9"),
                                     pool_ball(0.028675, 0.04967, "5"),
                                     pool_ball(0.086, 0.04967, "12"), pool_ball(-0.5, 0.2, "cue")};
  const cv::Mat clean = renderer.render(balls);
  const TableView view = true_view(renderer, clean);
  cv::Mat frame = clean.clone();
  cv::line(frame, {560, 539}, {510, 310}, {120, 150, 200}, 46, cv::LINE_AA);  // arm
  cv::circle(frame, {505, 300}, 27, {110, 140, 195}, -1, cv::LINE_AA);        // fist

  const auto found = find_balls(frame, view);

  EXPECT_GE(found.size(), 3U);
  for (const BallSighting& sighting : found) {
    const bool real = std::any_of(balls.begin(), balls.end(), [&](const SceneBall& ball) {
      return miss({sighting}, ball) < 0.015;
    });
    EXPECT_TRUE(real) << "at " << sighting.position;
  }
}

// From so low a ball shows little that its neighbours do not cover as well.
TEST(FindBalls, SeesEveryBallOfARackFrom35Degrees) {
  const Camera low = look_at(make_lens(1280, 720, 1500.0), {0.0, -3.6, 2.52}, {0.0, 0.0, 0.0});
  Renderer renderer({}, low, {});
  std::vector<SceneBall> balls{pool_ball(-0.6, 0.0, "cue")};
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i) {
      balls.push_back(
          pool_ball(0.4 + 0.0498 * row, 0.0575 * (i - 0.5 * row), std::to_string(balls.size())));
    }
  }
  const cv::Mat frame = renderer.render(balls);

  const auto found = find_balls(frame, true_view(renderer, frame));

  EXPECT_EQ(found.size(), balls.size());
  for (const SceneBall& ball : balls) EXPECT_LT(miss(found, ball), 0.01);
}

TEST(FindBalls, SeesThroughWideLenses) {
  const std::vector<SceneBall> balls{pool_ball(1.1, 0.5, "3"), pool_ball(-1.2, -0.4, "8"),
                                     pool_ball(0.1, 0.2, "14"), pool_ball(-0.6, 0.1, "cue")};
  const std::array<std::pair<const char*, std::vector<double>>, 2> lenses{
      {{"equidistant", {-0.03, 0.01, -0.004, 0.0007}},
       {"rational_polynomial", {6.1, 2.3, 0.001, -0.0005, 0.12, 6.4, 4.2, 0.7}}}};
  for (const auto& [model, values] : lenses) {
    Lens lens = make_lens(1280, 720, 640.0);
    ASSERT_TRUE(set_distortion(lens, model, values));
    Renderer renderer({}, look_at(lens, {0.1, -0.6, 1.6}, {0, 0, 0}, {0, 1, 0}), {});
    const cv::Mat frame = renderer.render(balls);
    CameraHint hint;
    hint.lens = lens;

    const TableSearch search = find_table(frame, renderer.table(), hint);

    ASSERT_TRUE(search.view) << model << ": " << search.problem;
    const auto found = find_balls(frame, *search.view);
    EXPECT_EQ(found.size(), balls.size()) << model;
    for (const SceneBall& ball : balls) EXPECT_LT(miss(found, ball), 0.004) << model;
  }
}

TEST(FindBalls, SeesTheFarEndOfATableThatReachesBehindTheCamera) {
  const Camera low = look_at(make_lens(1920, 1080, 1600.0), {0.2, 0.0, 0.8}, {1.0, 0.0, 0.0});
  Renderer renderer({}, low, {});
  const std::vector<SceneBall> balls{pool_ball(0.7, 0.1, "cue"), pool_ball(0.95, -0.2, "3")};
  const cv::Mat frame = renderer.render(balls);
  TableView view = view_of(low, {});
  cv::Mat lab;
  cv::cvtColor(frame, lab, cv::COLOR_BGR2Lab);
  view.cloth_lab = cv::Vec3f(lab.at<cv::Vec3b>(project_visible(low, {0.8, 0.0, 0.0})));

  const auto found = find_balls(frame, view);

  ASSERT_EQ(found.size(), 2U);
  for (const SceneBall& ball : balls) EXPECT_LT(miss(found, ball), 0.004);
}

TEST(FindBalls, InventsNoneOnAnEmptyTable) {
  Renderer renderer({}, side_camera(), {});
  const cv::Mat frame = renderer.render({});

  EXPECT_TRUE(find_balls(frame, true_view(renderer, frame)).empty());
}

TEST(FindBalls, SeesNoneInFramesOfOtherKinds) {
  Renderer renderer({}, side_camera(), {});
  const std::vector<SceneBall> balls{pool_ball(-0.2, 0.3, "cue")};
  const cv::Mat frame = renderer.render(balls);
  const TableView view = true_view(renderer, frame);
  cv::Mat grey, deep;
  cv::cvtColor(frame, grey, cv::COLOR_BGR2GRAY);
  frame.convertTo(deep, CV_16U, 256.0);

  EXPECT_EQ(find_balls(frame, view).size(), 1U);
  for (const cv::Mat& other : {cv::Mat(), grey, deep, cv::Mat(frame, cv::Rect(0, 0, 1, 1))})
    EXPECT_TRUE(find_balls(other, view).empty()) << other.size() << other.type();
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
