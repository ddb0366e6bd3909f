// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "candidates/candidate.hpp"
#include "traced_way.hpp"

namespace billiard {
namespace {

const Point kStart(-0.8, -0.3);
const Point kFirst(0.1, 0.0);
const Point kSecond(0.6, 0.25);
const Places kChain = {{"cue", kStart}, {"1", kFirst}, {"2", kSecond}};

Candidates combinations_of(const TestLayout& layout) {
  Candidates list;
  add_combinations(layout.scene(), mask_of(2), list);
  return list;
}

TEST(Combinations, AreAChainOfContacts) {
  const Candidates list = combinations_of(TestLayout(kChain));

  ASSERT_FALSE(list.empty());
  for (const Candidate& candidate : list) {
    EXPECT_EQ(candidate.call.target, 2);
    const auto first_contact = TracedWay::along(kStart, candidate.azimuth).contact(kFirst);
    ASSERT_TRUE(first_contact);
    const auto second_contact = TracedWay::of_struck(kFirst, *first_contact).contact(kSecond);
    ASSERT_TRUE(second_contact);
    const auto second = TracedWay::of_struck(kSecond, *second_contact);
    EXPECT_NEAR(second.miss(candidate.watch.aim), 0.0, 1e-9);
  }
}

TEST(Combinations, NeedEveryLegToBeClear) {
  const Candidates list = combinations_of(TestLayout(kChain));
  ASSERT_FALSE(list.empty());
  for (const Candidate& candidate : list) {
    const auto contact = TracedWay::along(kStart, candidate.azimuth).contact(kFirst);
    ASSERT_TRUE(contact);
    for (const Point& middle : {Point(0.5 * (kStart + *contact)), Point(0.5 * (kFirst + kSecond)),
                                Point(0.5 * (kSecond + candidate.watch.aim))}) {
      Places blocked = kChain;
      blocked.emplace_back("9", middle);

      const Candidates left = combinations_of(TestLayout(blocked));
      EXPECT_FALSE(contains(left, candidate.call.pocket, candidate.azimuth));
    }
  }
}

TEST(Combinations, BeginWithABallThatMayBeHitFirst) {
  const TestLayout one_first(kChain, {Game::kNineBall});
  const TestLayout two_first({{"cue", kStart}, {"2", kFirst}, {"1", kSecond}}, {Game::kNineBall});

  EXPECT_FALSE(combinations_of(one_first).empty());
  EXPECT_TRUE(combinations_of(two_first).empty());
}

TEST(Combinations, OfTouchingBallsGoAlongTheirLine) {
  const Point mouth = pocket(PocketId::kCornerPP).mouth;
  const Point way = (mouth - kSecond).normalized();
  const TestLayout layout({{"cue", {-0.2, -0.5}}, {"1", kSecond - 0.05715 * way}, {"2", kSecond}});

  const Candidates list = combinations_of(layout);

  ASSERT_EQ(list.size(), 1U);
  const auto contact =
      TracedWay::along({-0.2, -0.5}, list[0].azimuth).contact(kSecond - 0.05715 * way);
  ASSERT_TRUE(contact);
  const auto first = TracedWay::of_struck(kSecond - 0.05715 * way, *contact);
  EXPECT_NEAR((first.way - way).norm(), 0.0, 1e-9);
}

TEST(Combinations, AreLessSureThanThePotOfTheFirstBall) {
  const TestLayout layout(kChain);
  Candidates direct;
  add_direct(layout.scene(), mask_of(1), direct);
  ASSERT_FALSE(direct.empty());

  for (const Candidate& candidate : combinations_of(layout)) {
    EXPECT_LT(candidate.estimate, direct.front().estimate);
  }
}

const Point kGlancing(0.15, -0.09);
const Point kGlanced(-0.47, 0.48);
const Point kPotted(-0.66, 0.34);
const Places kCaromPlaces = {{"cue", kGlancing}, {"1", kGlanced}, {"2", kPotted}};

Candidates caroms_of(const TestLayout& layout) {
  Candidates list;
  add_caroms(layout.scene(), mask_of(2), list);
  return list;
}

TEST(Caroms, LeaveTheFirstBallAtARightAngle) {
  const Candidates list = caroms_of(TestLayout(kCaromPlaces));

  ASSERT_FALSE(list.empty());
  for (const Candidate& candidate : list) {
    const auto cue = TracedWay::along(kGlancing, candidate.azimuth);
    const auto first = cue.contact(kGlanced);
    ASSERT_TRUE(first);
    const auto second = cue.glanced(kGlanced, *first).contact(kPotted);
    ASSERT_TRUE(second);
    EXPECT_NEAR(TracedWay::of_struck(kPotted, *second).miss(candidate.watch.aim), 0.0, 1e-9);
  }
}

TEST(Caroms, NeedEveryLegToBeClear) {
  const Candidates list = caroms_of(TestLayout(kCaromPlaces));
  ASSERT_FALSE(list.empty());
  for (const Candidate& candidate : list) {
    const auto cue = TracedWay::along(kGlancing, candidate.azimuth);
    const auto first = cue.contact(kGlanced);
    ASSERT_TRUE(first);
    const auto second = cue.glanced(kGlanced, *first).contact(kPotted);
    ASSERT_TRUE(second);
    for (const Point& middle : {Point(0.5 * (kGlancing + *first)), Point(0.5 * (*first + *second)),
                                Point(0.5 * (kPotted + candidate.watch.aim))}) {
      Places blocked = kCaromPlaces;
      blocked.emplace_back("9", middle);

      const Candidates left = caroms_of(TestLayout(blocked));
      EXPECT_FALSE(contains(left, candidate.call.pocket, candidate.azimuth));
    }
  }
}

// What each kind of candidate has in common.
using Add = void (*)(const Scene&, BallMask, Candidates&);
constexpr Add kAll[] = {add_direct, add_banks, add_kicks, add_combinations, add_caroms};

class EveryKind : public ::testing::TestWithParam<int> {
 protected:
  Candidates find(const TestLayout& layout, BallMask wanted) const {
    Candidates list;
    kAll[GetParam()](layout.scene(), wanted, list);
    return list;
  }
};

TEST_P(EveryKind, IsMirroredWithTheTable) {
  const Places open = {{"cue", {-0.6, -0.2}}, {"1", {0.1, 0.05}}, {"2", {0.45, 0.3}}};
  const Places& places = kAll[GetParam()] == add_caroms ? kCaromPlaces : open;

  const Candidates here = find(TestLayout(places), 0b110);
  const Candidates there = find(TestLayout(mirrored_in_x(places)), 0b110);

  ASSERT_FALSE(here.empty());
  ASSERT_EQ(here.size(), there.size());
  for (const Candidate& candidate : here) {
    const auto mirrored = std::find_if(there.begin(), there.end(), [&](const Candidate& other) {
      return other.call.target == candidate.call.target &&
             other.call.pocket == mirrored_pocket(candidate.call.pocket) &&
             std::abs(other.azimuth + candidate.azimuth) < 1e-9;
    });
    ASSERT_NE(mirrored, there.end());
    EXPECT_NEAR(mirrored->estimate, candidate.estimate, 1e-9);
    EXPECT_NEAR(mirrored->window, candidate.window, 1e-9);
    EXPECT_NEAR(mirrored->min_speed, candidate.min_speed, 1e-9);
  }
}

TEST_P(EveryKind, CallsOnlyBallsThatAreWantedAndThere) {
  TestLayout layout({{"cue", {-0.6, -0.2}}, {"1", {0.1, 0.05}}, {"2", {0.45, 0.3}}});

  EXPECT_TRUE(find(layout, 0).empty());
  for (const Candidate& candidate : find(layout, mask_of(2))) EXPECT_EQ(candidate.call.target, 2);
  layout.request.balls[1].motion = Motion::kPocketed;
  layout.request.balls[2].motion = Motion::kOffTable;
  EXPECT_TRUE(find(layout, layout.rules.balls_to_pot(layout.scene().in_play)).empty());
}

INSTANTIATE_TEST_SUITE_P(Candidates, EveryKind, ::testing::Range(0, 5), [](const auto& one) {
  return std::string(name(static_cast<ShotKind>(one.param)));
});

}  // namespace
}  // namespace billiard
