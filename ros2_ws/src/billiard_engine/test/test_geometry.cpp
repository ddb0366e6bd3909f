// SPDX-License-Identifier: Apache-2.0
#include "table/geometry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <ostream>
#include <stdexcept>
#include <string>

#include "billiard_engine/fields.hpp"

namespace billiard {
namespace {

constexpr double kRadius = 0.028575;
constexpr double kTight = 1e-12;  // round-off of a few operations on metres

TEST(JawDirection, IsCosineAndSineOfTheTurn) {
  for (double angle = 0.5 * std::numbers::pi; angle < std::numbers::pi; angle += 0.01) {
    const JawDirection jaw = jaw_direction(angle);
    EXPECT_NEAR(jaw.along, -std::cos(angle), 4e-16);
    EXPECT_NEAR(jaw.out, std::sin(angle), 4e-16);
  }
}

TEST(BuildTable, EndlessClothHasNothing) {
  const Table table = build_table({.endless = true}, kRadius);

  EXPECT_EQ(table.segment_count + table.arc_count + table.pocket_count, 0);
}

TEST(BuildTable, ClosedCushionsMeetInTheCorners) {
  const Table table = build_table({.pockets = false}, kRadius);

  EXPECT_EQ(table.segment_count, 4);
  EXPECT_EQ(table.pocket_count, 0);
  for (int i = 0; i < 4; ++i) {
    const auto& segment = table.segments[static_cast<std::size_t>(i)];
    for (const auto& end : {segment.from, segment.to}) {
      EXPECT_EQ(std::abs(end.x()), 1.27);
      EXPECT_EQ(std::abs(end.y()), 0.635);
    }
    // The playing side is towards the middle.
    EXPECT_LT(segment.from.dot(segment.normal), 0.0);
  }
}

TEST(BuildTable, SixRailsHaveTwoEndsEach) {
  const Table table = build_table({}, kRadius);

  EXPECT_EQ(table.segment_count, 18);
  EXPECT_EQ(table.arc_count, 12);
  EXPECT_EQ(table.pocket_count, 6);
}

TEST(BuildTable, MouthsHaveTheirWidthBetweenTheTips) {
  const TableSpec spec;
  const Table table = build_table(spec, kRadius);
  const auto& corner = table.pockets[static_cast<std::size_t>(PocketId::kCornerPP)];
  const auto& side = table.pockets[static_cast<std::size_t>(PocketId::kSideN)];

  // Tips lie mouth/2 to both sides of the mouth's middle, square to the inward direction.
  const Vec2<double> across{corner.inward.y(), -corner.inward.x()};
  const Vec2<double> tip = corner.mouth + 0.5 * spec.corner.mouth * across;
  EXPECT_NEAR(tip.x(), 1.27, kTight);
  EXPECT_EQ(side.mouth.y(), -0.635);
  EXPECT_EQ(side.inward.y(), -1.0);
  EXPECT_NEAR((side.centre - side.mouth).norm(), spec.side.shelf + spec.side.radius, kTight);
}

// Along a rail: nose end, arc, jaw must join without gap or kink.
TEST(BuildTable, ArcsJoinNoseAndJawSmoothly) {
  const Table table = build_table({}, kRadius);
  for (int i = 0; i < table.arc_count; ++i) {
    const CushionArc& arc = table.arcs[static_cast<std::size_t>(i)];
    int touching = 0;
    for (int s = 0; s < table.segment_count; ++s) {
      const CushionSegment& segment = table.segments[static_cast<std::size_t>(s)];
      for (const auto& end : {segment.from, segment.to}) {
        const Vec2<double> spoke = end - arc.centre;
        if (std::abs(spoke.norm() - arc.radius) > kTight) continue;
        ++touching;
        EXPECT_NEAR((spoke / arc.radius - segment.normal).norm(), 0.0, 1e-9);
        EXPECT_NEAR(segment.normal.dot(arc.middle), arc.cos_half_angle, 1e-12);
      }
    }
    EXPECT_EQ(touching, 2) << "arc " << i;
  }
}

TEST(BuildTable, JawsReachTheMiddleOfTheHole) {
  const Table table = build_table({}, kRadius);
  for (const Pocket& pocket : table.pockets) {
    int ends = 0;
    for (const CushionSegment& segment : table.segments) {
      const double past = (segment.to - pocket.centre).dot(pocket.inward);
      if ((segment.to - pocket.centre).norm() > 2.0 * pocket.radius) continue;
      if (std::abs(past) > kTight) continue;
      ++ends;
      // The jaw ends over the hole: a ball cannot get between jaw and rim.
      EXPECT_LT((segment.to - pocket.centre).norm(), pocket.radius);
    }
    EXPECT_EQ(ends, 2);
  }
}

TEST(BuildTable, IsMirrorSymmetricToTheLastBit) {
  const Table table = build_table({}, kRadius);
  const auto has_mirror = [&](const CushionSegment& s, double sx, double sy) {
    const Vec2<double> flip{sx, sy};
    for (const CushionSegment& other : table.segments) {
      const bool same = other.from == s.from.cwiseProduct(flip) &&
                        other.to == s.to.cwiseProduct(flip) &&
                        other.normal == s.normal.cwiseProduct(flip);
      const bool reversed = other.to == s.from.cwiseProduct(flip) &&
                            other.from == s.to.cwiseProduct(flip) &&
                            other.normal == s.normal.cwiseProduct(flip);
      if (same || reversed) return true;
    }
    return false;
  };
  for (const CushionSegment& segment : table.segments) {
    EXPECT_TRUE(has_mirror(segment, -1.0, 1.0));
    EXPECT_TRUE(has_mirror(segment, 1.0, -1.0));
  }
}

struct Impossible {
  const char* field;
  void (*change)(TableSpec&);
};
void PrintTo(const Impossible& impossible, std::ostream* out) { *out << impossible.field; }

class ImpossibleTable : public ::testing::TestWithParam<Impossible> {};

TEST_P(ImpossibleTable, IsRefusedByName) {
  TableSpec spec;
  GetParam().change(spec);

  try {
    (void)build_table(spec, kRadius);
    FAIL() << "accepted";
  } catch (const std::invalid_argument& e) {
    EXPECT_THAT(e.what(), ::testing::StartsWith(std::string(GetParam().field) + " is "));
    EXPECT_THAT(e.what(), ::testing::HasSubstr("allowed: "));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Geometry, ImpossibleTable,
    ::testing::Values(
        Impossible{"length", [](TableSpec& s) { s.length = -1.0; }},
        Impossible{"length", [](TableSpec& s) { s.length = 0.3; }},
        Impossible{"width", [](TableSpec& s) { s.width = 0.11; }},
        Impossible{"width", [](TableSpec& s) { s.width = 0.15; }},
        Impossible{"width", [](TableSpec& s) { s.width = 2.55; }},
        Impossible{"nose_height", [](TableSpec& s) { s.nose_height = 0.06; }},
        Impossible{"nose_height", [](TableSpec& s) { s.nose_height = 0.02; }},
        Impossible{"corner.mouth", [](TableSpec& s) { s.corner.mouth = 0.05; }},
        Impossible{"corner.radius", [](TableSpec& s) { s.corner.radius = 0.03; }},
        Impossible{"corner.jaw_angle", [](TableSpec& s) { s.corner.jaw_angle = 1.0; }},
        Impossible{"corner.tip_radius", [](TableSpec& s) { s.corner.tip_radius = 0.4; }},
        Impossible{"side.mouth", [](TableSpec& s) { s.side.jaw_angle = 2.2, s.side.shelf = 0.09; }},
        Impossible{"side.radius", [](TableSpec& s) { s.side.jaw_angle = 2.36; }},
        Impossible{"side.jaw_angle", [](TableSpec& s) { s.side.jaw_angle = 2.9; }},
        Impossible{"side.shelf",
                   [](TableSpec& s) { s.side.shelf = std::numeric_limits<double>::quiet_NaN(); }}));

}  // namespace
}  // namespace billiard
