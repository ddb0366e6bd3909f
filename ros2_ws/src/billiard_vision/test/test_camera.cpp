// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/camera.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/core.hpp>

namespace billiard::vision {
namespace {

Camera wide_camera() {
  Lens lens = make_lens(1280, 720, 900.0);
  lens.distortion = {-0.12, 0.03, 0.001, -0.0005, 0.002};
  return look_at(lens, {0.3, -2.0, 1.8}, {0.0, 0.0, 0.0});
}

TEST(SetDistortion, TakesARationalPolynomialThatIsAPlumbBob) {
  const std::vector<double> five = {-0.1, 0.02, 0.001, -0.002, 0.003};
  std::vector<double> eight = five;
  eight.resize(8, 0.0);
  Lens plumb_bob, rational;

  ASSERT_TRUE(set_distortion(plumb_bob, "plumb_bob", five));
  ASSERT_TRUE(set_distortion(rational, "rational_polynomial", eight));

  EXPECT_EQ(plumb_bob.distortion, (std::array{-0.1, 0.02, 0.001, -0.002, 0.003}));
  EXPECT_EQ(rational.distortion, plumb_bob.distortion);
}

TEST(SetDistortion, LeavesTheLensWithAnyOther) {
  const std::vector<double> curved = {0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.01, 0.0};
  const std::vector<double> odd = {0.1, std::nan(""), 0.0, 0.0};
  Lens lens;

  EXPECT_FALSE(set_distortion(lens, "rational_polynomial", curved));
  EXPECT_FALSE(set_distortion(lens, "plumb_bob", odd));
  EXPECT_FALSE(set_distortion(lens, "equidistant", {}));

  EXPECT_EQ(lens.distortion, Lens{}.distortion);
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
