// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "billiard_engine/shot.hpp"

namespace billiard {
namespace {

constexpr double kRounding = 1e-12;

StrikeResult<double> hit(const Shot& shot) { return strike<double>(shot, Physics{}); }

TEST(Strike, CentreHitGivesTheKnownSpeed) {
  const Physics physics;
  for (const double azimuth : {0.0, 1.0, -2.5}) {
    const auto r = hit({.speed = 2.0, .azimuth = azimuth});
    const double v = 2.0 * 1.75 / (1.0 + physics.ball.mass / physics.cue.mass);
    EXPECT_NEAR(r.velocity.x(), v * std::cos(azimuth), kRounding);
    EXPECT_NEAR(r.velocity.y(), v * std::sin(azimuth), kRounding);
    EXPECT_NEAR(r.velocity.z(), 0.0, kRounding);
    EXPECT_NEAR(r.spin.norm(), 0.0, kRounding);
    EXPECT_FALSE(r.miscue);
  }
}

TEST(Strike, TwoFifthsOfARadiusUpRollsAtOnce) {
  // ω = (5/2) b v/r: b = 2/5 is rolling, less turns slower, below the centre backwards.
  const Physics physics;
  const auto r = hit({.speed = 1.0, .offset_height = 0.4});
  EXPECT_NEAR(r.spin.y() * physics.ball.radius, r.velocity.x(), kRounding);
  EXPECT_LT(hit({.speed = 1.0, .offset_height = -0.3}).spin.y(), 0.0);
}

TEST(Strike, SideTurnsAndSquirtsTheBall) {
  const auto right = hit({.speed = 2.0, .offset_side = 0.3});
  const auto left = hit({.speed = 2.0, .offset_side = -0.3});
  EXPECT_GT(right.spin.z(), 0.0) << "right english: counter-clockwise from above";
  EXPECT_GT(right.velocity.y(), 0.0) << "leaves to the left of the aim";
  EXPECT_NEAR(left.spin.z(), -right.spin.z(), kRounding);
  EXPECT_NEAR(left.velocity.y(), -right.velocity.y(), kRounding);
  // Alciatore TP A.31 by hand: tan β = (5/2) a √(1−a²)/(1 + m/m_e + (5/2)(1−a²)).
  const double a = 0.3;
  const double t = 2.5 * a * std::sqrt(1 - a * a) / (1 + 0.170097 / 0.0057 + 2.5 * (1 - a * a));
  EXPECT_NEAR(right.velocity.y() / right.velocity.x(), t, kRounding);
}

TEST(Strike, NoEndMassNoSquirt) {
  Physics physics;
  physics.cue.end_mass = 0.0;
  const auto r = strike<double>({.speed = 2.0, .offset_side = 0.3}, physics);
  EXPECT_NEAR(r.velocity.y(), 0.0, kRounding);
}

TEST(Strike, SpinCostsSpeed) {
  double before = 1e9;
  for (const double offset : {0.0, 0.1, 0.3, 0.5}) {
    const double speed = hit({.speed = 1.0, .offset_height = offset}).velocity.norm();
    EXPECT_LT(speed, before) << offset;
    before = speed;
  }
}

TEST(Strike, RaisedCueDrivesTheBallDown) {
  const double elevation = 0.5;
  const auto r = hit({.speed = 2.0, .elevation = elevation});
  EXPECT_NEAR(r.velocity.z() / r.velocity.x(), -std::tan(elevation), 1e-9);
}

TEST(Strike, RaisedCueWithSideGivesMasseSpin) {
  // Spin about the line of travel, which bends the path.
  const auto r = hit({.speed = 2.0, .elevation = 1.0, .offset_side = 0.4});
  EXPECT_GT(r.spin.x(), 10.0) << "the contact point slips left: curves right";
  EXPECT_GT(r.spin.z(), 10.0);
  EXPECT_NEAR(hit({.speed = 2.0, .offset_side = 0.4}).spin.x(), 0.0, kRounding);
}

TEST(Strike, MiscuesBeyondTheLimit) {
  const CueProperties cue;
  const double limit = miscue_limit(cue);
  EXPECT_NEAR(limit, 0.6 / std::sqrt(1.36), kRounding);
  EXPECT_FALSE(hit({.speed = 1.0, .offset_side = 0.999 * limit}).miscue);
  const auto slipped = hit({.speed = 1.0, .offset_side = 1.2 * limit});
  EXPECT_TRUE(slipped.miscue);
  EXPECT_GT(slipped.velocity.norm(), 0.0);
  EXPECT_LT(slipped.velocity.norm(), hit({.speed = 1.0, .offset_side = limit}).velocity.norm());
  EXPECT_EQ(hit({.speed = 1.0, .offset_side = 1.0}).velocity.norm(), 0.0) << "misses the ball";
}

TEST(Strike, GivesNoMoreEnergyThanTheCueHad) {
  const Physics physics;
  for (const double a : {-0.5, 0.0, 0.3}) {
    for (const double b : {-0.4, 0.0, 0.4}) {
      for (const double elevation : {0.0, 0.4, 1.2}) {
        const auto r =
            hit({.speed = 3.0, .elevation = elevation, .offset_side = a, .offset_height = b});
        const double ball =
            0.5 * physics.ball.mass *
            (r.velocity.squaredNorm() +
             0.4 * physics.ball.radius * physics.ball.radius * r.spin.squaredNorm());
        EXPECT_LT(ball, 0.5 * physics.cue.mass * 9.0) << a << " " << b << " " << elevation;
      }
    }
  }
}

TEST(Strike, FloatAgreesWithDouble) {
  const Shot shot{.speed = 3.0, .azimuth = 0.7, .elevation = 0.2, .offset_side = 0.2};
  const auto f = strike<float>(shot, Physics{});
  EXPECT_NEAR(static_cast<double>(f.velocity.x()), hit(shot).velocity.x(), 1e-6);
}

}  // namespace
}  // namespace billiard
