// SPDX-License-Identifier: Apache-2.0
// The real host side against the real firmware, in QEMU on an emulated Cortex-M7 and as a native
// program. Virtual time follows the wall clock here, so nothing asserts how long a thing took on
// it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

#include "emulator.hpp"
#include "firmware_bridge/host/cue_client.hpp"
#include "firmware_bridge/host/shot_player.hpp"
#include "hurt_client.hpp"

namespace firmware_bridge::test {
namespace {

using namespace std::chrono_literals;
using host::ShotOutcome;
using host::Verdict;
using protocol::CueState;

class Emulation : public ::testing::TestWithParam<Emulator::Kind> {
 protected:
  void SetUp() override {
    const std::string missing = Emulator::missing(GetParam());
    if (!missing.empty()) GTEST_SKIP() << missing;
    emulator.emplace(GetParam());
    client.emplace(host::ClientSettings{emulator->address(), 115200, 20, {}});
    wait_for_idle();
  }
  void step() { client->wait_and_step(5); }
  template <class Done>
  bool run_until(Done done, std::chrono::seconds limit = 30s) {
    return wait_until(
        limit, [this] { step(); }, done);
  }
  void wait_for_idle() {
    ASSERT_TRUE(run_until([&] {
      return link().ready() && link().state().state == CueState::kIdle;
    })) << client->trouble();
  }
  host::Link& link() { return client->link(); }
  host::CommandReport finish(host::Refusal refusal) {
    EXPECT_EQ(refusal, host::Refusal::kNone) << name_of(refusal);
    host::CommandReport report;
    EXPECT_TRUE(run_until([&] { return link().next(report); }));
    return report;
  }
  /// Loads and arms; again, if the wall clock stalled us and the watchdog was quicker.
  void load_and_arm(float speed) {
    ASSERT_TRUE(run_until([&] {
      if (!link().ready() || link().state().state != CueState::kIdle) return false;
      if (link().load({speed, 0, 0, 0, 0}, client->now()) != host::Refusal::kNone) return false;
      if (finish(host::Refusal::kNone).verdict != Verdict::kConfirmed) return false;
      if (link().arm(5000, client->now()) != host::Refusal::kNone) return false;
      return finish(host::Refusal::kNone).verdict == Verdict::kConfirmed;
    }));
  }
  ShotOutcome play_once(float speed) {
    host::ShotPlayer player;
    player.begin(link(), {speed, 0.1F, 0.05F, 0.1F, 0.1F}, true, 2000, client->now());
    std::optional<ShotOutcome> outcome;
    run_until([&] {
      player.update(link(), client->now());
      outcome = player.take_outcome();
      return outcome.has_value();
    });
    return outcome.value_or(ShotOutcome{});
  }
  /// Plays until the tip has struck; a stalled machine may abort a shot, never strike it wrongly.
  ShotOutcome play(float speed) {
    ShotOutcome outcome;
    EXPECT_TRUE(run_until(
        [&] {
          if (!link().ready() || link().state().state != CueState::kIdle) return false;
          outcome = play_once(speed);
          return outcome.kind == ShotOutcome::Kind::kFired;
        },
        60s))
        << outcome.reason;
    return outcome;
  }
  bool was_reported(protocol::FaultCode code, protocol::Fault& found) {
    return run_until([&] {
      protocol::Fault fault;
      while (link().next(fault)) {
        found = fault;
        if (fault.code == code) return true;
      }
      return false;
    });
  }

