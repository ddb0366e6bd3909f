// SPDX-License-Identifier: Apache-2.0
// Balls that touch before they are hit: what the papers leave open. docs/physics.md shows the
// figure that touching_balls_plot draws from the same scenes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "touching.hpp"

namespace billiard::contacts {
namespace {

/// Gaps of Gismeros et al. 2021, Table 3, and touching itself [m].
constexpr double kGaps[] = {0.0, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 5e-5, 1e-4, 2e-4};

void expect_speeds(const std::vector<double>& got, const std::vector<double>& expected,
                   double tolerance) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(got[i], expected[i], tolerance) << "ball " << i;
  }
}

TEST(TwoFrozenBalls, AnswerAsTheEquationsOfEachLawSay) {
  constexpr double kTolerance = 1e-3;  // m/s, the check values' last digit
  expect_speeds(row_speeds(touching_balls(NormalLaw::kHertz, 1.0), 2, 0.0), {-0.071, 0.076, 0.995},
                kTolerance);
  expect_speeds(row_speeds(touching_balls(NormalLaw::kTsuji, 0.95), 2, 0.0), {-0.055, 0.100, 0.955},
                kTolerance);
}

TEST(TwoFrozenBalls, PapersLawAnswersAsItsFloorSays) {
  // A floor of 1e-6 m/s makes the damping 10⁶ times that of an ordinary impact: steps must be
  // small for that.
  constexpr double kTolerance = 2e-3;
  Physics low = touching_balls(NormalLaw::kLankaraniNikravesh, 0.95, 1e-6);
  low.steps.contact = 1e-7;
  expect_speeds(row_speeds(low, 2, 0.0), {-0.299, 0.650, 0.650}, kTolerance);
  expect_speeds(row_speeds(touching_balls(NormalLaw::kLankaraniNikravesh, 0.95, 0.1), 2, 0.0),
                {-0.078, 0.229, 0.849}, kTolerance);
}

class RowOfBalls : public testing::TestWithParam<int> {};

TEST_P(RowOfBalls, AnswersSmoothlyToTheGap) {
  // Eight gaps per decade from 1 nm to 1 mm: no ball's speed may change by more than 4 % of the
  // incoming speed from one to the next. A jump would show as a step that does not shrink.
  constexpr double kLargestStep = 0.04;
  const Physics physics = touching_balls(NormalLaw::kTsuji, 0.95);
  std::vector<double> before = row_speeds(physics, GetParam(), 0.0);
  for (int i = 0; i <= 48; ++i) {
    const double gap = 1e-9 * std::pow(10.0, i / 8.0);
    const std::vector<double> now = row_speeds(physics, GetParam(), gap);
    expect_speeds(now, before, kLargestStep);
    before = now;
  }
}

TEST_P(RowOfBalls, TouchingIsTheLimitOfAShrinkingGap) {
  const Physics physics = touching_balls(NormalLaw::kTsuji, 0.95);
  const std::vector<double> touching = row_speeds(physics, GetParam(), 0.0);
  // A gap g matters as g over the contact's depth of 0.15 mm.
  expect_speeds(row_speeds(physics, GetParam(), 1e-9), touching, 1e-5);
  expect_speeds(row_speeds(physics, GetParam(), 1e-8), touching, 1e-4);
  expect_speeds(row_speeds(physics, GetParam(), 1e-7), touching, 1e-3);
}

TEST_P(RowOfBalls, KeepsMomentumAndGainsNoEnergyWithAnyLaw) {
  for (const NormalLaw law : {NormalLaw::kHertz, NormalLaw::kLankaraniNikravesh, NormalLaw::kFlores,
                              NormalLaw::kExactRestitution, NormalLaw::kTsuji}) {
    // Hertz loses nothing: only the leapfrog's error is left.
    const double tolerance = law == NormalLaw::kHertz ? 1e-4 : 0.0;
    for (const double gap : kGaps) {
      const std::vector<double> speeds = row_speeds(touching_balls(law, 0.95), GetParam(), gap);
      double momentum = 0.0;
      double squares = 0.0;
      for (const double v : speeds) {
        momentum += v;
        squares += v * v;
      }
      EXPECT_NEAR(momentum, 1.0, 1e-12) << name(law) << " gap " << gap;
      EXPECT_LE(squares, 1.0 + tolerance) << name(law) << " gap " << gap;
    }
  }
}

