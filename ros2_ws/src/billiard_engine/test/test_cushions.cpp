// SPDX-License-Identifier: Apache-2.0
#include "table/cushions.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace billiard {
namespace {

constexpr double kRadius = 0.028575;

TEST(Cushions, EndlessClothHasNone) {
  TableSpec spec;
  spec.endless = true;
  const Cushions<double> cushions{build_table(spec, kRadius), kRadius};
  EXPECT_TRUE(cushions.none);
  EXPECT_EQ(cushions.count, 0);
}

TEST(Cushions, ReachIsShorterThanTheRadiusUnderAHighNose) {
  const Table table = build_table({}, kRadius);
  const Cushions<double> cushions{table, kRadius};
  const double above = table.spec.nose_height - kRadius;
  EXPECT_NEAR(cushions.reach, std::sqrt(kRadius * kRadius - above * above), 1e-15);
  EXPECT_EQ(cushions.height, table.spec.nose_height);
}

TEST(Cushions, TakeOverEveryPieceOfTheTable) {
  const Table table = build_table({}, kRadius);
  const Cushions<double> cushions{table, kRadius};
  EXPECT_EQ(cushions.count, table.segment_count + table.arc_count);
}

TEST(Cushions, NothingIsReachedInsideTheFreeRectangle) {
  for (const bool pockets : {true, false}) {
    TableSpec spec;
    spec.pockets = pockets;
    const Table table = build_table(spec, kRadius);
    const Cushions<double> c{table, kRadius};
    ASSERT_GT(c.free_x, 0.8 * 0.5 * spec.length);
    for (int i = 0; i <= 200; ++i) {
      const double x = c.free_x * (i / 100.0 - 1.0);
      const double y = c.free_y * (i / 100.0 - 1.0);
      for (const Vec2<double>& p : {Vec2<double>{x, c.free_y}, Vec2<double>{c.free_x, y}}) {
        for (int e = 0; e < c.count; ++e) {
          const auto near = nearness(c.elements[static_cast<std::size_t>(e)], p.x(), p.y());
          EXPECT_FALSE(near.applies && near.distance < c.reach - 1e-12) << p.transpose();
        }
        for (int k = 0; k < table.pocket_count; ++k) {
          const Pocket& pocket = table.pockets[static_cast<std::size_t>(k)];
          EXPECT_GE((p - pocket.centre).norm(), pocket.radius) << p.transpose();
        }
      }
    }
  }
}

TEST(Nearness, OfALineIsTheSignedDistance) {
  CushionElement<double> e;
  e.straight = true;
  e.origin = {1.0, 0.0};
  e.along = {0.0, 1.0};
  e.normal = {-1.0, 0.0};
  e.extent = 2.0;
  EXPECT_NEAR(nearness(e, 0.7, 1.0).distance, 0.3, 1e-15);
  EXPECT_NEAR(nearness(e, 1.2, 1.0).distance, -0.2, 1e-15) << "behind the nose";
  EXPECT_FALSE(nearness(e, 0.7, -0.1).applies);
  EXPECT_FALSE(nearness(e, 0.7, 2.1).applies);
}

TEST(Nearness, OfATipIsTheDistanceFromItsArc) {
  CushionElement<double> e;
  e.straight = false;
  e.along = {1.0, 0.0};
  e.extent = std::cos(0.5);
  e.radius = 0.01;
  const auto near = nearness(e, 0.03 * std::cos(0.4), 0.03 * std::sin(0.4));
  EXPECT_TRUE(near.applies);
  EXPECT_NEAR(near.distance, 0.02, 1e-15);
  EXPECT_NEAR(near.normal.y(), std::sin(0.4), 1e-15);
  EXPECT_FALSE(nearness(e, 0.03 * std::cos(0.6), 0.03 * std::sin(0.6)).applies);
  EXPECT_FALSE(nearness(e, 0.0, 0.0).applies) << "no direction in the centre";
}

TEST(Nearness, LeavesNoGapBetweenPieces) {
  // All along the playing side of every rail, a piece applies at a ball's reach.
  const Table table = build_table({}, kRadius);
  const Cushions<double> c{table, kRadius};
  const double y = 0.5 * table.spec.width - c.reach + 1e-4;
  const double mouth = 0.5 * table.spec.side.mouth;
  for (double x = mouth + 0.004; x < 0.5 * table.spec.length - 0.1; x += 1e-3) {
    bool touched = false;
    for (int e = 0; e < c.count; ++e) {
      const auto near = nearness(c.elements[static_cast<std::size_t>(e)], x, y);
      touched = touched || (near.applies && near.distance < c.reach);
    }
    EXPECT_TRUE(touched) << x;
  }
}

}  // namespace
}  // namespace billiard
