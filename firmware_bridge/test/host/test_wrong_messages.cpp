// SPDX-License-Identifier: Apache-2.0
// Messages that are late, repeated, out of range or meant for somebody else, one story per test:
// none of them makes the cue strike, and none keeps it armed.
#include <limits>

#include "firmware_bridge/protocol/interface_hash.hpp"
#include "scenario.hpp"

namespace firmware_bridge::test {
namespace {

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

}  // namespace
}  // namespace firmware_bridge::test
