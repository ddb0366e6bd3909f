// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/renderer.hpp"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <stdexcept>

namespace billiard::vision {
namespace {

Camera overhead() { return look_at(make_lens(640, 360, 500.0), {0, 0, 2.2}, {0, 0, 0}, {0, 1, 0}); }

Look plain() {
  Look look;
  look.noise = 0.0;
  look.cloth_grain = 0.0;
  look.markings = false;
  return look;
}

SceneBall ball_at(double x, double y, const char* id) {
  SceneBall ball;
  ball.kind = find_kind(BallSet::kPool, id);
  ball.position = {x, y, 0.028575};
  return ball;
}

// Centre of the pixels that differ from the empty table by more than `threshold` grey levels.
cv::Point2d centre_of_change(const cv::Mat& frame, const cv::Mat& empty, double threshold) {
  cv::Mat difference, grey;
  cv::absdiff(frame, empty, difference);
  cv::Point2d sum(0, 0);
  double weight = 0.0;
  for (int v = 0; v < difference.rows; ++v) {
    for (int u = 0; u < difference.cols; ++u) {
      const auto& d = difference.at<cv::Vec3b>(v, u);
      if (d[0] + d[1] + d[2] < threshold) continue;
      sum += cv::Point2d(u, v);
      weight += 1.0;
    }
  }
  return weight > 0 ? sum * (1.0 / weight) : cv::Point2d(-1, -1);
}

TEST(Renderer, DrawsTheBallWhereTheTruthSaysItIs) {
  Renderer renderer({}, overhead(), plain());
  const cv::Mat empty = renderer.render({});
  for (const double x : {-1.0, -0.3, 0.0, 0.8}) {
    const std::vector<SceneBall> balls{ball_at(x, 0.3, "cue")};

    // The cue ball is far brighter in red than blue cloth; shadows stay below the threshold.
    const cv::Mat frame = renderer.render(balls);
    const cv::Point2d seen = centre_of_change(frame, empty, 200.0);

    const BallTruth truth = renderer.truth(balls).front();
    EXPECT_NEAR(seen.x, truth.outline.center_px.x, 0.5);  // pixels counted, not weighed
    EXPECT_NEAR(seen.y, truth.outline.center_px.y, 0.5);
    EXPECT_DOUBLE_EQ(truth.visible, 1.0);
  }
}

TEST(Renderer, SameBallsAndFrameGiveTheSameBytes) {
  Look look;
  const std::vector<SceneBall> balls{ball_at(0.2, 0.1, "9"), ball_at(0.3, 0.1, "8")};
  Renderer first({}, overhead(), look), second({}, overhead(), look);

  const cv::Mat a = first.render(balls, 3), b = second.render(balls, 3),
                c = second.render(balls, 4);

  EXPECT_EQ(cv::norm(a, b, cv::NORM_L1), 0.0);
  EXPECT_GT(cv::norm(a, c, cv::NORM_L1), 0.0);
}

TEST(Renderer, NoiseHasTheStatedDeviation) {
  Look noisy = plain(), quiet = plain();
  noisy.noise = 4.0;
  Renderer a({}, overhead(), noisy), b({}, overhead(), quiet);
  const cv::Rect cloth(280, 150, 80, 60);

  cv::Mat difference;
  cv::subtract(a.render({})(cloth), b.render({})(cloth), difference, cv::noArray(), CV_32F);
  cv::Scalar mean, deviation;
  cv::meanStdDev(difference, mean, deviation);

  EXPECT_NEAR(deviation[0], 4.0, 0.4);  // 4800 samples: 1 % sampling error, plus rounding
  EXPECT_NEAR(mean[0], 0.0, 0.7);
}

TEST(Renderer, MovingBallsSmearAlongTheirWay) {
  Look look = plain();
  look.exposure_time = 0.02;
  Renderer renderer({}, overhead(), look);
  const cv::Mat empty = renderer.render({});
  SceneBall ball = ball_at(0.0, 0.0, "cue");
  const auto count = [&](const SceneBall& b) {
    cv::Mat d;
    cv::absdiff(renderer.render(std::vector<SceneBall>{b}), empty, d);
    cv::Mat red;
    cv::extractChannel(d, red, 2);
    return cv::countNonZero(red > 40);
  };

  const int still = count(ball);
  ball.velocity = {3.0, 0.0, 0.0};  // 60 mm in the exposure, 13.6 px
  const int moving = count(ball);

  EXPECT_GT(moving, still + 100);
}

TEST(Renderer, ABallBehindAnotherIsPartlyVisible) {
  const Camera low = look_at(make_lens(640, 360, 500.0), {0, -2.0, 0.4}, {0, 0, 0});
  const Renderer renderer({}, low, plain());

  const auto truth =
      renderer.truth(std::vector<SceneBall>{ball_at(0.0, 0.0, "1"), ball_at(0.0, 0.06, "2")});

  EXPECT_DOUBLE_EQ(truth[0].visible, 1.0);
  EXPECT_LT(truth[1].visible, 0.9);
  EXPECT_GT(truth[1].visible, 0.02);
}

TEST(Renderer, ShadowsDarkenTheClothBesideABall) {
  Renderer renderer({}, overhead(), plain());
  const std::vector<SceneBall> balls{ball_at(1.0, 0.0, "1")};  // outside the lamps: shadow at +x
  const cv::Mat empty = renderer.render({}), frame = renderer.render(balls);

  const auto pixel = project(overhead(), {1.045, 0.0, 0.0});
  const cv::Point at(cvRound(pixel->x), cvRound(pixel->y));

  EXPECT_LT(frame.at<cv::Vec3b>(at)[0], empty.at<cv::Vec3b>(at)[0] - 10);
}

TEST(Renderer, RefusesWhatItCannotDraw) {
  TableGeometry flat;
  flat.width = 0.0;
  Camera tiny = overhead();
  tiny.lens.width = 0;
  EXPECT_THROW(Renderer({}, tiny, {}), std::invalid_argument);
  EXPECT_THROW(Renderer(flat, overhead(), {}), std::invalid_argument);
  Renderer renderer({}, overhead(), {});
  SceneBall unknown;
  unknown.kind = 16;
  EXPECT_THROW((void)renderer.render(std::vector<SceneBall>{unknown}), std::invalid_argument);
}

TEST(Turn, RollsANumberUnderTheBall) {
  // A quarter turn about +y carries the number at +x to −z.
  const cv::Matx33d r = turn(cv::Matx33d::eye(), {0.0, CV_PI, 0.0}, 0.5);
  const cv::Vec3d number = r * cv::Vec3d(1, 0, 0);
  EXPECT_NEAR(number[2], -1.0, 1e-12);
}

}  // namespace
}  // namespace billiard::vision