  std::optional<Emulator> emulator;
  std::optional<host::CueClient> client;
};

TEST_P(Emulation, StrikesAtTheCommandedSpeed) {
  for (const float speed : {0.2F, 1.0F, 4.0F, 8.0F}) {
    const ShotOutcome outcome = play(speed);
    EXPECT_NEAR(outcome.measured_speed / speed, 1.0F, 0.01F) << speed;
    EXPECT_GT(outcome.peak_current, 0.0F);
  }
}

TEST_P(Emulation, CarriesThousandsOfFramesWithoutLossAndTellsTheLoadTime) {
  // Patient, so that a stalled machine is not taken for a lost frame, and nothing is sent twice.
  host::LinkSettings patient;
  patient.silence = 20000;
  patient.retry_period = 20000;
  client.emplace(host::ClientSettings{emulator->address(), 115200, 20, patient});
  wait_for_idle();
  // Counts of the cue since it was switched on: the host before may have left in mid-frame.
  const std::uint32_t accepted_before = link().state().accepted_frames;
  const std::uint32_t rejected_before = link().state().rejected_frames;
  const std::uint64_t sent_before = link().statistics().sent;
  std::vector<double> elapsed_us;
  int too_late = 0;  // the machine stalled for longer than the watchdog: refused, but not lost
  const auto frames = [&] { return link().statistics().sent + link().statistics().received; };
  const unsigned enough = std::getenv("BILLIARD_FULL_TESTS") != nullptr ? 10000 : 2000;
  while (frames() < enough) {
    const auto start = std::chrono::steady_clock::now();
    const auto refusal = link().load({2.0F, 0, 0, 0, 0}, client->now());
    ASSERT_EQ(refusal, host::Refusal::kNone) << name_of(refusal);
    client->step(client->now());
    const host::CommandReport report = finish(refusal);
    ASSERT_NE(report.verdict, Verdict::kFailed) << name_of(report.failure);
    if (report.verdict == Verdict::kRefused) {
      ASSERT_EQ(report.reply, protocol::Reply::kHostSilent);
      ++too_late;
      continue;
    }
    elapsed_us.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
            .count());
  }
  // STATE is written before the frames of its own period are answered, so wait for the last ones.
  const auto sent = link().statistics().sent - sent_before;
  EXPECT_TRUE(run_until([&] { return link().state().accepted_frames - accepted_before >= sent; }));
  EXPECT_EQ(link().statistics().resent, 0U);

