// SPDX-License-Identifier: Apache-2.0
// Nothing passes through anything and energy never grows, on all tables. A quick run plays 2,000
// shots, BILLIARD_FULL_TESTS=1 plays 100,000. Every contact step is looked at (step_check.hpp),
// and all balls once a millisecond for the first second.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "billiard_engine/check_layout.hpp"
#include "billiard_engine/files/settings.hpp"
#include "random_shot.hpp"
#include "scene.hpp"
#include "step_check.hpp"

namespace billiard::contacts {
namespace {

/// The leapfrog's own error while contacts are on, over the group's energy; losses are larger.
constexpr double kEnergyGrowth = 1e-3;
/// Hertz's depth of two balls that close at 15 m/s is 1.3 mm; of a fall at 10 m/s on cloth 1.2 mm.
constexpr double kBallDepth = 3e-3;
constexpr double kClothDepth = 3e-3;
/// A sample inside a window of 64 contact steps shows a ball that was let go in it on the straight
/// line it left on: up to 15 m/s times 0.5 ms off.
constexpr double kSampleDepth = kBallDepth + 8e-3;
constexpr double kRestOverlap = 1e-6;  ///< [m] what check_layout() accepts
constexpr double kCapTime = 120.0;     ///< [s]; a ball rolls for some 20 s
constexpr std::int64_t kCapSteps = 5'000'000;

int shots_per_table() { return std::getenv("BILLIARD_FULL_TESTS") != nullptr ? 20000 : 400; }

class RandomShots : public testing::TestWithParam<const char*> {
 protected:
  /// Overlap of any two balls in play in a sample.
  static double overlap(const Recorder::Sample& sample, int count, double radius) {
    double deepest = 0.0;
    for (int i = 0; i < count; ++i) {
      for (int j = i + 1; j < count; ++j) {
        const Ball& a = sample.balls[static_cast<std::size_t>(i)];
        const Ball& b = sample.balls[static_cast<std::size_t>(j)];
        if (!a.in_play() || !b.in_play()) continue;
        deepest = std::max(deepest, 2.0 * radius - (a.position - b.position).norm());
      }
    }
    return deepest;
  }

  void check_samples(const Recorder& recorder, int count, double radius) {
    for (const Recorder::Sample& s : recorder.samples()) {
      EXPECT_LT(overlap(s, count, radius), kSampleDepth) << "at " << s.time << " s";
    }
  }
};

TEST_P(RandomShots, PassThroughNothingGainNothingAndRest) {
  const Settings settings = load_settings(GetParam());
  const Table& table = settings.table;
  const Physics& physics = settings.physics;
  Simulator simulator{table, physics};
  Recorder recorder(1e-3, 1000, 4096);
  Random random{2021};
  begin_checks(table, physics);
  int failures = 0;
  for (int n = 0; n < shots_per_table() && failures < 5; ++n) {
    SCOPED_TRACE(std::string(GetParam()) + " shot " + std::to_string(n));
    const RandomShot s = random_shot(random, table, physics, {});
    recorder.clear();
    simulator.reset(s.balls);
    simulator.strike(s.shot);
    const Result end = simulator.run({.time = kCapTime, .steps = kCapSteps}, &recorder);

    EXPECT_EQ(end.status, Status::kRest);
    const auto wrong = check_layout(balls_of(end), table, physics, kRestOverlap);
    EXPECT_FALSE(wrong.has_value())
        << "kind " << static_cast<int>(wrong->kind) << " ball " << wrong->ball << " other "
        << wrong->other << " by " << wrong->amount << " m";
    check_samples(recorder, end.ball_count, physics.ball.radius);
    EXPECT_LT(findings().energy_growth, kEnergyGrowth);
    EXPECT_LT(findings().ball_depth, kBallDepth);
    EXPECT_LT(findings().cloth_depth, kClothDepth);
    EXPECT_FALSE(findings().behind_nose);
    if (HasFailure()) {
      ++failures;
      break;
    }
  }
  const StepFindings& f = findings();
  std::printf(
      "%s: %ld contact steps, energy growth %.2e, depth ball %.3g cushion %.3g cloth %.3g m\n",
      GetParam(), f.steps, f.energy_growth, f.ball_depth, f.cushion_depth, f.cloth_depth);
}

INSTANTIATE_TEST_SUITE_P(AllTables, RandomShots,
                         testing::Values("pool_7ft", "pool_8ft", "pool_9ft", "snooker_12ft",
                                         "carom_10ft"),
                         [](const auto& table) { return std::string(table.param); });

}  // namespace
}  // namespace billiard::contacts
