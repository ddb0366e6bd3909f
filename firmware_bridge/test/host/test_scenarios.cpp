// SPDX-License-Identifier: Apache-2.0
// Everything that may go wrong around an armed cue, one story per test: the device is disarmed
// within 200 ms of device time, the host learns why, and both serve again without a restart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "desk.hpp"
#include "firmware_bridge/protocol/interface_hash.hpp"

namespace firmware_bridge::test {
namespace {

using host::Verdict;
using protocol::CueState;
using protocol::FaultCode;
using protocol::Reply;

class Scenario : public ::testing::Test {
 protected:
  Desk desk{1};

  void SetUp() override {
    ASSERT_TRUE(desk.step_until(1000, [&] {
      return desk.link().ready() && desk.state() == CueState::kIdle &&
             desk.link().state().state == CueState::kIdle;
    }));
  }
  void TearDown() override { EXPECT_EQ(desk.violation, ""); }

  host::CommandReport finish(bool taken) {
    EXPECT_TRUE(taken);
    desk.last_report.reset();
    desk.step_until(4000, [&] { return desk.last_report.has_value(); });
    return desk.last_report.value_or(host::CommandReport{});
  }
  void load_and_arm(float speed = 3.0F) {
    const auto loaded = finish(desk.load(speed));
    ASSERT_EQ(loaded.verdict, Verdict::kConfirmed) << protocol::name_of(loaded.reply);
    const auto armed = finish(desk.arm(2000));
    ASSERT_EQ(armed.verdict, Verdict::kConfirmed) << protocol::name_of(armed.reply);
    ASSERT_EQ(desk.state(), CueState::kArmed);
  }
  /// Steps until disarmed; fails when that takes more than 200 ms.
  void expect_disarmed_in_time() {
    const auto start = desk.now();
    EXPECT_TRUE(desk.step_until(1000, [&] { return !desk.armed(); }));
    EXPECT_LE(desk.now() - start, 200);
  }
  void expect_reported(FaultCode code) {
    EXPECT_TRUE(desk.step_until(2000, [&] {
      return std::any_of(desk.faults_reported.begin(), desk.faults_reported.end(),
                         [&](const auto& fault) { return fault.code == code; });
    })) << protocol::name_of(code);
  }
  void expect_to_work_again() {
    ASSERT_TRUE(desk.step_until(
        4000, [&] { return desk.link().ready() && desk.link().state().state == CueState::kIdle; }));
    load_and_arm();
    if (HasFatalFailure()) return;
    EXPECT_EQ(finish(desk.fire()).verdict, Verdict::kConfirmed);
    ASSERT_TRUE(desk.step_until(3000, [&] {
      return !desk.results.empty() && desk.results.back().shot_id == desk.link().shot_id();
    }));
    EXPECT_EQ(desk.results.back().outcome, protocol::Outcome::kStruck);
  }
  /// A frame as some sender might make it, straight into the device.
  template <class Message>
  void inject(const Message& message, std::uint32_t session, std::uint32_t sequence,
              std::uint8_t version = protocol::kProtocolVersion) {
    std::uint8_t line[protocol::kMaxLineSize];
    const std::size_t size =
        protocol::encode_message(message, {version, 0, session, sequence}, {line, sizeof(line)});
    desk.inject_to_device({reinterpret_cast<char*>(line), size});
  }
  std::uint32_t session() const { return desk.cue().session(); }
  static constexpr std::uint32_t kLater = 1000000;  ///< A sequence number above the link's own
};

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

TEST_F(Scenario, GreetingOfAnotherVersion) {
  load_and_arm();
  inject(protocol::Hello{99, protocol::kInterfaceHash, 0}, 0, 1, 2);
  expect_disarmed_in_time();

  expect_reported(FaultCode::kForeignVersion);
  expect_to_work_again();
}

TEST_F(Scenario, CommandOfAnotherVersion) {
  load_and_arm();
  inject(protocol::Fire{}, session(), kLater, 2);
  expect_disarmed_in_time();

  expect_reported(FaultCode::kForeignVersion);
  expect_to_work_again();
}

TEST_F(Scenario, StaleArm) {
  ASSERT_EQ(finish(desk.load(3.0F)).verdict, Verdict::kConfirmed);
  const auto old = desk.link().state();
  ASSERT_EQ(finish(desk.load(4.0F)).verdict, Verdict::kConfirmed);

  inject(protocol::Arm{old.shot_id, old.nonce, 1000}, session(), kLater);
  desk.step_until(5, [] { return false; });

  EXPECT_EQ(desk.state(), CueState::kLoaded);
  EXPECT_EQ(desk.link().state().reply, Reply::kWrongShot);
}

TEST_F(Scenario, ArmOfAnOldSessionOrAnOldSequenceIsSkipped) {
  ASSERT_EQ(finish(desk.load(3.0F)).verdict, Verdict::kConfirmed);
  const auto shot = desk.link().state();

  inject(protocol::Arm{shot.shot_id, shot.nonce, 1000}, session() - 1, kLater);
  inject(protocol::Arm{shot.shot_id, shot.nonce, 1000}, session(), 1);
  desk.step_until(5, [] { return false; });

  EXPECT_EQ(desk.state(), CueState::kLoaded);
}

TEST_F(Scenario, FireAfterTheWindow) {
  ASSERT_EQ(finish(desk.load(3.0F)).verdict, Verdict::kConfirmed);
  ASSERT_EQ(finish(desk.arm(50)).verdict, Verdict::kConfirmed);
  desk.step_until(60, [] { return false; });
  EXPECT_FALSE(desk.armed());

  const auto report = finish(desk.fire());

  EXPECT_EQ(report.verdict, Verdict::kRefused);
  EXPECT_EQ(report.reply, Reply::kWrongState);
  expect_reported(FaultCode::kWindowExpired);
  expect_to_work_again();
}

TEST_F(Scenario, FireAfterItsOwnDeadline) {
  load_and_arm();
  const auto shot = desk.link().state();

  inject(protocol::Fire{shot.shot_id, shot.nonce, desk.cue().now_ms()}, session(), kLater);
  desk.step_until(5, [] { return false; });

  EXPECT_EQ(desk.link().state().reply, Reply::kExpired);
  EXPECT_TRUE(desk.strokes.empty());
  desk.restart_host();  // its sequence numbers were overtaken by the injected ones
  expect_to_work_again();
}

TEST_F(Scenario, NonceReuse) {
  ASSERT_EQ(finish(desk.load(3.0F)).verdict, Verdict::kConfirmed);
  protocol::Load again;
  again.shot_id = desk.link().state().shot_id + 1;
  again.nonce = desk.link().state().nonce;

  inject(again, session(), kLater);
  desk.step_until(5, [] { return false; });

  EXPECT_EQ(desk.link().state().reply, Reply::kNonceReused);
}

TEST_F(Scenario, ShotIdReuse) {
  expect_to_work_again();
  ASSERT_TRUE(desk.step_until(3000, [&] { return desk.link().state().state == CueState::kIdle; }));
  protocol::Load again;
  again.shot_id = desk.link().state().last_shot_id;
  again.nonce = 1000;

  inject(again, session(), kLater);
  desk.step_until(5, [] { return false; });

  EXPECT_EQ(desk.link().state().reply, Reply::kShotIdUsed);
}

TEST_F(Scenario, DuplicateFireNeverFiresTwice) {
  load_and_arm();
  const auto shot = desk.link().state();
  EXPECT_EQ(finish(desk.fire()).verdict, Verdict::kConfirmed);
  for (std::uint32_t i = 0; i < 2000; ++i) {
    inject(protocol::Fire{shot.shot_id, shot.nonce, desk.cue().now_ms() + 100}, session(),
           kLater + i / 2);
    desk.step();
  }

  EXPECT_EQ(desk.strokes.at(shot.shot_id), 1);
  EXPECT_EQ(desk.board().plant().impacts(), 1U);
}

TEST_F(Scenario, ParametersOutOfRangeAreRefusedOnBothSides) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float speed : {nan, infinity, -1.0F, 0.0F, 0.19F, 8.01F, 1e30F}) {
    EXPECT_FALSE(desk.load(speed)) << "by the host: " << speed;
  }
  std::uint32_t sequence = kLater;
  const auto refused_by_device = [&](const protocol::Load& load) {
    inject(load, session(), ++sequence);
    desk.step_until(5, [] { return false; });
    return desk.link().state().reply_sequence == sequence &&
           desk.link().state().reply == Reply::kOutOfRange;
  };
  const std::uint32_t id = 50;
  for (const float speed : {nan, infinity, -1.0F, 0.0F, 0.19F, 8.01F, 1e30F}) {
    EXPECT_TRUE(refused_by_device({id, id, speed, 0, 0, 0, 0})) << speed;
  }
  EXPECT_TRUE(refused_by_device({id, id, 1.0F, nan, 0, 0, 0}));
  EXPECT_TRUE(refused_by_device({id, id, 1.0F, 0, 1.3F, 0, 0})) << "the device's own limit";
  EXPECT_TRUE(refused_by_device({id, id, 1.0F, 0, 0, 0.5F, 0.5F})) << "length of the offset";
  EXPECT_TRUE(refused_by_device({id, id, 1.0F, 0, 0, nan, 0}));
  EXPECT_EQ(desk.state(), CueState::kIdle);
}

