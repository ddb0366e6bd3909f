// SPDX-License-Identifier: Apache-2.0
#include "geometry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "layout.hpp"

namespace billiard {
namespace {

constexpr double kExact = 1e-12;
constexpr double kR = 0.028575;  // [m]
constexpr double kSideY = 0.635;

TEST(Cross, IsPositiveToTheLeft) {
  EXPECT_EQ(cross({2.0, 0.0}, {1.0, 3.0}), 6.0);
  EXPECT_EQ(cross({2.0, 0.0}, {1.0, -3.0}), -6.0);
}

TEST(Segment, IsAsFarAsItsNearestPoint) {
  EXPECT_NEAR(distance_to_segment({0.3, 0.5}, {-1.0, 0.0}, {1.0, 0.0}), 0.5, kExact);
  EXPECT_NEAR(distance_to_segment({4.0, 4.0}, {-1.0, 0.0}, {1.0, 0.0}), 5.0, kExact);
  EXPECT_NEAR(distance_to_segment({-4.0, 4.0}, {-1.0, 0.0}, {1.0, 0.0}), 5.0, kExact);
}

TEST(Segment, MayBeAPoint) {
  EXPECT_NEAR(distance_to_segment({3.0, 4.0}, {0.0, 0.0}, {0.0, 0.0}), 5.0, kExact);
}

TEST(GhostBall, TouchesTheObjectOppositeToItsWay) {
  const Point ghost = ghost_position({0.1, 0.2}, {0.1 + 0.3, 0.2 + 0.4}, kR);

  EXPECT_NEAR(ghost.x(), 0.1 - 0.6 * 2.0 * kR, kExact);
  EXPECT_NEAR(ghost.y(), 0.2 - 0.8 * 2.0 * kR, kExact);
}

TEST(GhostBall, IsFiniteForAnObjectThatIsThere) {
  EXPECT_TRUE(ghost_position({0.1, 0.2}, {0.1, 0.2}, kR).allFinite());
}

TEST(ClearWay, IsADiameterWideOnEitherSide) {
  for (const double side : {1.0, -1.0}) {
    const TestLayout near({{"cue", {-1, 0}}, {"1", {0, side * (2.0 * kR - 1e-5)}}});
    const TestLayout touching({{"cue", {-1, 0}}, {"1", {0, side * 2.0 * kR}}});

    EXPECT_FALSE(is_clear(near.scene(), {-1, 0}, {1, 0}, mask_of(0)));
    EXPECT_TRUE(is_clear(touching.scene(), {-1, 0}, {1, 0}, mask_of(0)));
  }
}

TEST(ClearWay, EndsWhereTheBallStops) {
  const TestLayout layout({{"cue", {-1, 0}}, {"1", {0, 0}}});

  EXPECT_TRUE(is_clear(layout.scene(), {-1, 0}, {-2.0 * kR, 0}, mask_of(0)));
  EXPECT_FALSE(is_clear(layout.scene(), {-1, 0}, {-1.9 * kR, 0}, mask_of(0)));
}

TEST(ClearWay, LeadsThroughIgnoredAndPocketedBalls) {
  TestLayout layout({{"cue", {-1, 0}}, {"1", {0, 0}}, {"2", {0.5, 0}}});
  layout.request.balls[2].motion = Motion::kPocketed;

  EXPECT_TRUE(is_clear(layout.scene(), {-1, 0}, {1, 0}, mask_of(0) | mask_of(1)));
  EXPECT_FALSE(is_clear(layout.scene(), {-1, 0}, {1, 0}, mask_of(0)));
}

TEST(Cloth, EndsARadiusBeforeTheNoses) {
  const TestLayout layout({{"cue", {0, 0}}});

  EXPECT_TRUE(is_on_cloth(layout.scene(), {1.27 - kR - 1e-9, -0.635 + kR + 1e-9}));
  EXPECT_FALSE(is_on_cloth(layout.scene(), {-1.27 + kR - 1e-6, 0.0}));
  EXPECT_FALSE(is_on_cloth(layout.scene(), {0.0, 0.635 - kR + 1e-6}));
}

TEST(Cloth, NeverEndsOnAnEndlessTable) {
  Table table = nine_foot().table;
  table.spec.endless = true;
  const TestLayout layout({{"cue", {0, 0}}});
  Scene scene = layout.scene();
  scene.table = &table;

  EXPECT_TRUE(is_on_cloth(scene, {50.0, -50.0}));
}

// Object in the middle, side pocket above it: the ghost is a diameter below.
TEST(Pot, IsTheGhostBallConstruction) {
  const TestLayout layout({{"cue", {0.5, -2.0 * kR - 0.5}}, {"1", {0, 0}}});

  const auto pot =
      pot_geometry(layout.scene(), {0.5, -2.0 * kR - 0.5}, {0, 0}, pocket(PocketId::kSideP));

  ASSERT_TRUE(pot);
  EXPECT_NEAR((pot->ghost - Point(0, -2.0 * kR)).norm(), 0.0, kExact);
  EXPECT_NEAR(pot->cue_distance, std::sqrt(0.5), kExact);
  EXPECT_NEAR(pot->object_distance, kSideY, kExact);
  EXPECT_NEAR(pot->cos_cut, std::sqrt(0.5), kExact);
  EXPECT_NEAR(pot->cos_entry, 1.0, kExact);
  EXPECT_NEAR(pot->azimuth, 0.75 * std::numbers::pi, kExact);
}

TEST(Pot, IsNotThinnerThan80Degrees) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0, 0}}});
  const auto cut_by = [&](double degrees) {
    const double angle = degrees * std::numbers::pi / 180.0;
    const Point cue(-0.4 * std::sin(angle), -2.0 * kR - 0.4 * std::cos(angle));
    return pot_geometry(layout.scene(), cue, {0, 0}, pocket(PocketId::kSideP)).has_value();
  };

  EXPECT_TRUE(cut_by(79.9));
  EXPECT_TRUE(cut_by(-79.9));
  EXPECT_FALSE(cut_by(80.1));
  EXPECT_FALSE(cut_by(180.0));
}

