// SPDX-License-Identifier: Apache-2.0
#include "sharp_outline.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scene_for_tests.hpp"

namespace billiard::vision {
namespace {

// As the tracker's films: from above, 2.5 mm per pixel.
struct Scene {
  Renderer renderer{{}, look_at(make_lens(1280, 720, 1050.0), {0.0, 0.2, 2.65}, {}, {0, 1, 0}), {}};
  TableView view;

  Scene() {
    view.table = renderer.table();
    view.camera = renderer.camera();
  }
  [[nodiscard]] ImageCircle image_of(const SceneBall& ball) const {
    return sphere_image(view.camera, ball.position, view.table.ball_radius).value();
  }
};

BallFit fit_at(const SceneBall& ball, double off = 0.0) {
  BallFit fit;
  fit.position = {ball.position[0] + off, ball.position[1] + 0.5 * off};
  return fit;
}

cv::Point2d error_of(const BallFit& fit, const SceneBall& ball) {
  return fit.position - cv::Point2d(ball.position[0], ball.position[1]);
}

// Errors of a ball that creeps on by a third of a pixel, from starts that are off [m].
std::vector<cv::Point2d> errors_on_the_way(const std::string& id, double off) {
  Scene scene;
  std::vector<cv::Point2d> errors;
  for (int k = 0; k < 12; ++k) {
    const SceneBall ball = pool_ball(0.3 + 8e-4 * k, 0.1 + 3e-4 * k, id);
    const cv::Mat frame = scene.renderer.render({{ball}}, static_cast<std::uint64_t>(k));
    BallFit fit = fit_at(ball, k % 2 == 0 ? off : -off);
    if (sharpen(frame, scene.view, {}, 0.04, fit)) errors.push_back(error_of(fit, ball));
  }
  return errors;
}

// The part that changes from frame to frame, which looks like speed.
double scatter(const std::vector<cv::Point2d>& errors) {
  cv::Point2d mean(0, 0);
  for (const cv::Point2d& e : errors) mean += e * (1.0 / static_cast<double>(errors.size()));
  double sum = 0.0;
  for (const cv::Point2d& e : errors) sum += (e - mean).dot(e - mean);
  return std::sqrt(0.5 * sum / static_cast<double>(errors.size()));
}

TEST(SharpOutline, KnowsThePlaceOfAPlainBallToAThirtiethOfAPixel) {
  for (const char* id : {"cue", "1", "5", "8"}) {
    for (const double off : {1e-4, 6e-4}) {
      const auto errors = errors_on_the_way(id, off);
      ASSERT_EQ(errors.size(), 12U) << id;
      // Pixels are 2.5 mm wide; the renderer's own four samples per pixel make a fiftieth.
      EXPECT_LT(scatter(errors), 8e-5) << id << " from " << off;
      for (const cv::Point2d& e : errors) EXPECT_LT(cv::norm(e), 4e-4) << id << " from " << off;
    }
  }
}

TEST(SharpOutline, TellsHowWellItKnowsIt) {
  Scene scene;
  const SceneBall ball = pool_ball(0.2, -0.1, "1");
  BallFit fit = fit_at(ball);
  ASSERT_TRUE(sharpen(scene.renderer.render({{ball}}), scene.view, {}, 0.04, fit));
  EXPECT_GT(fit.covariance(0, 0), 2.5e-9);
  EXPECT_LT(fit.covariance(0, 0), 1.5e-8);
}

TEST(SharpOutline, DoubtsAStripeLikeTheClothAlongTheRim) {
  Scene scene;
  const SceneBall ball = pool_ball(0.2, -0.1, "12");
  BallFit fit = fit_at(ball, 2e-4);
  ASSERT_TRUE(sharpen(scene.renderer.render({{ball}}), scene.view, {}, 0.04, fit));
  EXPECT_GT(fit.covariance(0, 0), 2e-7);
  const double sigma = std::sqrt(fit.covariance(0, 0) + fit.covariance(1, 1));
  EXPECT_LT(cv::norm(error_of(fit, ball)), 2.0 * sigma);
}

// Neither what a neighbour hides nor cloth that it darkens moves the place.
TEST(SharpOutline, StaysInItsPlaceWhenANeighbourLeaves) {
  Scene scene;
  const SceneBall ball = pool_ball(0.0, 0.0, "1");
  std::vector<cv::Point2d> errors;
  for (const double gap : {0.0005, 0.002, 0.004, 0.006, 0.01, 0.02}) {
    const SceneBall beside = pool_ball(2.0 * scene.view.table.ball_radius + gap, 0.3 * gap, "3");
    ImageCircle other = scene.image_of(beside);
    other.radius_px *= 1.1;
    BallFit fit = fit_at(ball);
    ASSERT_TRUE(sharpen(scene.renderer.render({{ball, beside}}), scene.view, {{other}}, 0.1, fit));
    errors.push_back(error_of(fit, ball));
  }
  EXPECT_LT(scatter(errors), 1e-4);
}

// A rack whose balls are found one by one must not seem to move.
TEST(SharpOutline, IsNotLedAwayByABallNobodyKnows) {
  Scene scene;
  const double touching = 2.0 * scene.view.table.ball_radius;
  const SceneBall ball = pool_ball(0.0, 0.0, "2");
  const cv::Mat frame =
      scene.renderer.render({{ball, pool_ball(touching, 0.0, "4"), pool_ball(0.0, touching, "7")}});
  BallFit fit = fit_at(ball);
  (void)sharpen(frame, scene.view, {}, 0.04, fit);
  EXPECT_LT(cv::norm(error_of(fit, ball)), 1.2e-3);
}

TEST(SharpOutline, RefusesBareCloth) {
  Scene scene;
  BallFit fit = fit_at(pool_ball(0.3, 0.1, "1"));
  EXPECT_FALSE(sharpen(scene.renderer.render({}), scene.view, {}, 0.04, fit));
}

}  // namespace
}  // namespace billiard::vision