TEST_F(Scenario, HeartbeatsLeftInABufferDoNotKeepTheCueArmed) {
  load_and_arm();
  const std::uint32_t seen = desk.link().state().device_time_ms;
  desk.host_alive = false;
  const auto start = desk.now();
  for (std::uint32_t i = 0; desk.armed() && i < 1000; ++i) {
    inject(protocol::Heartbeat{seen, 0, 0}, session(), kLater + i);
    desk.step();
  }

  EXPECT_LE(desk.now() - start, 200);
  desk.host_alive = true;
  desk.restart_host();  // its sequence numbers were overtaken by the injected ones
  expect_to_work_again();
}

TEST_F(Scenario, HeartbeatsOfAnotherSessionDoNotKeepTheCueArmed) {
  load_and_arm();
  desk.host_alive = false;
  const auto start = desk.now();
  for (std::uint32_t i = 0; desk.armed() && i < 1000; ++i) {
    inject(protocol::Heartbeat{desk.cue().now_ms(), 0, 0}, session() - 1, kLater + i);
    desk.step();
  }

  EXPECT_LE(desk.now() - start, 200);
}

TEST_F(Scenario, AHeartbeatFromTheFutureOrThePastChangesNothing) {
  load_and_arm();
  for (const std::uint32_t lie : {1000U, 0x7FFFFFFFU, 0U - 1000U}) {
    inject(protocol::Heartbeat{desk.cue().now_ms() + lie, 0, 0}, session(), kLater);
    desk.step_until(50, [] { return false; });
    EXPECT_EQ(desk.state(), CueState::kArmed) << lie;
  }

  desk.host_alive = false;
  expect_disarmed_in_time();
}

