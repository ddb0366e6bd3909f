// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "billiard_engine/check_layout.hpp"

namespace billiard {
namespace {

using Kind = LayoutError::Kind;

constexpr double kRadius = 0.028575;

Ball at(double x, double y, double z = kRadius) {
  Ball ball;
  ball.position = {x, y, z};
  return ball;
}

std::optional<LayoutError> check(const std::vector<Ball>& balls, const TableSpec& spec = {}) {
  const Physics physics;
  return check_layout(balls, build_table(spec, kRadius), physics);
}

TEST(CheckLayout, AcceptsBallsOnTheTable) {
  EXPECT_FALSE(check({at(0.0, 0.0), at(0.1, 0.0), at(-1.2, 0.6)}).has_value());
}

TEST(CheckLayout, AcceptsBallsThatJustTouch) {
  EXPECT_FALSE(check({at(0.0, 0.0), at(2.0 * kRadius, 0.0)}).has_value());
}

TEST(CheckLayout, NamesBothOverlappingBalls) {
  const auto error = check({at(0.5, 0.0), at(0.0, 0.0), at(0.05, 0.0)});

  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->kind, Kind::kOverlap);
  EXPECT_EQ(error->ball, 1);
  EXPECT_EQ(error->other, 2);
  EXPECT_NEAR(error->amount, 2.0 * kRadius - 0.05, 1e-12);
}

TEST(CheckLayout, LooksPastBallsOutOfPlay) {
  Ball pocketed = at(0.0, 0.0);
  pocketed.motion = Motion::kPocketed;

  EXPECT_FALSE(check({pocketed, at(0.0, 0.0)}).has_value());
}

TEST(CheckLayout, RefusesNotANumber) {
  Ball ball = at(0.0, 0.0);
  ball.spin.z() = std::numeric_limits<double>::quiet_NaN();

  EXPECT_EQ(check({ball})->kind, Kind::kNotFinite);
}

TEST(CheckLayout, RefusesBallsBelowTheCloth) {
  EXPECT_EQ(check({at(0.0, 0.0, 0.02)})->kind, Kind::kBelowCloth);
}

TEST(CheckLayout, RefusesBallsBeyondTheCushions) {
  EXPECT_EQ(check({at(1.4, 0.0)})->kind, Kind::kOutside);
  EXPECT_EQ(check({at(0.5, -5.0)})->kind, Kind::kOutside);
}

TEST(CheckLayout, RefusesBallsInsideACushion) {
  const auto error = check({at(0.5, 0.635 - 0.02)});

  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->kind, Kind::kOutside);
  EXPECT_GT(error->amount, 0.005);
  EXPECT_LT(error->amount, 0.0086);
}

// The nose is above the centre, so that a touching ball's centre is closer than one radius.
TEST(CheckLayout, AcceptsABallFrozenToTheRail) {
  const double above = TableSpec{}.nose_height - kRadius;
  const double reach = std::sqrt(kRadius * kRadius - above * above);

  EXPECT_FALSE(check({at(0.5, 0.635 - reach)}).has_value());
  EXPECT_TRUE(check({at(0.5, 0.635 - reach + 1e-5)}).has_value());
}

TEST(CheckLayout, RefusesABallOverAHole) {
  const Table table = build_table({}, kRadius);
  const auto error = check({at(table.pockets[2].centre.x(), table.pockets[2].centre.y())});

  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->kind, Kind::kInPocket);
  EXPECT_EQ(error->other, 2);
}

TEST(CheckLayout, AcceptsABallHangingInTheJaws) {
  const Table table = build_table({}, kRadius);
  for (const Pocket& pocket : table.pockets) {
    const Vec2<double> p = pocket.centre - pocket.inward * (pocket.radius + 0.001);
    EXPECT_FALSE(check({at(p.x(), p.y())}).has_value());
  }
}

TEST(CheckLayout, RefusesABallThatOverlapsAJaw) {
  const Table table = build_table({}, kRadius);
  const Pocket& pocket = table.pockets[static_cast<std::size_t>(PocketId::kCornerPP)];
  const Vec2<double> across{pocket.inward.y(), -pocket.inward.x()};
  const Vec2<double> p = pocket.mouth + 0.01 * pocket.inward + 0.05 * across;

  EXPECT_EQ(check({at(p.x(), p.y())})->kind, Kind::kOutside);
}

TEST(CheckLayout, KnowsNoBordersOnEndlessCloth) {
  EXPECT_FALSE(check({at(100.0, -50.0)}, {.endless = true}).has_value());
}

TEST(CheckLayout, RefusesTooManyBalls) {
  std::vector<Ball> balls;
  for (int i = 0; i <= kMaxBalls; ++i) balls.push_back(at(i, 0.0));

  EXPECT_EQ(check(balls, {.endless = true})->kind, Kind::kTooMany);
}

}  // namespace
}  // namespace billiard
