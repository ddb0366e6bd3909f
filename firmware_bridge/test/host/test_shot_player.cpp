// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/host/shot_player.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "desk.hpp"

namespace firmware_bridge::test {
namespace {

using host::ShotOutcome;
using host::ShotPlayer;
using protocol::CueState;
using ::testing::HasSubstr;

/// The player reads the link's reports itself, so this desk steps without collecting them.
class Player : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(run(1000, [&] { return link.ready() && link.state().state == CueState::kIdle; }));
  }
  void step() {
    ++now;
    for (const char c : board.to_host) {
      if (receiver.push(static_cast<std::uint8_t>(c)) == protocol::FrameReceiver::Status::kFrame) {
        link.handle(receiver.frame(), now);
      }
    }
    board.to_host.clear();
    link.update(now);
    player.update(link, now);
    std::uint8_t out[1024];
    const std::size_t size = link.take_output({out, sizeof(out)});
    if (!cut) board.to_device.append(reinterpret_cast<char*>(out), size);
    cue.tick();
    board.advance();
    if (cut) board.to_host.clear();
    if (auto outcome = player.take_outcome()) outcomes.push_back(*outcome);
  }
  template <class Done>
  bool run(int limit, Done done) {
    for (int i = 0; i < limit && !done(); ++i) step();
    return done();
  }
  void begin(float speed, bool auto_arm) {
    player.begin(link, {speed, 0, 0, 0, 0}, auto_arm, 1000, now);
  }
  bool ended(int limit = 6000) {
    return run(limit, [&] { return !outcomes.empty(); });
  }

  host::TimeMs now{0};
  bool cut{false};
  firmware::MemoryBoard board;
  firmware::CueFirmware cue{board};
  host::Link link{[this] {
    host::Link made({}, 5);
    made.open(now);
    return made;
  }()};
  protocol::FrameReceiver receiver;
  ShotPlayer player;
  std::vector<ShotOutcome> outcomes;
};

TEST_F(Player, FiresByItselfWhenAllowed) {
  begin(3.0F, true);

  ASSERT_TRUE(ended());

  EXPECT_EQ(outcomes[0].kind, ShotOutcome::Kind::kFired);
  EXPECT_EQ(outcomes[0].reason, "");
  EXPECT_NEAR(outcomes[0].measured_speed, 3.0F, 0.03F);
  run(2000, [] { return false; });
  EXPECT_EQ(outcomes.size(), 1U) << "one outcome for one shot";
}

TEST_F(Player, WaitsForArmOtherwise) {
  begin(3.0F, false);
  run(500, [] { return false; });
  EXPECT_EQ(cue.supervisor().state(), CueState::kLoaded);
  EXPECT_TRUE(outcomes.empty());

  EXPECT_EQ(player.arm(link, 1000, now), "");

  ASSERT_TRUE(ended());
  EXPECT_EQ(outcomes[0].kind, ShotOutcome::Kind::kFired);
}

TEST_F(Player, HasNothingToArmWithoutAShot) {
  EXPECT_EQ(player.arm(link, 1000, now), "no shot is loaded");
}

TEST_F(Player, RefusesAShotOutsideTheLimitsAndNamesThem) {
  const auto refusal_of = [&](const host::CueShot& shot) {
    player.begin(link, shot, true, 1000, now);
    const auto outcome = player.take_outcome();
    return outcome && outcome->kind == ShotOutcome::Kind::kRefused ? outcome->reason : "";
  };
  const float most = link.device().max_offset;

  EXPECT_EQ(refusal_of({9.0F, 0, 0, 0, 0}), "speed is 9 m/s; allowed by the cue: 0.2 to 8 m/s");
  EXPECT_THAT(refusal_of({1.0F, 4.0F, 0, 0, 0}), HasSubstr("azimuth is 4 rad; allowed"));
  EXPECT_THAT(refusal_of({1.0F, 0, -1.0F, 0, 0}), HasSubstr("elevation is -1 rad; allowed"));
  EXPECT_THAT(refusal_of({1.0F, 0, 0, NAN, 0}), HasSubstr("offset_right is nan ball radii"));
  EXPECT_THAT(refusal_of({1.0F, 0, 0, 0, 2.0F}), HasSubstr("offset_up is 2 ball radii"));
  EXPECT_THAT(refusal_of({1.0F, 0, 0, most, most}), HasSubstr("offset is "));
}

TEST_F(Player, ReportsAFirmwareThatDoesNotTakeTheShot) {
  board.press_estop(true);
  run(30, [] { return false; });
  begin(3.0F, true);

  ASSERT_TRUE(ended());

  EXPECT_EQ(outcomes[0].kind, ShotOutcome::Kind::kRejected);
  EXPECT_THAT(outcomes[0].reason, HasSubstr("wrong_state"));
}

TEST_F(Player, GivesTheShotUpWhenTheCueDoes) {
  begin(3.0F, false);
  run(100, [&] { return player.phase() == ShotPlayer::Phase::kLoaded; });
  board.press_estop(true);

  ASSERT_TRUE(ended());

  EXPECT_EQ(outcomes[0].kind, ShotOutcome::Kind::kAborted);
}

TEST_F(Player, AbortsWhenTheEstopIsPressedDuringTheStroke) {
  begin(0.2F, true);
  ASSERT_TRUE(run(1000, [&] { return cue.supervisor().state() == CueState::kStroking; }));
  run(50, [] { return false; });
  board.press_estop(true);

  ASSERT_TRUE(ended());

  EXPECT_EQ(outcomes[0].kind, ShotOutcome::Kind::kAborted);
  EXPECT_EQ(board.plant().impacts(), 0U);
}

TEST_F(Player, EndsEveryShotThoughTheCableIsPulled) {
  for (int moment = 0; moment < 40; ++moment) {
    outcomes.clear();
    cut = false;
    ASSERT_TRUE(run(4000, [&] {
      return link.ready() && link.state().state == CueState::kIdle && !link.busy();
    }));
    begin(4.0F, true);
    run(moment, [] { return false; });
    cut = true;
    run(600, [] { return false; });
    cut = false;
    EXPECT_TRUE(ended(10000)) << moment;
    EXPECT_EQ(outcomes.size(), 1U) << moment;
  }
}

TEST_F(Player, AbandonsBeforeFireOnly) {
  begin(3.0F, false);
  run(100, [&] { return player.phase() == ShotPlayer::Phase::kLoaded; });
  player.abandon("disarmed by a person");
  ASSERT_TRUE(ended());
  EXPECT_EQ(outcomes[0].reason, "disarmed by a person");
}

}  // namespace
}  // namespace firmware_bridge::test
