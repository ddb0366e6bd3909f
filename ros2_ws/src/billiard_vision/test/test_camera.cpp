// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/camera.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/calib3d.hpp>

#include <cmath>
#include <opencv2/core.hpp>

namespace billiard::vision {
namespace {

Camera wide_camera() {
  Lens lens = make_lens(1280, 720, 900.0);
  lens.distortion = {-0.12, 0.03, 0.001, -0.0005, 0.002};
  return look_at(lens, {0.3, -2.0, 1.8}, {0.0, 0.0, 0.0});
}

TEST(SetDistortion, TakesEachModelOfRos) {
  Lens lens;

  ASSERT_TRUE(set_distortion(lens, "plumb_bob", std::array{-0.1, 0.02, 0.001, -0.002, 0.003}));
  EXPECT_EQ(lens.model, LensModel::kPlumbBob);
  EXPECT_EQ(coefficients(lens).size(), 5U);
  ASSERT_TRUE(set_distortion(lens, "rational_polynomial",
                             std::array{1.0, 2.0, 0.1, 0.2, 3.0, 4.0, 5.0, 6.0, 0.0, 0.0}));
  EXPECT_EQ(coefficients(lens).back(), 6.0);
  ASSERT_TRUE(set_distortion(lens, "equidistant", std::array{0.1, 0.2}));
  EXPECT_EQ(coefficients(lens).size(), 4U);
  EXPECT_STREQ(name(lens.model), "equidistant");
}

TEST(SetDistortion, LeavesTheLensWithAnyOther) {
  Lens lens;

  EXPECT_FALSE(set_distortion(lens, "fisheye", {}));
  EXPECT_FALSE(set_distortion(lens, "plumb_bob", std::array{0.1, 0.0, 0.0, 0.0, 0.0, 0.5}));
  EXPECT_FALSE(set_distortion(lens, "equidistant", std::array{0.1, 0.0, 0.0, 0.0, 0.5}));
  EXPECT_FALSE(set_distortion(lens, "plumb_bob", std::array{std::nan("")}));

  EXPECT_EQ(lens, Lens{});
}

// Points over a field of view of 2 × 45 degrees.
std::vector<cv::Point2d> all_over() {
  std::vector<cv::Point2d> points;
  for (int i = 0; i < 121; ++i) points.emplace_back((i % 11 - 5) / 5.0, (i / 11 - 5) / 7.0);
  return points;
}

TEST(Lens, BendsAsOpenCvDoes) {
  const cv::Matx33d matrix(600.0, 0.0, 630.0, 0.0, 610.0, 350.0, 0.0, 0.0, 1.0);
  Lens lens = make_lens(1280, 720, 600.0);
  lens.fy = 610.0;
  lens.cx = 630.0;
  lens.cy = 350.0;
  const std::array rational{6.1, 2.3, 0.001, -0.0005, 0.12, 6.4, 4.2, 0.7};
  const std::array fisheye{-0.03, 0.01, -0.004, 0.0007};
  std::vector<cv::Point3d> rays;
  for (const cv::Point2d& n : all_over()) rays.emplace_back(n.x, n.y, 1.0);
  std::vector<cv::Point2d> expected;

  ASSERT_TRUE(set_distortion(lens, "rational_polynomial", rational));
  cv::projectPoints(rays, cv::Vec3d(), cv::Vec3d(), matrix, rational, expected);
  for (std::size_t i = 0; i < rays.size(); ++i)
    EXPECT_LT(cv::norm(distort(lens, all_over()[i]) - expected[i]), 1e-9) << rays[i];

  ASSERT_TRUE(set_distortion(lens, "equidistant", fisheye));
  cv::fisheye::projectPoints(rays, expected, cv::Vec3d(), cv::Vec3d(), matrix, fisheye);
  for (std::size_t i = 0; i < rays.size(); ++i)
    EXPECT_LT(cv::norm(distort(lens, all_over()[i]) - expected[i]), 1e-9) << rays[i];
}

TEST(Lens, IsUndone) {
  const std::array<std::pair<const char*, std::vector<double>>, 4> lenses{
      {{"plumb_bob", {-0.12, 0.03, 0.001, -0.0005, 0.002}},
       {"rational_polynomial", {6.1, 2.3, 0.001, -0.0005, 0.12, 6.4, 4.2, 0.7}},
       {"equidistant", {-0.03, 0.01, -0.004, 0.0007}},
       {"equidistant", {}}}};
  for (const auto& [model, values] : lenses) {
    Lens lens = make_lens(1280, 720, 600.0);
    ASSERT_TRUE(set_distortion(lens, model, values));
    for (const cv::Point2d& n : all_over())
      EXPECT_LT(cv::norm(undistort(lens, distort(lens, n)) - n), 1e-6) << model << " " << n;
  }
}

TEST(Camera, SeesItsTargetInTheMiddle) {
  const Camera camera = wide_camera();

  const auto pixel = project(camera, {0.0, 0.0, 0.0});

  ASSERT_TRUE(pixel);
  EXPECT_NEAR(pixel->x, 639.5, 1e-9);
  EXPECT_NEAR(pixel->y, 359.5, 1e-9);
}

TEST(Camera, PinholeMatchesHandComputation) {
  // 2 m above the origin, looking down, image up = +y: 0.5 m right is f * 0.5 / 2 right.
  const Camera camera = look_at(make_lens(641, 481, 800.0), {0, 0, 2}, {0, 0, 0}, {0, 1, 0});

  const auto pixel = project(camera, {0.5, 0.25, 0.0});

  ASSERT_TRUE(pixel);
  EXPECT_NEAR(pixel->x, 320.0 + 200.0, 1e-9);
  EXPECT_NEAR(pixel->y, 240.0 - 100.0, 1e-9);
}

TEST(Camera, PlanePointsComeBackThroughTheLens) {
  const Camera camera = wide_camera();
  for (double x = -1.2; x <= 1.2; x += 0.3) {
    for (double y = -0.6; y <= 0.6; y += 0.3) {
      const auto pixel = project(camera, {x, y, 0.03});
      ASSERT_TRUE(pixel);

      const auto point = meet_plane(camera, *pixel, 0.03);

      ASSERT_TRUE(point);
      EXPECT_NEAR(point->x, x, 1e-7);  // rest of the fixed-point iteration
      EXPECT_NEAR(point->y, y, 1e-7);
    }
  }
}

TEST(Camera, HasNoPixelForPointsBehindIt) {
  EXPECT_FALSE(project(wide_camera(), {0.3, -4.0, 1.8}));
  EXPECT_FALSE(sphere_image(wide_camera(), {0.3, -4.0, 1.8}, 0.03));
}

TEST(SphereOutline, TouchesTheViewingCone) {
  // Every outline ray passes the sphere's centre at exactly one radius.
  const Camera camera = wide_camera();
  const cv::Vec3d centre(0.7, 0.4, 0.028575);

  const auto outline = sphere_outline(camera, centre, 0.028575, 24);

  ASSERT_EQ(outline.size(), 24U);
  for (const cv::Point2d& pixel : outline) {
    const cv::Vec3d to_centre = centre - camera_centre(camera);
    const double miss = cv::norm(to_centre.cross(ray_direction(camera, pixel)));
    EXPECT_NEAR(miss, 0.028575, 1e-8);
  }
}

TEST(SphereOutline, RadiusOnTheAxisIsClosedForm) {
  // On the axis the outline is a circle of f tan(asin(R/D)).
  const Camera camera = look_at(make_lens(641, 481, 800.0), {0, 0, 1.03}, {0, 0, 0}, {0, 1, 0});

  const auto image = sphere_image(camera, {0, 0, 0.03}, 0.03);

  ASSERT_TRUE(image);
  EXPECT_NEAR(image->radius_px, 800.0 * std::tan(std::asin(0.03)), 1e-6);
  EXPECT_NEAR(image->center_px.x, 320.0, 1e-9);
  EXPECT_NEAR(image->box_px.width, 2.0 * image->radius_px, 1e-6);
}

}  // namespace
}  // namespace billiard::vision