TEST_F(Scenario, FireOfAnotherShotIsRefused) {
  load_and_arm();
  const auto shot = desk.link().state();
  const std::uint32_t expiry = desk.cue().now_ms() + 500;
  std::uint32_t sequence = kLater;
  for (const auto& fire : {protocol::Fire{shot.shot_id + 1, shot.nonce, expiry},
                           protocol::Fire{shot.shot_id, shot.nonce + 1, expiry}}) {
    inject(fire, session(), ++sequence);
    desk.step_until(15, [&] { return desk.link().state().reply_sequence == sequence; });
    EXPECT_EQ(desk.link().state().reply, Reply::kWrongShot);
  }
  EXPECT_TRUE(desk.strokes.empty());
}

TEST_F(Scenario, ANewHelloDisarms) {
  load_and_arm();
  desk.restart_host();
  expect_disarmed_in_time();
  expect_reported(FaultCode::kNewSession);
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

TEST_F(Scenario, TheHostDoesNotAcceptADeviceOfAnotherTable) {
  desk.faults.cut = true;
  desk.step_until(300, [] { return false; });  // the session is lost, HELLO is under way
  // The answer of a device with another table, as the host would get it.
  protocol::FrameReceiver receiver;
  std::uint8_t line[protocol::kMaxLineSize];
  host::Link link({}, 3);
  link.open(0);
  const std::size_t size = link.take_output({line, sizeof(line)});
  protocol::Hello hello;
  for (std::size_t i = 0; i < size; ++i) {
    if (receiver.push(line[i]) == protocol::FrameReceiver::Status::kFrame) {
      ASSERT_EQ(protocol::read_payload(receiver.frame().payload, hello),
                protocol::PayloadError::kNone);
    }
  }
  protocol::HelloReply reply;
  reply.host_nonce = hello.host_nonce;
  reply.interface_hash = protocol::kInterfaceHash + 1;
  reply.session = 5;
  std::uint8_t payload[protocol::wire_size<protocol::HelloReply>()];
  const std::size_t written = protocol::write_payload(reply, {payload, sizeof(payload)});
  protocol::Frame frame;
  frame.header.type = protocol::HelloReply::kInfo.type;
  frame.payload = {payload, written};

  link.handle(frame, 1);

  EXPECT_EQ(link.phase(), host::LinkPhase::kMismatch);
  EXPECT_EQ(link.load({1.0F, 0, 0, 0, 0}, 2), host::Refusal::kNotConnected);
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
