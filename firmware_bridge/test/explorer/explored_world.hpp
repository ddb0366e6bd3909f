// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "firmware_bridge/firmware/supervisor.hpp"
#include "firmware_bridge/host/link.hpp"

namespace firmware_bridge::test {

/// Persistent memory as a plain value, so that a world can be copied.
class ValueMemory final : public firmware::PersistentMemory {
 public:
  firmware::PersistentRecord record{};
  bool present{false};
  bool load(firmware::PersistentRecord& out) noexcept override {
    if (present) out = record;
    return present;
  }
  bool save(const firmware::PersistentRecord& in) noexcept override {
    record = in;
    present = true;
    return true;
  }
};

/// The real supervisor and the real link with a hostile network between them: every frame ever sent
/// may arrive at any moment, any number of times, or never. A copyable value; each action is one
/// step of an interleaving. The drive is replaced by one that strikes after 30 ms.
class ExploredWorld {
 public:
  struct Settings {
    std::size_t kept_to_device{8};  ///< Distinct host frames that may still arrive, two heartbeats
    std::size_t kept_to_host{3};    ///< Newest device frames that may still arrive
    int time_step_ms{60};
    int resets{1};    ///< Device resets in one interleaving
    int restarts{1};  ///< Host processes killed and started again in one interleaving
  };

  explicit ExploredWorld(const Settings& settings);

  [[nodiscard]] std::size_t action_count() const;
  /// Carries out one action. False when it changes nothing (not worth following).
  bool act(std::size_t action);
  [[nodiscard]] std::string name_of_action(std::size_t action) const;

  [[nodiscard]] std::uint64_t fingerprint() const;
  /// The first broken promise, or nullptr.
  [[nodiscard]] const char* violation() const { return violation_; }
  [[nodiscard]] std::uint32_t strokes() const { return strokes_; }

  /// Plays the handshake, `shots` whole shots and the first `commands` of LOAD, ARM, FIRE over a
  /// perfect line; their frames stay in the network's hands.
  void prepare(int shots, int commands);
  /// A FIRE is lost, the device resets and opens a new session: the network holds the LOAD, ARM and
  /// FIRE of a shot that was reported as failed, and the device's clock has not reached its expiry.
  void prepare_lost_fire();

 private:
  using Line = std::string;

  bool command(std::size_t which);
  void deliver_to_device(const Line& line);
  void deliver_to_host(const Line& line);
  void advance();
  void reset_device();
  void restart_host();
  void run(int steps);  ///< of 10 ms over a perfect line
  void collect_output();
  void collect_reports();
  void watch();
  void note(bool holds, const char* promise);
  void deliver_newest();

  Settings settings_;
  ValueMemory memory_;
  firmware::Supervisor cue_;
  host::Link link_;
  host::TimeMs now_{0};
  std::vector<Line> to_device_;
  std::vector<Line> to_host_;
  int resets_left_;
  int restarts_left_;
  std::uint32_t mode_ms_{0};
  firmware::DriveMode mode_{firmware::DriveMode::kOff};
  firmware::DriveReport drive_{};

  // What the promises are about; shot ids stay small, so bit masks do.
  std::uint64_t stroked_{0};
  std::uint64_t fired_{0};
  std::uint64_t given_up_{0};
  std::uint64_t unsettled_{0};  ///< FIREs whose report is still to come
  std::uint32_t strokes_{0};
  std::uint32_t last_shot_{0};
  protocol::CueState last_state_{protocol::CueState::kBoot};
  std::uint32_t echoed_session_{0};
  std::uint32_t echoed_ms_{0};  ///< Newest device time in a heartbeat delivered in this session
  const char* violation_{nullptr};
};

}  // namespace firmware_bridge::test
