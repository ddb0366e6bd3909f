// SPDX-License-Identifier: Apache-2.0
// Property test: whatever happens to the bytes, the processes and the cable, the safety promises
// that Desk watches hold, and every command gets exactly one report. BILLIARD_FAULT_SCHEDULES sets
// the number of schedules.
#include <gtest/gtest.h>

#include <cstdlib>

#include "desk.hpp"

namespace firmware_bridge::test {
namespace {

using protocol::CueState;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kQuickSchedules = 5000;  // sanitizers look at each step, not at many
#else
constexpr std::uint64_t kQuickSchedules = 20000;
#endif

struct Tally {
  std::uint64_t strokes{0};
  std::uint64_t confirmed{0};
  std::uint64_t rejected_frames{0};
  std::uint64_t accepted_frames{0};
};

/// Draws how the line behaves in this part of the schedule.
LineFaults draw_faults(Random& random) {
  LineFaults faults;
  const std::uint32_t kind = random.below(8);
  if (kind != 0) faults.bytes = 0.02;
  if (kind == 1) faults.bytes = 0.002;
  if (kind >= 4) faults.replays = 0.1;
  if (kind >= 5) {
    faults.delays = 0.1;
    faults.longest_delay_ms = 300;
  }
  faults.cut = random.chance(0.05);
  return faults;
}

/// A host program that plays shots, sometimes foolishly.
void act(Desk& desk) {
  auto& link = desk.link();
  Random& random = desk.random;
  if (link.ready() && random.chance(0.002)) {
    desk.stop();
  } else if (!link.ready() || link.busy()) {
    return;
  } else if (random.chance(0.01)) {
    random.chance(0.5) ? desk.fire() : desk.disarm(random.chance(0.5));  // out of turn
  } else if (random.chance(0.2)) {
    switch (link.state().state) {
      case CueState::kIdle:
        desk.load(2.0F + 0.1F * static_cast<float>(random.below(61)));
        break;
      case CueState::kLoaded:
        desk.arm(static_cast<std::uint16_t>(20 + random.below(300)));
        break;
      case CueState::kArmed:
        desk.fire();
        break;
      case CueState::kFault:
      case CueState::kStopped:
        desk.disarm(true);
        break;
      default:
        break;
    }
  }
}

void upset(Desk& desk) {
  Random& random = desk.random;
  if (random.chance(0.01)) desk.faults = draw_faults(random);
  if (random.chance(0.0005)) desk.reset_device();
  if (random.chance(0.0005)) desk.restart_host();
  if (random.chance(0.002)) desk.host_alive = !desk.host_alive;
  if (!desk.host_alive && random.chance(0.004)) desk.host_alive = true;
  if (random.chance(0.001)) desk.board().press_estop(true);
  if (random.chance(0.05)) desk.board().press_estop(false);
  if (random.chance(0.001)) {
    std::string noise(random.below(2000), '\0');
    for (auto& byte : noise) byte = static_cast<char>(random.next());
    desk.inject_to_device(noise);
  }
}

void run_schedule(std::uint64_t seed, Tally& tally) {
  Desk desk(seed);
  desk.faults = draw_faults(desk.random);
  const int length = 300 + static_cast<int>(desk.random.below(700));
  for (int i = 0; i < length && desk.violation.empty(); ++i) {
    upset(desk);
    act(desk);
    desk.step();
  }

  // The line is whole again: everything taken must be reported, and the cue must serve again.
  desk.faults = {};
  desk.host_alive = true;
  desk.board().press_estop(false);
  const bool settled =
      desk.step_until(4000, [&] { return desk.link().ready() && !desk.link().busy(); });

  ASSERT_EQ(desk.violation, "") << "seed " << seed;
  ASSERT_TRUE(settled) << "seed " << seed;
  ASSERT_EQ(desk.taken, desk.reported) << "seed " << seed;
  tally.strokes += desk.strokes.size();
  tally.confirmed += desk.results.size();
  tally.rejected_frames += desk.cue_firmware().counts().rejected;
  tally.accepted_frames += desk.cue_firmware().counts().accepted;
}

TEST(FaultSchedules, NeverBreakASafetyPromise) {
  const char* wanted = std::getenv("BILLIARD_FAULT_SCHEDULES");
  const bool full = std::getenv("BILLIARD_FULL_TESTS") != nullptr;
  const std::uint64_t count =
      wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : (full ? 1000000 : kQuickSchedules);
  Tally tally;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    run_schedule(seed, tally);
    if (HasFatalFailure()) return;
  }
  RecordProperty("schedules", std::to_string(count));
  RecordProperty("strokes", std::to_string(tally.strokes));
  RecordProperty("results", std::to_string(tally.confirmed));
  RecordProperty("rejected_frames", std::to_string(tally.rejected_frames));
  RecordProperty("accepted_frames", std::to_string(tally.accepted_frames));
  // The schedules must really play and really hurt: on average a stroke in every few of them.
  EXPECT_GT(tally.strokes, count / 20);
  EXPECT_GT(tally.rejected_frames, count);
}

}  // namespace
}  // namespace firmware_bridge::test
