// SPDX-License-Identifier: Apache-2.0
#include "sharp_outline.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scene_for_tests.hpp"

namespace billiard::vision {
namespace {

// As the tracker's films: from above, 2.5 mm per pixel.
Camera camera_above() {
  return look_at(make_lens(1280, 720, 1050.0), {0.0, 0.2, 2.65}, {0, 0, 0}, {0, 1, 0});
}

TableView view_of(const Renderer& renderer) {
  TableView view;
  view.table = renderer.table();
  view.camera = renderer.camera();
  return view;
}

cv::Point2d place_of(const SceneBall& ball) { return {ball.position[0], ball.position[1]}; }

// Errors of a ball that creeps on by a third of a pixel, from starts that are off [m].
std::vector<cv::Point2d> errors_on_the_way(const std::string& id, double off) {
  Renderer renderer({}, camera_above(), {});
  const TableView view = view_of(renderer);
  std::vector<cv::Point2d> errors;
  for (int k = 0; k < 12; ++k) {
    const SceneBall ball = pool_ball(0.3 + 8e-4 * k, 0.1 + 3e-4 * k, id);
    const cv::Mat frame = renderer.render({{ball}}, static_cast<std::uint64_t>(k));
    const double side = k % 2 == 0 ? off : -off;
    const auto sharp = sharpen(frame, view, place_of(ball) + cv::Point2d(side, 0.5 * side));
    if (sharp) errors.push_back(sharp->position - place_of(ball));
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

TEST(SharpOutline, KnowsThePlaceOfAPlainBallToAFiftiethOfAPixel) {
  for (const char* id : {"cue", "1", "5"}) {
    const auto errors = errors_on_the_way(id, 1e-4);
    ASSERT_EQ(errors.size(), 12U) << id;
    // 2.5 mm per pixel; the renderer's own four samples per pixel make a fiftieth.
    EXPECT_LT(scatter(errors), 8e-5) << id;
    for (const cv::Point2d& e : errors) EXPECT_LT(cv::norm(e), 4e-4) << id;
  }
}

TEST(SharpOutline, TellsHowWellItKnowsIt) {
  Renderer renderer({}, camera_above(), {});
  const SceneBall ball = pool_ball(0.2, -0.1, "1");
  const auto sharp = sharpen(renderer.render({{ball}}), view_of(renderer), place_of(ball));
  ASSERT_TRUE(sharp);
  EXPECT_GT(sharp->covariance(0, 0), 1e-9);
  EXPECT_LT(sharp->covariance(0, 0), 4e-8);
  EXPECT_GT(sharp->plain, 0.9);
}

TEST(SharpOutline, SeesWhereAStripeMeetsTheRim) {
  Renderer renderer({}, camera_above(), {});
  const SceneBall ball = pool_ball(0.2, -0.1, "15", {0.0, 0.6, 0.0});
  const auto sharp = sharpen(renderer.render({{ball}}), view_of(renderer), place_of(ball));
  ASSERT_TRUE(sharp);
  EXPECT_LT(sharp->plain, 0.9);
}

TEST(SharpOutline, LeavesOutWhatAnotherBallHides) {
  Renderer renderer({}, camera_above(), {});
  const TableView view = view_of(renderer);
  const SceneBall ball = pool_ball(0.0, 0.0, "1"), beside = pool_ball(0.058, 0.0, "3");
  const cv::Mat frame = renderer.render({{ball, beside}});
  ImageCircle other = sphere_image(view.camera, beside.position, 0.028575).value();
  other.radius_px *= 1.1;

  const auto sharp = sharpen(frame, view, place_of(ball), {{other}});

  ASSERT_TRUE(sharp);
  EXPECT_LT(cv::norm(sharp->position - place_of(ball)), 4e-4);
}

TEST(SharpOutline, RefusesBareCloth) {
  Renderer renderer({}, camera_above(), {});
  EXPECT_FALSE(sharpen(renderer.render({}), view_of(renderer), {0.3, 0.1}));
}

}  // namespace
}  // namespace billiard::vision
