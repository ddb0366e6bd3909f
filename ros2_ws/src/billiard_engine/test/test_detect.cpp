// SPDX-License-Identifier: Apache-2.0
#include "simulate/detect.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace billiard {
namespace {

constexpr double kRadius = 0.028575;
constexpr double kTime = 1e-8;  ///< found within this [s]: a gap of 1e-9 m counts as touching

/// A ball that keeps its velocity.
Segment<double> straight(Vec3<double> from, Vec3<double> velocity, double duration = 1.0) {
  Segment<double> s;
  s.path = Path::kCloth;
  s.start.position = from;
  s.start.velocity = velocity;
  s.end.position = from + duration * velocity;
  s.end.velocity = velocity;
  s.duration = duration;
  s.end_time = duration;
  bound_path(s);
  return s;
}

Segment<double> resting(Vec3<double> at) {
  Segment<double> s;
  s.start.position = s.end.position = at;
  s.end_time = 1e30;
  bound_path(s);
  return s;
}

TEST(DetectBallBall, FindsAHeadOnMeeting) {
  const auto touch = detect_ball_ball(straight({0, 0, kRadius}, {2, 0, 0}),
                                      straight({1, 0, kRadius}, {-1, 0, 0}), kRadius, 0.0, 1.0);
  EXPECT_NEAR(touch.time, (1.0 - 2 * kRadius) / 3.0, kTime);
  EXPECT_TRUE(touch.certain);
}

TEST(DetectBallBall, FindsACutOnARestingBall) {
  const double offset = 1.2 * kRadius;
  const auto touch = detect_ball_ball(straight({0, 0, kRadius}, {2, 0, 0}),
                                      resting({0.5, offset, kRadius}), kRadius, 0.0, 1.0);
  const double along = std::sqrt(4 * kRadius * kRadius - offset * offset);
  EXPECT_NEAR(touch.time, (0.5 - along) / 2.0, kTime);
}

TEST(DetectBallBall, ToldApartFromANearMiss) {
  const auto path = straight({0, 0, kRadius}, {2, 0, 0});
  const double touching = 2 * kRadius;
  EXPECT_LT(
      detect_ball_ball(path, resting({0.5, touching - 1e-6, kRadius}), kRadius, 0.0, 1.0).time,
      1.0);
  // A search that runs out of iterations says so and is called again; it never claims a touch.
  const auto miss =
      detect_ball_ball(path, resting({0.5, touching + 1e-6, kRadius}), kRadius, 0.0, 1.0);
  EXPECT_TRUE(miss.time >= kNever || !miss.certain);
}

TEST(DetectBallBall, FindsTheFirstTouchOfCurvedPaths) {
  std::mt19937 random{3};
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  const auto curved = [&](double x) {
    Segment<double> s =
        straight({x, 0.03 * unit(random), kRadius}, {-8 * x, 0.3 * unit(random), 0}, 0.2);
    s.end.velocity += Vec3<double>{unit(random), unit(random), 0};
    s.end.position += 0.03 * Vec3<double>{unit(random), unit(random), 0};
    bound_path(s);
    return s;
  };
  int touches = 0;
  for (int i = 0; i < 200; ++i) {
    const Segment<double> a = curved(-0.25);
    const Segment<double> b = curved(0.25);
    const auto gap = [&](double t) {
      return (position_after(b, t) - position_after(a, t)).norm() - 2 * kRadius;
    };
    double scanned = 0.0;
    while (scanned < 0.2 && gap(scanned) > 0.0) scanned += 1e-4;

    const auto touch = detect_ball_ball(a, b, kRadius, 0.0, 0.2);

    EXPECT_EQ(touch.time < kNever, scanned < 0.2) << i;
    if (touch.time < kNever) {
      ++touches;
      EXPECT_NEAR(touch.time, scanned, 1.1e-4) << i;
      EXPECT_LE(std::abs(gap(touch.time)), 5e-9) << i;
      EXPECT_TRUE(touch.certain) << i;
    }
  }
  EXPECT_GT(touches, 100);
}

TEST(DetectBallBall, IgnoresTouchingBallsThatPart) {
  const auto part = detect_ball_ball(straight({0, 0, kRadius}, {-1, 0, 0}),
                                     resting({2 * kRadius, 0, kRadius}), kRadius, 0.0, 1.0);
  EXPECT_GE(part.time, kNever);
  const auto meet = detect_ball_ball(straight({0, 0, kRadius}, {1, 0, 0}),
                                     resting({2 * kRadius, 0, kRadius}), kRadius, 0.0, 1.0);
  EXPECT_NEAR(meet.time, 0.0, kTime);
}

TEST(DetectBallBall, MissesABallThatFliesOver) {
  const auto touch = detect_ball_ball(straight({0, 0, 3.1 * kRadius}, {2, 0, 0}),
                                      resting({0.5, 0, kRadius}), kRadius, 0.0, 1.0);
  EXPECT_GE(touch.time, kNever);
}

TEST(DetectBallBall, WorksOnAnAbsoluteClock) {
  Segment<double> late = straight({0, 0, kRadius}, {1, 0, 0});
  late.start_time = 5.0;
  late.end_time = 6.0;
  const auto touch = detect_ball_ball(late, resting({0.5, 0, kRadius}), kRadius, 5.2, 6.0);
  EXPECT_NEAR(touch.time, 5.0 + 0.5 - 2 * kRadius, kTime);
}

class DetectAtTheTable : public testing::Test {
 protected:
  Table table_ = build_table({}, kRadius);
  Cushions<double> cushions_{table_, kRadius};
};

TEST_F(DetectAtTheTable, FindsARail) {
  const auto touch = detect_cushion(straight({0.3, 0, kRadius}, {0.5, 1, 0}), cushions_, kRadius);
  EXPECT_NEAR(touch.time, 0.5 * table_.spec.width - cushions_.reach, kTime);
  ASSERT_GE(touch.where, 0);
  EXPECT_NEAR(cushions_.elements[static_cast<std::size_t>(touch.where)].normal.y(), -1.0, 1e-12);
}

TEST_F(DetectAtTheTable, FindsATip) {
  const Vec2<double> tip = table_.arcs[0].centre;
  const Vec2<double> out = table_.arcs[0].middle;
  const Vec2<double> from = tip + 0.1 * out;
  const auto touch = detect_cushion(
      straight({from.x(), from.y(), kRadius}, {-out.x(), -out.y(), 0}, 0.1), cushions_, kRadius);
  // The nose's edge is touched off the equator, at the plan distance `reach`.
  EXPECT_NEAR(touch.time, 0.1 - table_.arcs[0].radius - cushions_.reach, kTime);
}

TEST_F(DetectAtTheTable, BallAlongTheRailTouchesNothing) {
  const double y = 0.5 * table_.spec.width - cushions_.reach - 1e-6;
  const auto touch = detect_cushion(straight({0.2, y, kRadius}, {0.5, 0, 0}), cushions_, kRadius);
  EXPECT_GE(touch.time, kNever);
}

TEST_F(DetectAtTheTable, HighBallPassesOverTheRail) {
  const double high = table_.spec.nose_height + kRadius + 1e-3;
  Segment<double> s = straight({0.3, 0.5, high}, {0, 1, 0}, 0.5);
  s.path = Path::kFlight;
  EXPECT_GE(detect_cushion(s, cushions_, kRadius).time, kNever);
  Segment<double> low = straight({0.3, 0.5, high - 2e-3}, {0, 1, 0}, 0.5);
  low.path = Path::kFlight;
  EXPECT_LT(detect_cushion(low, cushions_, kRadius).time, 0.5);
}

TEST_F(DetectAtTheTable, BallFallsWhereItsCentrePassesTheRim) {
  for (int i = 0; i < table_.pocket_count; ++i) {
    const Pocket& p = table_.pockets[static_cast<std::size_t>(i)];
    const Vec2<double> from = p.centre - (p.radius + 0.1) * p.inward;
    const auto touch =
        detect_pocket(straight({from.x(), from.y(), kRadius}, {p.inward.x(), p.inward.y(), 0}, 0.3),
                      table_, kRadius);
    EXPECT_NEAR(touch.time, 0.1, kTime) << name(static_cast<PocketId>(i));
    EXPECT_EQ(touch.where, i);
  }
}

TEST_F(DetectAtTheTable, HighBallPassesOverAPocket) {
  const Pocket& p = table_.pockets[0];
  const Vec2<double> from = p.centre - (p.radius + 0.1) * p.inward;
  const auto touch = detect_pocket(
      straight({from.x(), from.y(), 3 * kRadius}, {p.inward.x(), p.inward.y(), 0}, 0.3), table_,
      kRadius);
  EXPECT_GE(touch.time, kNever);
}

TEST(DetectLanding, SolvesTheParabola) {
  Ball ball;
  ball.position.z() = kRadius + 0.05;
  EXPECT_NEAR(detect_landing(ball, 9.81, kRadius), std::sqrt(0.1 / 9.81), 1e-12);
  ball.position.z() = kRadius;
  ball.velocity.z() = 1.0;
  EXPECT_NEAR(detect_landing(ball, 9.81, kRadius), 2.0 / 9.81, 1e-12);
}

}  // namespace
}  // namespace billiard
