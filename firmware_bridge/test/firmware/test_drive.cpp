// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/firmware/drive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "firmware_bridge/firmware/plant.hpp"

namespace firmware_bridge::firmware {
namespace {

/// Drive and machine, period by period.
struct Rig {
  explicit Rig(const PlantParameters& parameters = {}) : plant(parameters) {}

  /// Runs until `done` or for at most `periods`; returns how many it took.
  template <class Done>
  int run(const DriveOrder& order, int periods, Done done) {
    int count = 0;
    for (; count < periods && !done(); ++count) {
      const auto out = drive.step(order, {plant.encoder_ticks(), plant.home_switch()});
      plant.step(out.enabled, out.current);
      largest_current = std::max(largest_current, std::fabs(out.current));
      farthest = std::max(farthest, plant.position());
    }
    return count;
  }
  void home() {
    run({DriveMode::kRetract, 0.0F}, 5000, [this] { return drive.report().at_home; });
    run({DriveMode::kHold, 0.0F}, 20, [] { return false; });
  }
  void stroke(float speed) {
    run({DriveMode::kStroke, speed}, 4000, [this] { return drive.report().stroke_done; });
  }
  int retract() {
    return run({DriveMode::kRetract, 0.0F}, 5000, [this] { return drive.report().at_home; });
  }

