// SPDX-License-Identifier: Apache-2.0
#include "ball_outline.hpp"

#include <gtest/gtest.h>

namespace billiard::vision {
namespace {

TEST(OutlinePoints, LookAwayFromTheBall) {
  const TableView view = view_of(look_at(make_lens(1280, 720, 1000.0), {0.3, -2.0, 2.0}, {}), {});
  const cv::Point2d place(0.4, 0.2);
  const auto image =
      sphere_image(view.camera, {place.x, place.y, view.table.ball_radius}, view.table.ball_radius);
  ASSERT_TRUE(image);

  const auto points = outline_points(view, place, 24);

  ASSERT_EQ(points.size(), 24U);
  for (const OutlinePoint& p : points) {
    EXPECT_NEAR(cv::norm(p.outward), 1.0, 1e-12);
    EXPECT_NEAR(p.outward.dot(p.at - image->center_px), image->radius_px, 0.5);
  }
}

TEST(OutlinePoints, AreNoneBehindTheCamera) {
  const TableView view = view_of(look_at(make_lens(640, 360, 500.0), {0, 0, 1}, {0.5, 0, 1}), {});
  EXPECT_TRUE(outline_points(view, {-1.0, 0.0}, 24).empty());
}

TEST(Occluders, AreNearWiderAndThere) {
  const auto circle = [](double x, double radius) {
    ImageCircle c;
    c.center_px = {x, 0.0};
    c.radius_px = radius;
    return c;
  };
  const std::vector<ImageCircle> images = {circle(0, 10), circle(23, 10), circle(26, 10),
                                           circle(5, 0)};

  const auto others = occluders_of(images, 0);

  ASSERT_EQ(others.size(), 1U);  // not itself, not the far one, not the one that is none
  EXPECT_EQ(others[0].center_px.x, 23.0);
  EXPECT_DOUBLE_EQ(others[0].radius_px, 11.0);
}

}  // namespace
}  // namespace billiard::vision
