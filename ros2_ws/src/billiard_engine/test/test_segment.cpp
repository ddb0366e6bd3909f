// SPDX-License-Identifier: Apache-2.0
#include "simulate/segment.hpp"

#include <gtest/gtest.h>

namespace billiard {
namespace {

Segment<double> curved() {
  Segment<double> s;
  s.path = Path::kCloth;
  s.start.position = {0.0, 0.0, 0.03};
  s.start.velocity = {1.0, 0.5, 0.0};
  s.end.position = {0.09, 0.03, 0.03};
  s.end.velocity = {0.8, 0.1, 0.0};
  s.duration = 0.1;
  s.start_time = 2.0;
  s.end_time = 2.1;
  bound_path(s);
  return s;
}

TEST(Segment, PathMeetsBothEnds) {
  const Segment<double> s = curved();
  EXPECT_TRUE(position_after(s, 0.0).isApprox(s.start.position, 1e-14));
  EXPECT_TRUE(position_after(s, 0.1).isApprox(s.end.position, 1e-14));
  EXPECT_TRUE(velocity_after(s, 0.0).isApprox(s.start.velocity, 1e-14));
  EXPECT_TRUE(velocity_after(s, 0.1).isApprox(s.end.velocity, 1e-12));
}

TEST(Segment, VelocityIsTheSlopeOfThePosition) {
  const Segment<double> s = curved();
  const double h = 1e-6;
  for (const double t : {0.02, 0.05, 0.08}) {
    const Vec3<double> slope = (position_after(s, t + h) - position_after(s, t - h)) / (2 * h);
    EXPECT_TRUE(slope.isApprox(velocity_after(s, t), 1e-8)) << t;
  }
}

TEST(Segment, BoxAndSpeedBoundThePath) {
  const Segment<double> s = curved();
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.001 * i;
    const Vec3<double> p = position_after(s, t);
    EXPECT_TRUE((p.array() >= s.low.array() - 1e-15).all()) << t;
    EXPECT_TRUE((p.array() <= s.high.array() + 1e-15).all()) << t;
    EXPECT_LE(velocity_after(s, t).norm(), s.speed + 1e-12) << t;
  }
}

TEST(Segment, RestingBallIsAPoint) {
  Segment<double> s;
  s.start.position = {0.1, 0.2, 0.03};
  bound_path(s);
  EXPECT_EQ(s.low, s.start.position);
  EXPECT_EQ(s.high, s.start.position);
  EXPECT_EQ(s.speed, 0.0);
}

TEST(BoundPath, PathWithoutLengthKeepsItsSpeed) {
  Segment<double> s;
  s.start.velocity = {3.0, 0.0, -4.0};
  bound_path(s);
  EXPECT_EQ(s.speed, 5.0);
}

TEST(Fly, IsAParabola) {
  Ball ball;
  ball.position = {0.0, 0.0, 0.1};
  ball.velocity = {1.0, 0.0, 2.0};
  const Ball later = fly(ball, 9.81, 0.3);
  EXPECT_NEAR(later.position.x(), 0.3, 1e-15);
  EXPECT_NEAR(later.position.z(), 0.1 + 0.6 - 0.5 * 9.81 * 0.09, 1e-15);
  EXPECT_NEAR(later.velocity.z(), 2.0 - 9.81 * 0.3, 1e-15);
}

TEST(StateAfter, InterpolatesInContactAndIntegratesElsewhere) {
  const Physics physics;
  const ClothModel<double> cloth{physics, 1e-3};
  Segment<double> s;
  s.path = Path::kContact;
  s.start.velocity = {1.0, 0.0, 0.0};
  s.end.position = {0.1, 0.0, 0.0};
  s.duration = 0.2;
  const Ball middle = state_after(s, cloth, 9.81, 0.1);
  EXPECT_NEAR(middle.position.x(), 0.05, 1e-15);
  EXPECT_NEAR(middle.velocity.x(), 0.5, 1e-15);

  s.path = Path::kFlight;
  EXPECT_NEAR(state_after(s, cloth, 9.81, 0.1).velocity.z(), -0.981, 1e-15);
  s.path = Path::kRest;
  EXPECT_EQ(state_after(s, cloth, 9.81, 0.1).position, s.start.position);
}

}  // namespace
}  // namespace billiard