TEST_P(RowOfBalls, SpeedsRiseAlongTheRow) {
  for (const double gap : kGaps) {
    const std::vector<double> speeds =
        row_speeds(touching_balls(NormalLaw::kTsuji, 0.95), GetParam(), gap);
    EXPECT_GT(speeds.back(), 0.8) << gap;
    EXPECT_EQ(std::max_element(speeds.begin(), speeds.end()), std::prev(speeds.end())) << gap;
  }
}

INSTANTIATE_TEST_SUITE_P(TouchingBalls, RowOfBalls, testing::Values(2, 5),
                         [](const auto& count) { return std::to_string(count.param) + "Balls"; });

/// A rack 50 ms after the break, on ordinary cloth with ordinary losses.
Result broken(double gap, const Physics& physics) {
  return after(endless_table(physics), physics, rack(gap, 8.0), 0.06);
}

TEST(Rack, StaysSymmetricToRoundOffAtEveryGap) {
  // Round-off of a millimetre-deep contact grows with each of the ten or so collisions in a rack.
  constexpr double kRoundOff = 1e-10;  // m and m/s
  const Physics physics;
  for (const double gap : kGaps) {
    const Result r = broken(gap, physics);
    for (int i = 0; i < r.ball_count; ++i) {
      const Ball& a = r.balls[static_cast<std::size_t>(i)];
      const Ball& b = r.balls[static_cast<std::size_t>(mirror(i))];
      EXPECT_NEAR(a.position.x(), b.position.x(), kRoundOff) << gap << " ball " << i;
      EXPECT_NEAR(a.position.y(), -b.position.y(), kRoundOff) << gap << " ball " << i;
      EXPECT_NEAR(a.velocity.x(), b.velocity.x(), kRoundOff) << gap << " ball " << i;
      EXPECT_NEAR(a.velocity.y(), -b.velocity.y(), kRoundOff) << gap << " ball " << i;
    }
  }
}

TEST(Rack, NeverGainsEnergy) {
  for (const NormalLaw law : {NormalLaw::kHertz, NormalLaw::kLankaraniNikravesh, NormalLaw::kFlores,
                              NormalLaw::kExactRestitution, NormalLaw::kTsuji}) {
    Physics physics;
    physics.ball_ball.law = law;
    for (const double gap : kGaps) {
      const std::vector<Ball> balls = rack(gap, 8.0);
      EXPECT_LT(energy(physics, balls_of(broken(gap, physics))), energy(physics, balls))
          << name(law) << " gap " << gap;
    }
  }
}

TEST(Rack, AnswersSmoothlyToTheGapUntilTheOrderOfCollisionsChanges) {
  // Below a hundredth of the contact's depth (0.8 mm at 8 m/s) all contacts overlap in time and
  // the answer moves in proportion to the gap.
  constexpr double kPerMetre = 5e4;  // change of speed [1/s]: 0.05 m/s per µm, of 8 m/s
  const Physics physics;
  const Result touching = broken(0.0, physics);
  for (const double gap : {1e-9, 1e-8, 1e-7, 1e-6}) {
    const Result r = broken(gap, physics);
    double largest = 0.0;
    for (int i = 0; i < r.ball_count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      largest = std::max(largest, (r.balls[k].velocity - touching.balls[k].velocity).norm());
    }
    EXPECT_LE(largest, kPerMetre * gap + 1e-9) << gap;
  }
}

}  // namespace
}  // namespace billiard::contacts
