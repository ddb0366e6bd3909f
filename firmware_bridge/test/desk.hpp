// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "faulty_line.hpp"
#include "firmware_bridge/firmware/cue_firmware.hpp"
#include "firmware_bridge/host/link.hpp"
#include "firmware_bridge/protocol/frame_receiver.hpp"
#include "memory_board.hpp"

namespace firmware_bridge::test {

/// Firmware and host link on one desk in virtual time, 1 ms per step, with a line that can be hurt
/// in both directions. Watches the safety promises at every step.
class Desk {
 public:
  explicit Desk(std::uint64_t seed);

  LineFaults faults;
  bool host_alive{true};
  Random random;

  /// One millisecond.
  void step();
  template <class Done>
  bool step_until(int limit_ms, Done done) {
    for (int i = 0; i < limit_ms && !done(); ++i) step();
    return done();
  }

  // Commands; taken ones are counted against their reports.
  bool load(float speed);
  bool arm(std::uint16_t window_ms = 1000);
  bool fire();
  bool disarm(bool clear);
  bool stop();

  void reset_device();
  void restart_host();
  void inject_to_device(const std::string& bytes) { board_.to_device += bytes; }

  host::Link& link() { return *link_; }
  firmware::MemoryBoard& board() { return board_; }
  const firmware::Supervisor& cue() const { return cue_->supervisor(); }
  const firmware::CueFirmware& cue_firmware() const { return *cue_; }
  std::int64_t now() const { return now_; }
  protocol::CueState state() const { return cue_->supervisor().state(); }
  bool armed() const;

  std::optional<host::CommandReport> last_report;
  std::vector<protocol::Result> results;
  std::vector<protocol::Fault> faults_reported;
  std::map<std::uint32_t, int> strokes;  ///< Device shot id -> strokes seen on the device
  std::set<std::uint32_t> fired;         ///< Device shot ids the host asked to fire
  std::set<std::uint32_t> given_up;      ///< of those: reported as failed or refused
  std::string violation;                 ///< The first broken promise, or empty
  int taken{0};                          ///< Commands taken by the link
  int reported{0};                       ///< Reports about them

 private:
  void run_host();
  void run_device();
  void collect();
  void watch();
  void watch_tip();
  void note(bool holds, const std::string& promise);

  firmware::MemoryBoard board_;
  std::optional<firmware::CueFirmware> cue_;
  std::optional<host::Link> link_;
  protocol::FrameReceiver receiver_;
  FaultyLine to_device_;
  FaultyLine to_host_;
  std::int64_t now_{0};
  std::int64_t host_last_alive_{0};
  std::uint32_t last_shot_{0};
  std::uint32_t last_passes_{0};
  std::map<std::uint32_t, int> passes_of_;  ///< Device shot id -> passes of the impact point
  protocol::CueState last_state_{protocol::CueState::kBoot};
};

}  // namespace firmware_bridge::test
