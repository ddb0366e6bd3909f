// SPDX-License-Identifier: Apache-2.0
#include "billiard_multibody/touch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "billiard_multibody/contact.hpp"

namespace billiard::multibody {
namespace {

constexpr double kRoundOff = 1e-12;

void expect_touch(const Touch& t, double depth, const Vec3& normal) {
  EXPECT_NEAR(t.depth, depth, kRoundOff);
  EXPECT_NEAR((t.normal - normal).norm(), 0.0, kRoundOff);
}

TEST(SphereSphere, MeetsFromOutsideAndFromInside) {
  expect_touch(sphere_sphere({2.5, 0, 0}, 1.0, {0, 0, 0}, 2.0), 0.5, Vec3::UnitX());
  expect_touch(sphere_sphere({3.5, 0, 0}, 1.0, {0, 0, 0}, 2.0), -0.5, Vec3::UnitX());
  expect_touch(sphere_inside_sphere({1.5, 0, 0}, 1.0, {0, 0, 0}, 2.0), 0.5, -Vec3::UnitX());
  expect_touch(sphere_inside_sphere({0.5, 0, 0}, 1.0, {0, 0, 0}, 2.0), -0.5, -Vec3::UnitX());
}

TEST(SpherePlane, MeetsFromTheSideOfTheNormal) {
  const Touch t = sphere_plane({3.0, 4.0, 0.9}, 1.0, Pose{});

  expect_touch(t, 0.1, Vec3::UnitZ());
  EXPECT_NEAR((t.place - Vec3(3.0, 4.0, 0.0)).norm(), 0.0, kRoundOff);
}

TEST(SphereBox, MeetsFaceEdgeAndCorner) {
  const Vec3 half{1.0, 2.0, 3.0};
  expect_touch(sphere_box({1.4, 0.5, 0.0}, 0.5, Pose{}, half), 0.1, Vec3::UnitX());
  const double beside = 0.3;
  expect_touch(sphere_box({1.0 + beside, 2.0 + beside, 0.0}, 0.5, Pose{}, half),
               0.5 - beside * std::sqrt(2.0), Vec3(1.0, 1.0, 0.0).normalized());
  expect_touch(sphere_box({-1.1, -2.1, -3.1}, 0.5, Pose{}, half), 0.5 - 0.1 * std::sqrt(3.0),
               Vec3(-1.0, -1.0, -1.0).normalized());
  expect_touch(sphere_box({0.9, 0.0, 0.0}, 0.5, Pose{}, half), 0.6, Vec3::UnitX());
}

const std::array<Eigen::Vector2d, 3> kTriangle{Eigen::Vector2d{0.0, 0.0}, Eigen::Vector2d{2.0, 0.0},
                                               Eigen::Vector2d{0.0, 2.0}};

TEST(SpherePrism, MeetsSideEdgeEndAndInside) {
  expect_touch(sphere_prism({1.0, -0.4, 0.0}, 0.5, Pose{}, kTriangle, 1.0), 0.1, -Vec3::UnitY());
  expect_touch(sphere_prism({-0.3, -0.3, 0.0}, 0.5, Pose{}, kTriangle, 1.0),
               0.5 - 0.3 * std::sqrt(2.0), Vec3(-1.0, -1.0, 0.0).normalized());
  expect_touch(sphere_prism({0.5, 0.5, 1.4}, 0.5, Pose{}, kTriangle, 1.0), 0.1, Vec3::UnitZ());
  expect_touch(sphere_prism({0.5, 0.1, 0.0}, 0.5, Pose{}, kTriangle, 1.0), 0.6, -Vec3::UnitY());
  expect_touch(sphere_prism({1.2, 1.2, 0.0}, 0.5, Pose{}, kTriangle, 1.0),
               0.5 - 0.2 * std::sqrt(2.0), Vec3(1.0, 1.0, 0.0).normalized());
}

TEST(SphereCylinder, MeetsWallRimAndInside) {
  expect_touch(sphere_cylinder({0.0, 2.9, 0.5}, 1.0, Pose{}, 2.0, 1.0), 0.1, Vec3::UnitY());
  expect_touch(sphere_cylinder({2.3, 0.0, 1.3}, 1.0, Pose{}, 2.0, 1.0), 1.0 - 0.3 * std::sqrt(2.0),
               Vec3(1.0, 0.0, 1.0).normalized());
  expect_touch(sphere_inside_cylinder({1.1, 0.0, 7.0}, 1.0, Pose{}, 2.0), 0.1, -Vec3::UnitX());
}

TEST(Touch, TurnsWithThePose) {
  // A turned scene has the turned answer.
  std::mt19937 random(4);
  std::uniform_real_distribution<double> some(-2.0, 2.0);
  for (int i = 0; i < 200; ++i) {
    const Vec3 centre{some(random), some(random), some(random)};
    Eigen::Quaterniond q(some(random), some(random), some(random), some(random));
    q.normalize();
    const Pose turned{{some(random), some(random), some(random)}, q.toRotationMatrix()};
    const Vec3 moved = turned.position + turned.axes * centre;
    const auto same = [&](const Touch& a, const Touch& b) {
      EXPECT_NEAR(a.depth, b.depth, kRoundOff);
      EXPECT_NEAR((turned.axes * a.normal - b.normal).norm(), 0.0, 1e-9);
      EXPECT_NEAR((turned.position + turned.axes * a.place - b.place).norm(), 0.0, kRoundOff);
    };
    same(sphere_box(centre, 0.5, Pose{}, Vec3::Ones()),
         sphere_box(moved, 0.5, turned, Vec3::Ones()));
    same(sphere_prism(centre, 0.5, Pose{}, kTriangle, 1.0),
         sphere_prism(moved, 0.5, turned, kTriangle, 1.0));
    same(sphere_cylinder(centre, 0.5, Pose{}, 1.0, 1.0),
         sphere_cylinder(moved, 0.5, turned, 1.0, 1.0));
    same(sphere_plane(centre, 0.5, Pose{}), sphere_plane(moved, 0.5, turned));
  }
}

TEST(EffectiveRadius, IsSmallerOutsideAndLargerInside) {
  EXPECT_DOUBLE_EQ(effective_radius(0.02, PlaneShape{}), 0.02);
  EXPECT_DOUBLE_EQ(effective_radius(0.02, SphereShape{0.02, false}), 0.01);
  EXPECT_DOUBLE_EQ(effective_radius(0.02, SphereShape{0.04, true}), 0.04);
  EXPECT_NEAR(effective_radius(0.02, CylinderShape{0.02, 1.0, false}), 0.02 / std::sqrt(2.0),
              1e-15);
  EXPECT_NEAR(effective_radius(0.02, CylinderShape{0.04, 1.0, true}), 0.02 * std::sqrt(2.0), 1e-15);
}

}  // namespace
}  // namespace billiard::multibody
