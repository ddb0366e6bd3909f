// SPDX-License-Identifier: Apache-2.0
#include "candidates/bounce_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "layout.hpp"

namespace billiard {
namespace {

constexpr double kHalfX = 1.27 - 0.028575;  // [m] where a ball's centre turns
constexpr double kHalfY = 0.635 - 0.028575;

class Bounce : public ::testing::Test {
 protected:
  auto path(const Point& from, const Point& to, const RailSequence& rails) const {
    return bounce_path(layout_.scene(), from, to, rails);
  }
  TestLayout layout_{{{"cue", {0, 0}}}};
};

TEST(RailSequences, AreAllOfOneAndOfTwoDifferentRails) {
  const auto& sequences = rail_sequences();

  EXPECT_EQ(sequences.size(), 4U + 4U * 3U);
  EXPECT_EQ(std::set<RailSequence>(sequences.begin(), sequences.end()).size(), sequences.size());
  for (const RailSequence& rails : sequences) {
    EXPECT_TRUE(rails.size() == 1 || (rails.size() == 2 && rails[0] != rails[1]));
  }
}

TEST_F(Bounce, OffOneRailIsHalfWayBetweenPlacesAsFarFromIt) {
  const auto found = path({0.1, 0.0}, {0.7, 0.0}, {Rail::kPlusY});

  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 3U);
  EXPECT_NEAR(((*found)[1] - Point(0.4, kHalfY)).norm(), 0.0, 1e-12);
  EXPECT_NEAR(path_length(*found), 2.0 * std::hypot(0.3, kHalfY), 1e-12);
}

// Images of (0.2, 0.3) in the lines x = X and y = Y: (2X − 0.2, 2Y − 0.3).
TEST_F(Bounce, OffTwoRailsLeadsToTheImageInBoth) {
  const Point from(0.6, -0.4);
  const Point image(2.0 * kHalfX - 0.2, 2.0 * kHalfY - 0.3);
  const Point way = image - from;

  const auto found = path(from, {0.2, 0.3}, {Rail::kPlusX, Rail::kPlusY});

  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 4U);
  EXPECT_NEAR((*found)[1].x(), kHalfX, 1e-12);
  EXPECT_NEAR((*found)[1].y(), from.y() + way.y() / way.x() * (kHalfX - from.x()), 1e-12);
  EXPECT_NEAR((*found)[2].y(), kHalfY, 1e-12);
  EXPECT_NEAR(path_length(*found), way.norm(), 1e-12);
}

TEST_F(Bounce, TurnsOnlyTheSpeedAcrossTheRail) {
  int paths = 0;
  for (const RailSequence& rails : rail_sequences()) {
    const auto found = path({0.5, -0.2}, {-0.35, 0.1}, rails);
    if (!found) continue;
    ++paths;
    for (std::size_t i = 0; i < rails.size(); ++i) {
      const Point before = ((*found)[i + 1] - (*found)[i]).normalized();
      const Point after = ((*found)[i + 2] - (*found)[i + 1]).normalized();
      const int across = rails[i] == Rail::kPlusX || rails[i] == Rail::kMinusX ? 0 : 1;
      EXPECT_NEAR(after[across], -before[across], 1e-12);
      EXPECT_NEAR(after[1 - across], before[1 - across], 1e-12);
    }
  }
  EXPECT_GE(paths, 8);
}

TEST_F(Bounce, RunsBackwardsAsWell) {
  int paths = 0;
  for (const RailSequence& rails : rail_sequences()) {
    const auto there = path({0.5, -0.2}, {-0.35, 0.1}, rails);
    const auto back = path({-0.35, 0.1}, {0.5, -0.2}, {rails.rbegin(), rails.rend()});

    ASSERT_EQ(there.has_value(), back.has_value());
    if (!there) continue;
    ++paths;
    for (std::size_t i = 0; i < there->size(); ++i) {
      EXPECT_NEAR(((*there)[i] - (*back)[back->size() - 1 - i]).norm(), 0.0, 1e-12);
    }
  }
  EXPECT_GE(paths, 8);
}

TEST_F(Bounce, IsNoneInAPocket) {
  EXPECT_FALSE(path({-0.5, 0.0}, {0.5, 0.0}, {Rail::kPlusY})) << "side";
  EXPECT_TRUE(path({-0.3, 0.0}, {0.6, 0.0}, {Rail::kPlusY})) << "beside it";
  EXPECT_FALSE(path({1.1, 0.5}, {1.1, 0.62}, {Rail::kPlusX})) << "corner";
}

TEST_F(Bounce, IsNoneInTheWrongOrder) {
  EXPECT_TRUE(path({1.0, -0.4}, {0.3, 0.5}, {Rail::kPlusX, Rail::kPlusY}));
  EXPECT_FALSE(path({1.0, -0.4}, {0.3, 0.5}, {Rail::kPlusY, Rail::kPlusX}));
}

TEST_F(Bounce, IsNoneOffTheRailTheBallTouches) {
  EXPECT_FALSE(path({0.3, kHalfY}, {0.9, 0.0}, {Rail::kPlusY}));
  EXPECT_FALSE(path({0.9, 0.0}, {0.3, kHalfY}, {Rail::kPlusY}));
  EXPECT_FALSE(path({kHalfX, 0.1}, {kHalfX, 0.3}, {Rail::kPlusX})) << "along it";
}

TEST(PathLength, IsZeroForAPoint) {
  const std::vector<Point> place = {{0.2, 0.3}};

  EXPECT_EQ(path_length(place), 0.0);
  EXPECT_EQ(path_length({}), 0.0);
}

}  // namespace
}  // namespace billiard