// The side's mouth of 128.5 mm looks as wide as a ball of 57.15 mm at acos(57.15/128.5) = 63.6°.
TEST(Pot, NeedsAMouthThatLooksWiderThanTheBall) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0, 0}}});
  const auto enters_at = [&](double degrees) {
    const double angle = degrees * std::numbers::pi / 180.0;
    const Point way(-std::sin(angle), std::cos(angle));
    const Point object = pocket(PocketId::kSideP).mouth - 0.5 * way;
    return pot_geometry(layout.scene(), object - 0.3 * way, object, pocket(PocketId::kSideP))
        .has_value();
  };

  EXPECT_TRUE(enters_at(63.0));
  EXPECT_FALSE(enters_at(64.2));
}

TEST(Pot, IsOpenFromAnyAngleForABallInTheMouth) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0, 0}}});
  const Point object = pocket(PocketId::kSideP).mouth + Point(0.03, -0.01);

  const auto pot =
      pot_geometry(layout.scene(), object + Point(0.3, -0.1), object, pocket(PocketId::kSideP));

  ASSERT_TRUE(pot);
  EXPECT_LT(pot->cos_entry, 0.44);
  EXPECT_TRUE(is_on_cloth(layout.scene(), pot->ghost));
}

TEST(Pot, NeedsRoomForTheGhostBall) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0, 0}}});
  const Point frozen(0.5, -0.635 + kR);  // at the lower rail, to be sent upwards

  EXPECT_FALSE(pot_geometry(layout.scene(), {0.9, -0.59}, frozen, pocket(PocketId::kSideP)));
  EXPECT_FALSE(pot_geometry(layout.scene(), {0.9, -0.59}, frozen, pocket(PocketId::kCornerNP)));
}

// The middle of the corner's mouth is further from the nose than the ball is; the ghost ball that
// sends it there would be in the cushion, the one that sends it along the rail is not.
TEST(Pot, OfABallAtARailGoesAlongTheRail) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0, 0}}});
  for (const double gap : {0.0, 2e-4}) {
    const Point object(0.9, -0.635 + kR + gap);

    const auto pot = pot_geometry(layout.scene(), {0, -0.3}, object, pocket(PocketId::kCornerPN));

    ASSERT_TRUE(pot) << gap;
    EXPECT_NEAR(pot->ghost.y(), -0.635 + kR, kExact) << gap;
    EXPECT_NEAR((pot->ghost - object).norm(), 2.0 * kR, kExact) << gap;
    EXPECT_LT(pot->ghost.x(), object.x()) << gap;
    EXPECT_NEAR(pot->cos_entry, std::sqrt(0.5), 5e-3) << gap;
  }
}

// The middle of the mouth would lead it back onto the table.
TEST(Pot, OfABallInTheMouthGoesIntoTheHole) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0, 0}}});
  for (const PocketId id : {PocketId::kSideP, PocketId::kCornerPN}) {
    for (const double depth : {0.0, 0.004}) {
      const Point object = pocket(id).mouth + depth * pocket(id).inward;

      const auto pot = pot_geometry(layout.scene(), {0, 0}, object, pocket(id));

      ASSERT_TRUE(pot) << depth;
      EXPECT_GT(pot->cos_entry, 0.99) << depth;
    }
  }
}

TEST(Pot, OfATouchingBallGoesAlongTheLineOfBoth) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0, 0}}});
  const Point object(0.6, 0.1);
  const Pocket& corner = pocket(PocketId::kCornerPP);
  const Point ghost = ghost_position(object, corner.mouth, kR);
  const Point way = (corner.mouth - object).normalized();
  const double expected = std::atan2(way.y(), way.x());
  const Point aside(-way.y(), way.x());

  // A tenth of a millimetre aside turns the line of centres by 1.7 mrad: no cut, and no miss.
  for (const double off : {0.0, 1e-4, -1e-4}) {
    const auto pot = pot_geometry(layout.scene(), ghost + off * aside, object, corner);

    ASSERT_TRUE(pot) << off;
    EXPECT_NEAR(pot->azimuth, expected, kExact) << off;
    EXPECT_NEAR(pot->cos_cut, 1.0, kExact) << off;
  }
}

