// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/firmware/drive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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
  (void)drive.step({DriveMode::kRetract, 0.0F}, {0, true});
  (void)drive.step({DriveMode::kHold, 0.0F}, {0, true});
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
