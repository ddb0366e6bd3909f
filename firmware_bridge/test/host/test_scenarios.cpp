// SPDX-License-Identifier: Apache-2.0
// Everything that may break around an armed cue, one story per test: the device is disarmed
// within 200 ms of device time, the host learns why, and both serve again without a restart.
#include "scenario.hpp"

namespace firmware_bridge::test {
namespace {

TEST_F(Scenario, AShotIsPlayedAndItsSpeedComesBack) {
  load_and_arm(3.0F);
  EXPECT_EQ(finish(desk.fire()).verdict, Verdict::kConfirmed);

  ASSERT_TRUE(desk.step_until(3000, [&] { return !desk.results.empty(); }));

  EXPECT_EQ(desk.results[0].outcome, protocol::Outcome::kStruck);
  EXPECT_NEAR(desk.results[0].measured_speed, 3.0F, 0.03F);
  EXPECT_NEAR(desk.board().plant().impact_speed(), 3.0F, 0.03F);
  EXPECT_EQ(desk.board().plant().impacts(), 1U);
  desk.step_until(300, [] { return false; });
  EXPECT_EQ(desk.results.size(), 1U) << "a result is told once";
}

TEST_F(Scenario, HostIsKilled) {
  load_and_arm();
  desk.host_alive = false;
  expect_disarmed_in_time();

  desk.host_alive = true;
  desk.restart_host();
  expect_reported(FaultCode::kHostSilent);
  expect_to_work_again();
}

TEST_F(Scenario, HostIsKilledDuringAStroke) {
  load_and_arm(0.2F);
  EXPECT_EQ(finish(desk.fire()).verdict, Verdict::kConfirmed);
  desk.host_alive = false;
  expect_disarmed_in_time();
  desk.step_until(1000, [] { return false; });
  EXPECT_EQ(desk.board().plant().impacts(), 0U) << "braked before the ball";

  desk.host_alive = true;
  ASSERT_TRUE(desk.step_until(2000, [&] { return !desk.results.empty(); }));
  EXPECT_EQ(desk.results[0].outcome, protocol::Outcome::kAborted);
  expect_to_work_again();
}

TEST_F(Scenario, CableIsPulled) {
  load_and_arm();
  desk.faults.cut = true;
  expect_disarmed_in_time();

  desk.step_until(1000, [] { return false; });
  EXPECT_FALSE(desk.link().ready());
  desk.faults.cut = false;
  expect_reported(FaultCode::kHostSilent);
  expect_to_work_again();
}

TEST_F(Scenario, CableIsPulledRightAfterFire) {
  load_and_arm();
  EXPECT_TRUE(desk.fire());
  desk.step();
  desk.faults.cut = true;
  desk.step_until(500, [] { return false; });
  desk.faults.cut = false;

  desk.last_report.reset();
  ASSERT_TRUE(desk.step_until(4000, [&] { return desk.last_report.has_value(); }));

  EXPECT_EQ(desk.last_report->verdict, Verdict::kConfirmed) << "the device's record tells";
  EXPECT_EQ(desk.strokes.size(), 1U);
  expect_to_work_again();
}

TEST_F(Scenario, FirmwareIsReset) {
  load_and_arm();
  desk.reset_device();
  EXPECT_FALSE(desk.armed());

  desk.step_until(400, [] { return false; });
  expect_to_work_again();
  EXPECT_EQ(desk.link().device().boot_count, 2U);
}

TEST_F(Scenario, FirmwareIsResetWithACommandUnderWay) {
  load_and_arm();
  desk.faults.cut = true;
  EXPECT_TRUE(desk.fire());
  desk.step();
  desk.reset_device();
  desk.faults.cut = false;

  const auto report = finish(true);

  EXPECT_EQ(report.verdict, Verdict::kFailed);
  EXPECT_EQ(report.failure, host::Failure::kNewSession);
  EXPECT_TRUE(desk.strokes.empty());
  expect_to_work_again();
}

TEST_F(Scenario, FloodOfGarbage) {
  load_and_arm();
  const auto start = desk.now();
  while (desk.armed() && desk.now() - start <= 200) {
    std::string noise(100, '\0');
    for (auto& byte : noise) byte = static_cast<char>(desk.random.below(16));
    desk.inject_to_device(noise);
    desk.step();
  }

  EXPECT_FALSE(desk.armed());
  expect_reported(FaultCode::kLineNoise);
  expect_to_work_again();
}

TEST_F(Scenario, EstopStopsAndNeedsAPersonToClear) {
  load_and_arm(0.2F);
  EXPECT_EQ(finish(desk.fire()).verdict, Verdict::kConfirmed);
  desk.board().press_estop(true);
  desk.step_until(5, [] { return false; });
  EXPECT_EQ(desk.state(), CueState::kStopped);
  expect_reported(FaultCode::kEstop);
  EXPECT_EQ(finish(desk.disarm(true)).reply, Reply::kEstopPressed);

  desk.board().press_estop(false);
  EXPECT_EQ(finish(desk.disarm(false)).reply, Reply::kWrongState);
  EXPECT_EQ(finish(desk.disarm(true)).verdict, Verdict::kConfirmed);

  EXPECT_EQ(desk.board().plant().impacts(), 0U);
  expect_to_work_again();
}

TEST_F(Scenario, StopIsObeyedFromAnySession) {
  load_and_arm();
  inject(protocol::Stop{5}, 12345, 0);
  desk.step();

  EXPECT_EQ(desk.state(), CueState::kStopped);
  expect_reported(FaultCode::kHostStop);
  EXPECT_EQ(finish(desk.disarm(true)).verdict, Verdict::kConfirmed);
  expect_to_work_again();
}

TEST_F(Scenario, StopOvertakesACommandUnderWay) {
  ASSERT_EQ(finish(desk.load(3.0F)).verdict, Verdict::kConfirmed);
  EXPECT_TRUE(desk.arm());
  EXPECT_TRUE(desk.stop());
  desk.step_until(100, [&] { return desk.reported == desk.taken; });

  EXPECT_EQ(desk.reported, desk.taken);
  EXPECT_EQ(desk.state(), CueState::kStopped);
}

TEST_F(Scenario, DeviceWithoutWorkingMemoryDoesNotFire) {
  load_and_arm();
  desk.board().memory_works = false;

  const auto report = finish(desk.fire());

  EXPECT_EQ(report.verdict, Verdict::kRefused);
  EXPECT_EQ(desk.state(), CueState::kFault);
  EXPECT_EQ(desk.board().plant().impacts(), 0U);
  expect_reported(FaultCode::kPersistentMemory);
}

TEST_F(Scenario, TwoPercentOfHurtBytesDelayButDoNotDisturb) {
  desk.faults.bytes = 0.02;
  int struck = 0;
  for (int i = 0; i < 60000 && struck < 10; ++i) {
    auto& link = desk.link();
    if (link.ready() && !link.busy()) {
      if (link.state().state == CueState::kIdle) desk.load(6.0F);
      if (link.state().state == CueState::kLoaded) desk.arm(1000);
      if (link.state().state == CueState::kArmed) desk.fire();
    }
    desk.step();
    struck = static_cast<int>(std::count_if(
        desk.results.begin(), desk.results.end(),
        [](const auto& result) { return result.outcome == protocol::Outcome::kStruck; }));
  }

  EXPECT_EQ(struck, 10);
}

}  // namespace
}  // namespace firmware_bridge::test
