// SPDX-License-Identifier: Apache-2.0
// A cue and its host on one desk, connected and idle: where every story about them begins.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "desk.hpp"

namespace firmware_bridge::test {

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

}  // namespace firmware_bridge::test