TEST(Pot, IsMirroredWithTheTable) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0, 0}}});
  for (int p = 0; p < kPockets; ++p) {
    const Pocket& here = nine_foot().table.pockets[static_cast<std::size_t>(p)];
    const Pocket& there = nine_foot().table.pockets[static_cast<std::size_t>(mirrored_pocket(p))];

    const auto pot = pot_geometry(layout.scene(), {-0.4, 0.1}, {0.3, 0.2}, here);
    const auto mirrored = pot_geometry(layout.scene(), {-0.4, -0.1}, {0.3, -0.2}, there);

    ASSERT_EQ(pot.has_value(), mirrored.has_value()) << p;
    if (!pot) continue;
    EXPECT_NEAR(pot->azimuth, -mirrored->azimuth, kExact);
    EXPECT_NEAR(pot->cos_cut, mirrored->cos_cut, kExact);
    EXPECT_NEAR(pot->cos_entry, mirrored->cos_entry, kExact);
  }
}

/// Share of disturbed directions that send the object ball through the mouth, along straight lines.
double count_pots(const Scene& scene, const PotGeometry& pot, const Point& cue, const Point& object,
                  const Pocket& into) {
  constexpr int kDraws = 4000;
  int potted = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const Shot played = disturb({0, 3.0, pot.azimuth}, scene.noise, scene.radius(), 5, i);
    const Point way(std::cos(played.azimuth), std::sin(played.azimuth));
    const double aside = cross(way, object - cue);
    if (std::abs(aside) >= 2.0 * kR) continue;
    const double along = (object - cue).dot(way) - std::sqrt(4.0 * kR * kR - aside * aside);
    const Point leaves = (object - cue - along * way).normalized();
    const double miss = std::abs(cross(leaves, into.mouth - object));
    if (miss < 0.5 * into.mouth_width * pot.cos_entry - kR) ++potted;
  }
  return static_cast<double>(potted) / kDraws;
}

TEST(PotEstimate, CountsWhatStraightLinesPot) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0, 0}}});
  Scene scene = layout.scene();
  scene.noise.offset = 0.0;  // straight lines know no squirt
  const Pocket& corner = pocket(PocketId::kCornerPP);
  for (const Point& cue : {Point(-0.9, -0.2), Point(-0.2, -0.5), Point(0.1, 0.3)}) {
    const Point object(0.4, 0.1);
    const auto pot = pot_geometry(scene, cue, object, corner);
    ASSERT_TRUE(pot);

    // 4000 draws know a share to 0.008; the estimate adds throw and bends a circle straight.
    EXPECT_NEAR(estimate_probability(scene, *pot, corner),
                count_pots(scene, *pot, cue, object, corner), 0.04);
  }
}

TEST(PotEstimate, IsCertainWithAPerfectCue) {
  const TestLayout layout({{"cue", {0, 0}}, {"1", {0, 0}}});
  Scene scene = layout.scene();
  scene.noise = scene.noise.scaled(0.0);
  const auto pot = pot_geometry(scene, {-1, 0}, {0.4, 0.1}, pocket(PocketId::kCornerPP));

  ASSERT_TRUE(pot);
  EXPECT_EQ(estimate_probability(scene, *pot, pocket(PocketId::kCornerPP)), 1.0);
}

TEST(AimWindow, OfOneStandardDeviationHoldsTwoThirds) {
  const TestLayout layout({{"cue", {0, 0}}});
  Scene scene = layout.scene();
  scene.noise.offset = 0.0;

  EXPECT_NEAR(window_probability(scene, scene.noise.azimuth), 0.6827, 1e-4);
  EXPECT_NEAR(window_probability(scene, 2.0 * scene.noise.azimuth), 0.9545, 1e-4);
}

TEST(AimWindow, IsSpreadBySquirtToo) {
  const TestLayout layout({{"cue", {0, 0}}});
  const Scene scene = layout.scene();

  // The engine's own squirt of a tip that is one standard deviation to the side.
  const Shot aside{0, 3.0, 0.0, 0.0, scene.noise.offset / kR};
  const auto struck = strike<double>(aside, *scene.physics);
  const double squirt = std::atan2(struck.velocity.y(), struck.velocity.x());
  const double spread = std::hypot(scene.noise.azimuth, squirt);

  ASSERT_GT(std::abs(squirt), 1e-4);
  EXPECT_NEAR(window_probability(scene, spread), 0.6827, 2e-3);
}

TEST(AimWindow, OfZeroNeverHolds) {
  const TestLayout layout({{"cue", {0, 0}}});
  Scene scene = layout.scene();
  scene.noise = scene.noise.scaled(0.0);

  EXPECT_EQ(window_probability(scene, 0.0), 0.0);
  EXPECT_EQ(window_probability(scene, 1e-9), 1.0);
}

}  // namespace
}  // namespace billiard