  Plant plant;
  Drive drive;
  float largest_current{0.0F};
  float farthest{0.0F};
};

TEST(Drive, ReachesEverySpeedWithinOnePercentAtImpact) {
  float worst = 0.0F;
  for (int step = 0; step <= 780; ++step) {
    const float speed = 0.2F + 0.01F * static_cast<float>(step);
    Rig rig;
    rig.home();

    rig.stroke(speed);

    ASSERT_EQ(rig.plant.impacts(), 1U) << speed;
    worst = std::max(worst, std::fabs(rig.plant.impact_speed() / speed - 1.0F));
    ASSERT_EQ(rig.drive.report().fault, DriveFault::kNone) << speed;
  }
  RecordProperty("worst_speed_error_percent", std::to_string(100.0F * worst));
  EXPECT_LT(worst, 0.01F);
}

TEST(Drive, ReachesItsSpeedOnAMachineOffTheDataSheet) {
  for (int variant = 0; variant < 16; ++variant) {
    PlantParameters machine;
    machine.mass *= (variant & 1) != 0 ? 1.1F : 0.9F;
    machine.dry_friction *= (variant & 2) != 0 ? 1.5F : 0.5F;
    machine.static_friction = 1.4F * machine.dry_friction;
    machine.viscous_friction *= (variant & 4) != 0 ? 2.0F : 0.5F;
    machine.force_constant *= (variant & 8) != 0 ? 0.95F : 1.05F;
    for (const float speed : {0.2F, 0.5F, 1.0F, 2.0F, 4.0F, 6.0F, 8.0F}) {
      Rig rig(machine);
      rig.home();
      rig.stroke(speed);
      EXPECT_NEAR(rig.plant.impact_speed() / speed, 1.0F, 0.01F) << variant << " at " << speed;
    }
  }
}

TEST(Drive, MeasuresTheImpactSpeedWithinHalfAPercent) {
  for (int step = 0; step <= 78; ++step) {
    const float speed = 0.2F + 0.1F * static_cast<float>(step);
    Rig rig;
    rig.home();
    rig.stroke(speed);
    EXPECT_NEAR(rig.drive.report().impact_speed / rig.plant.impact_speed(), 1.0F, 0.005F) << speed;
  }
}

TEST(Drive, StaysOnTheRailAndWithinItsCurrent) {
  for (const float speed : {0.2F, 2.0F, 8.0F}) {
    Rig rig;
    rig.home();
    rig.stroke(speed);
    rig.retract();

    EXPECT_TRUE(rig.drive.report().at_home) << speed;
    EXPECT_LT(rig.farthest, 0.59F) << speed;
    EXPECT_LE(rig.largest_current, kMaxCurrent) << speed;
    EXPECT_EQ(rig.drive.report().fault, DriveFault::kNone) << speed;
  }
}

TEST(Drive, StopsBeforeTheBallWhenAStrokeIsAbortedEarly) {
  Rig rig;
  rig.home();
  rig.run({DriveMode::kStroke, 8.0F}, 4000, [&] { return rig.plant.position() > 0.15F; });

  rig.retract();

  EXPECT_EQ(rig.plant.impacts(), 0U);
  EXPECT_TRUE(rig.drive.report().at_home);
}

enum class Interruption { kAbort, kStop, kReset };

/// What the tip does when a stroke of `speed` is interrupted `moment` periods after its begin: by
/// an abort, or by a stop or a reset of a few periods after which the carriage is retracted.
struct Aftermath {
  std::uint32_t passes{0};  ///< Forward through the impact point
  float advance{0.0F};    ///< Farthest forward motion after the tip had stopped or turned back [m]
  bool backs_off{false};  ///< Leaves the ball behind
};
Aftermath interrupt(Interruption kind, const PlantParameters& machine, float speed, int moment) {
  Rig rig(machine);
  rig.home();
  const int stroked =
      rig.run({DriveMode::kStroke, speed}, moment, [&] { return rig.drive.report().stroke_done; });
  rig.run({DriveMode::kRetract, 0.0F}, moment - stroked, [] { return false; });
  if (kind == Interruption::kStop)
    rig.run({DriveMode::kOff, 0.0F}, moment % 5, [] { return false; });
  if (kind == Interruption::kReset) rig.drive = Drive();
  for (int i = 0; kind == Interruption::kReset && i < moment % 5; ++i) rig.plant.step(false, 0.0F);
  Aftermath after;
  bool stopped = false;
  float lowest = 1.0F;
  rig.run({DriveMode::kRetract, 0.0F}, 6000, [&] {
    stopped = stopped || rig.plant.speed() <= 0.0F;
    if (stopped) lowest = std::min(lowest, rig.plant.position());
    if (stopped) after.advance = std::max(after.advance, rig.plant.position() - lowest);
    after.backs_off = stopped && rig.plant.position() < kImpactPosition - 0.01F;
    return after.backs_off;
  });
  after.passes = rig.plant.passes();
  return after;
}

class InterruptedStroke : public ::testing::TestWithParam<Interruption> {};

// A reset in the middle of the retraction once pulled the tip forward through the impact point
// again (fault schedule 24993): the firmware took the carriage to be at rest.
TEST_P(InterruptedStroke, NeverSendsTheTipForwardAgain) {
  float largest_advance = 0.0F;
  for (int variant = 0; variant < 4; ++variant) {
    PlantParameters machine;
    machine.start_position = 0.0005F;
    machine.mass *= (variant & 1) != 0 ? 1.1F : 0.9F;
    machine.dry_friction *= (variant & 2) != 0 ? 1.5F : 0.5F;
    machine.static_friction = 1.4F * machine.dry_friction;
    for (const float speed : {0.5F, 2.0F, 8.0F}) {
      for (int moment = 1; moment < 1200; moment += 3) {
        const Aftermath after = interrupt(GetParam(), machine, speed, moment);
        ASSERT_LE(after.passes, 1U) << "after " << moment << " ms at " << speed << " m/s";
        ASSERT_TRUE(after.backs_off) << "after " << moment << " ms at " << speed << " m/s";
        largest_advance = std::max(largest_advance, after.advance);
      }
    }
  }
  RecordProperty("largest_advance_um", std::to_string(1e6F * largest_advance));
  EXPECT_LT(largest_advance, 5e-6F) << "one step of the encoder";
}

std::string name_of(const ::testing::TestParamInfo<Interruption>& kind) {
  constexpr const char* kNames[] = {"Abort", "Stop", "Reset"};
  return kNames[static_cast<int>(kind.param)];
}
INSTANTIATE_TEST_SUITE_P(By, InterruptedStroke,
                         ::testing::Values(Interruption::kAbort, Interruption::kStop,
                                           Interruption::kReset),
                         name_of);

TEST(Drive, ReportsAJammedCarriage) {
  PlantParameters jammed;
  jammed.start_position = 0.0F;
  jammed.static_friction = 1000.0F;
  jammed.dry_friction = 1000.0F;
  Rig rig(jammed);
  rig.home();

  const int periods = rig.run({DriveMode::kStroke, 8.0F}, 1000,
                              [&] { return rig.drive.report().fault != DriveFault::kNone; });

  EXPECT_EQ(rig.drive.report().fault, DriveFault::kNotFollowing);
  EXPECT_LT(periods, 60);
}

TEST(Drive, ReportsARunawayEncoder) {
  Drive drive;
  for (int i = 0; i < 10; ++i) (void)drive.step({DriveMode::kHold, 0.0F}, {0, true});
  (void)drive.step({DriveMode::kHold, 0.0F}, {2000, false});  // 10 mm in 1 ms

  EXPECT_EQ(drive.report().fault, DriveFault::kTooFast);
}

TEST(Plant, TheBrakeHoldsWithoutPower) {
  Plant plant;
  const float start = plant.position();

  for (int i = 0; i < 1000; ++i) plant.step(false, kMaxCurrent);

  EXPECT_EQ(plant.position(), start);
}

TEST(Plant, StaysAtRestBelowStaticFriction) {
  Plant plant;
  const float start = plant.position();

  for (int i = 0; i < 1000; ++i) plant.step(true, 0.6F);  // 12 N against 14 N

  EXPECT_EQ(plant.position(), start);
}

TEST(Plant, SettlesAtTheSpeedWhereFrictionMeetsForce) {
  PlantParameters machine;
  machine.viscous_friction = 200.0F;
  Plant plant(machine);

  for (int i = 0; i < 60; ++i) plant.step(true, 3.0F);

  // 60 N - 10 N = 200 N s/m v
  EXPECT_NEAR(plant.speed(), 0.25F, 0.002F);
}

}  // namespace
}  // namespace firmware_bridge::firmware