  EXPECT_EQ(link().state().rejected_frames - rejected_before, 0U);
  EXPECT_EQ(client->counts().rejected, 0U);
  EXPECT_EQ(link().statistics().dropped, 0U);
  std::sort(elapsed_us.begin(), elapsed_us.end());
  const auto at = [&](double share) {
    return elapsed_us[static_cast<std::size_t>(share * static_cast<double>(elapsed_us.size() - 1))];
  };
  RecordProperty("loads", static_cast<int>(elapsed_us.size()));
  RecordProperty("frames", std::to_string(frames()));
  RecordProperty("refused_after_a_stall", too_late);
  RecordProperty("load_confirmed_p50_us", static_cast<int>(at(0.5)));
  RecordProperty("load_confirmed_p99_us", static_cast<int>(at(0.99)));
  std::printf("LOAD confirmed: n %zu, p50 %.0f us, p99 %.0f us, %lu frames\n", elapsed_us.size(),
              at(0.5), at(0.99), static_cast<unsigned long>(frames()));
}

TEST_P(Emulation, DisarmsWhenTheCableIsPulledAndServesTheNextHost) {
  load_and_arm(3.0F);
  client.reset();  // port closed, no word
  client.emplace(host::ClientSettings{emulator->address(), 115200, 20, {}});

  protocol::Fault fault;
  // Either the watchdog was first, or the new HELLO.
  ASSERT_TRUE(run_until([&] {
    protocol::Fault next;
    while (link().next(next)) fault = next;
    return link().ready() && link().state().fault_count > 0 &&
           (fault.code == protocol::FaultCode::kHostSilent ||
            fault.code == protocol::FaultCode::kNewSession);
  }));
  EXPECT_EQ(fault.state, CueState::kArmed);
  if (fault.code == protocol::FaultCode::kHostSilent) {
    EXPECT_LE(fault.detail, 200.0F);
  }
  EXPECT_EQ(play(3.0F).kind, ShotOutcome::Kind::kFired);
}

TEST_P(Emulation, DisarmsWithin200MsWhenNothingArrivesAnyMore) {
  client.reset();
  HurtClient hurt(emulator->address(), 3);
  const auto wait = [&](auto done) {
    return wait_until(
        60s, [&] { hurt.step(); }, done);
  };
  ASSERT_TRUE(wait([&] {
    auto& line = hurt.link();
    const host::TimeMs now = host::CueClient::now();
    if (!line.ready() || line.busy()) return false;
    if (line.state().state == CueState::kIdle) (void)line.load({3.0F, 0, 0, 0, 0}, now);
    if (line.state().state == CueState::kLoaded) (void)line.arm(5000, now);
    return line.state().state == CueState::kArmed;
  }));
  hurt.faults.cut = true;
  ASSERT_TRUE(wait([&] { return !hurt.link().ready(); }));
  hurt.faults.cut = false;

  protocol::Fault fault;
  ASSERT_TRUE(wait(
      [&] { return hurt.link().next(fault) && fault.code == protocol::FaultCode::kHostSilent; }));
  EXPECT_EQ(fault.state, CueState::kArmed);
  EXPECT_LE(fault.detail, 200.0F) << "age of the heartbeat in device time [ms]";
}

TEST_P(Emulation, ComesBackAfterAFirmwareReset) {
  load_and_arm(3.0F);
  const std::uint32_t boots = link().device().boot_count;
  const auto sessions = link().statistics().sessions;
  emulator->reset();

  ASSERT_TRUE(run_until([&] { return link().statistics().sessions > sessions && link().ready(); }));
  if (GetParam() == Emulator::Kind::kQemu) {
    EXPECT_EQ(link().device().boot_count, boots + 1) << "kept over the reset";
  }
  EXPECT_EQ(play(3.0F).kind, ShotOutcome::Kind::kFired);
}

TEST_P(Emulation, StopsOnTheEstopInput) {
  load_and_arm(3.0F);
  emulator->press_estop(true);
  protocol::Fault fault;
  ASSERT_TRUE(was_reported(protocol::FaultCode::kEstop, fault));
  EXPECT_TRUE(run_until([&] { return link().state().state == CueState::kStopped; }));

  emulator->press_estop(false);
  ASSERT_TRUE(run_until([&] { return link().ready() && link().state().estop == 0; }));
  EXPECT_EQ(finish(link().disarm(true, client->now())).verdict, Verdict::kConfirmed);
  wait_for_idle();
  EXPECT_EQ(play(3.0F).kind, ShotOutcome::Kind::kFired);
}

TEST_P(Emulation, TwoPercentOfHurtBytesNeverFireWrongly) {
  client.reset();
  HurtClient hurt(emulator->address(), 7);
  auto& hurt_link = hurt.link();
  const auto wait = [&](auto done, std::chrono::seconds limit) {
    return wait_until(
        limit, [&] { hurt.step(); }, done);
  };
  ASSERT_TRUE(wait([&] { return hurt_link.ready(); }, 30s));
  hurt.faults.bytes = 0.02;
  hurt.faults.replays = 0.05;
  hurt.faults.delays = 0.05;
  hurt.faults.longest_delay_ms = 100;
  std::set<std::uint32_t> fired;
  std::map<std::uint32_t, int> struck;
  int taken = 0;
  int reported = 0;
  const auto look = [&] {
    host::CommandReport report;
    while (hurt_link.next(report)) ++reported;
    protocol::Result result;
    while (hurt_link.next(result)) ++struck[result.shot_id];
  };
  const auto act = [&] {
    look();
    if (!hurt_link.ready() || hurt_link.busy()) return;
    const host::TimeMs now = host::CueClient::now();
    host::Refusal refusal = host::Refusal::kBusy;
    const CueState state = hurt_link.state().state;
    if (state == CueState::kIdle) refusal = hurt_link.load({8.0F, 0, 0, 0, 0}, now);
    if (state == CueState::kLoaded) refusal = hurt_link.arm(1000, now);
    if (state == CueState::kArmed) {
      refusal = hurt_link.fire(now);
      if (refusal == host::Refusal::kNone) fired.insert(hurt_link.shot_id());
    }
    taken += refusal == host::Refusal::kNone ? 1 : 0;
  };

  ASSERT_TRUE(wait(
      [&] {
        act();
        return struck.size() >= 5;
      },
      120s));
  hurt.faults = {};
  ASSERT_TRUE(wait(
      [&] {
        look();
        return hurt_link.ready() && !hurt_link.busy();
      },
      30s));
  look();

  EXPECT_EQ(taken, reported) << "every command has one report";
  for (const auto& [shot, count] : struck) {
    EXPECT_EQ(count, 1) << shot;
    EXPECT_EQ(fired.count(shot), 1U) << shot;
  }
  EXPECT_TRUE(hurt_link.state().last_shot_id == 0 || fired.count(hurt_link.state().last_shot_id));
  EXPECT_GT(hurt_link.state().rejected_frames, 0U);
  EXPECT_GT(hurt.counts().rejected, 0U);
  RecordProperty("hurt_bytes", std::to_string(hurt.hurt_bytes()));
}

INSTANTIATE_TEST_SUITE_P(On, Emulation,
                         ::testing::Values(Emulator::Kind::kQemu, Emulator::Kind::kNative),
                         [](const auto& kind) {
                           return std::string(kind.param == Emulator::Kind::kQemu ? "Qemu"
                                                                                  : "Native");
                         });

TEST(VirtualTime, LoopWorkRepeatsWithoutJitterAndWithinItsBudget) {
  const std::string missing = Emulator::missing(Emulator::Kind::kQemu);
  if (!missing.empty()) GTEST_SKIP() << missing;
  // shift=3: an instruction takes 8 ns of virtual time, a tick of the 25 MHz timer is 5 of them.
  constexpr unsigned long kInstructionsPerTick = 5;
  constexpr unsigned long kInstructionBudget = 8000;  // of the 125000 in a period
  const std::string command =
      std::string(
          "qemu-system-arm -M mps2-an500 -nodefaults -display none -monitor none "
          "-icount shift=3 -semihosting-config enable=on,target=native -kernel ") +
      CUE_MEASURE_IMAGE;
  const CommandResult first = run_command(command);
  const CommandResult second = run_command(command);

  ASSERT_EQ(first.code, 0) << first.output;
  EXPECT_EQ(first.output, second.output) << "the same instructions every time";
  std::map<std::string, std::vector<unsigned long>> values;
  std::istringstream lines(first.output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    unsigned long value = 0;
    if (words >> name >> value) values[name].push_back(value);
  }
  EXPECT_EQ(values["interval_min_ticks"], std::vector<unsigned long>{25000});
  EXPECT_EQ(values["interval_max_ticks"], std::vector<unsigned long>{25000});
  const unsigned long most = values["work_max_ticks"].at(0) * kInstructionsPerTick;
  const unsigned long mean = values["work_mean_ticks"].at(0) * kInstructionsPerTick;
  EXPECT_LE(most, kInstructionBudget);
  std::printf("instructions per control period: mean %lu, most %lu\n", mean, most);
  RecordProperty("instructions_per_period_max", static_cast<int>(most));
  RecordProperty("instructions_per_period_mean", static_cast<int>(mean));
  ASSERT_EQ(values["speed_reached_um_s"].size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    const double wanted = static_cast<double>(values["speed_commanded_um_s"][i]);
    EXPECT_NEAR(static_cast<double>(values["speed_reached_um_s"][i]), wanted, 0.01 * wanted);
  }
}

}  // namespace
}  // namespace firmware_bridge::test
