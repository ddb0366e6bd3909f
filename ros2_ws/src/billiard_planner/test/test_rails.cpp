// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "candidates/candidate.hpp"
#include "traced_way.hpp"

namespace billiard {
namespace {

const Point kCue(-0.6, -0.2);
const Point kObject(0.3, 0.25);
const Places kRailShots = {{"cue", kCue}, {"1", kObject}};

Candidates banks_of(const TestLayout& layout) {
  Candidates list;
  add_banks(layout.scene(), mask_of(1), list);
  return list;
}

Candidates kicks_of(const TestLayout& layout) {
  Candidates list;
  add_kicks(layout.scene(), mask_of(1), list);
  return list;
}

/// The cue ball's way after one or two cushions, whichever pots the ball.
struct TracedKick {
  int cushions = 0;
  TracedWay last;
  Point contact = Point::Zero();
};

TracedKick trace_kick(const Candidate& kick) {
  TracedKick traced{0, TracedWay::along(kCue, kick.azimuth)};
  for (traced.cushions = 1; traced.cushions <= 2; ++traced.cushions) {
    traced.last = traced.last.after_cushion();
    const auto contact = traced.last.contact(kObject);
    if (!contact) continue;
    traced.contact = *contact;
    const auto object = TracedWay::of_struck(kObject, *contact);
    if (std::abs(object.miss(kick.watch.aim)) < 1e-9) return traced;
  }
  return traced;
}

TEST(Banks, MirrorTheObjectBallIntoThePocket) {
  const Candidates list = banks_of(TestLayout(kRailShots));

  ASSERT_GE(list.size(), 4U);
  for (const Candidate& bank : list) {
    const auto contact = TracedWay::along(kCue, bank.azimuth).contact(kObject);
    ASSERT_TRUE(contact);
    auto object = TracedWay::of_struck(kObject, *contact);
    for (int i = 0; i < bank.watch.cushions; ++i) object = object.after_cushion();
    EXPECT_NEAR(object.miss(bank.watch.aim), 0.0, 1e-9);
    EXPECT_GT((bank.watch.aim - object.at).dot(object.way), 0.0);
  }
}

TEST(Banks, NeedEveryLegToBeClear) {
  const Candidates list = banks_of(TestLayout(kRailShots));
  ASSERT_FALSE(list.empty());
  for (const Candidate& bank : list) {
    const auto contact = TracedWay::along(kCue, bank.azimuth).contact(kObject);
    auto object = TracedWay::of_struck(kObject, *contact);
    std::vector<Point> middles = {0.5 * (kCue + *contact)};
    for (int i = 0; i < bank.watch.cushions; ++i) {
      const auto next = object.after_cushion();
      middles.emplace_back(0.5 * (object.at + next.at));
      object = next;
    }
    middles.emplace_back(0.5 * (object.at + bank.watch.aim));
    for (const Point& middle : middles) {
      Places blocked = kRailShots;
      blocked.emplace_back("9", middle);

      EXPECT_FALSE(contains(banks_of(TestLayout(blocked)), bank.call.pocket, bank.azimuth));
    }
  }
}

// As sure as a straight pot of the path's length, times 0.6 for each cushion; faster by 1.35.
TEST(Banks, AreLessSureAndFasterWithEveryCushion) {
  const TestLayout layout(kRailShots);
  const Scene scene = layout.scene();
  int with[3] = {0, 0, 0};
  for (const Candidate& bank : banks_of(layout)) {
    const int n = bank.watch.cushions;
    const auto cue = TracedWay::along(kCue, bank.azimuth);
    PotGeometry pot;
    pot.ghost = *cue.contact(kObject);
    pot.cue_distance = (pot.ghost - kCue).norm();
    auto object = TracedWay::of_struck(kObject, pot.ghost);
    pot.cos_cut = object.way.dot(cue.way);
    for (int i = 0; i < n; ++i) {
      const auto next = object.after_cushion();
      pot.object_distance += (next.at - object.at).norm();
      object = next;
    }
    pot.object_distance += (bank.watch.aim - object.at).norm();
    const Pocket& into = scene.table->pockets[static_cast<std::size_t>(bank.call.pocket)];
    pot.cos_entry = object.way.dot(into.inward);

    ++with[n];
    EXPECT_NEAR(bank.estimate, std::pow(0.6, n) * estimate_probability(scene, pot, into), 1e-9);
    EXPECT_NEAR(bank.min_speed, std::min(7.0, std::pow(1.35, n) * arrival_speed(scene, pot)), 1e-9);
  }
  EXPECT_GT(with[1], 0);
  EXPECT_GT(with[2], 0);
}

TEST(Kicks, MirrorTheCueBallToTheContactThatPots) {
  const Candidates list = kicks_of(TestLayout(kRailShots));

  ASSERT_GE(list.size(), 4U);
  for (const Candidate& kick : list) {
    EXPECT_LE(trace_kick(kick).cushions, 2) << kick.call.pocket << " " << kick.azimuth;
    EXPECT_EQ(kick.watch.cushions, 0) << "the object ball meets none";
  }
}

TEST(Kicks, NeedEveryLegToBeClear) {
  const Candidates list = kicks_of(TestLayout(kRailShots));
  ASSERT_FALSE(list.empty());
  for (const Candidate& kick : list) {
    const TracedKick traced = trace_kick(kick);
    auto cue = TracedWay::along(kCue, kick.azimuth);
    std::vector<Point> middles = {0.5 * (kObject + kick.watch.aim)};
    for (int i = 0; i < traced.cushions; ++i) {
      const auto next = cue.after_cushion();
      middles.emplace_back(0.5 * (cue.at + next.at));
      cue = next;
    }
    middles.emplace_back(0.5 * (cue.at + traced.contact));
    for (const Point& middle : middles) {
      Places blocked = kRailShots;
      blocked.emplace_back("9", middle);

      EXPECT_FALSE(contains(kicks_of(TestLayout(blocked)), kick.call.pocket, kick.azimuth));
    }
  }
}

TEST(Kicks, DoNotTouchTheBallBeforeTheCushion) {
  // The ball is on the first leg of the way over the cushion at +x, and to be sent back.
  const TestLayout layout({{"cue", {0.0, 0.0}}, {"1", {0.6, 0.0}}});
  const Candidates list = kicks_of(layout);
  ASSERT_FALSE(list.empty());
  for (const Candidate& kick : list) {
    const auto first = TracedWay::along({0.0, 0.0}, kick.azimuth);
    const bool ahead = first.way.x() > 0.0 && first.after_cushion().at.x() > 0.6;

    EXPECT_FALSE(ahead && first.contact({0.6, 0.0})) << kick.azimuth;
  }
}

}  // namespace
}  // namespace billiard
