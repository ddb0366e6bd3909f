// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/firmware/drive.hpp"
#include "firmware_bridge/firmware/fault_log.hpp"
#include "firmware_bridge/firmware/hardware.hpp"
#include "firmware_bridge/protocol/frame.hpp"

namespace firmware_bridge::firmware {

/// The safety chain: session, command order and the state machine of the cue. It sees messages and
/// time, says what the drive shall do, and touches neither bytes nor hardware; so the whole of it
/// can be explored state by state (test/explorer). Trivially copyable, never allocates.
class Supervisor {
 public:
  /// What one control period brings.
  struct Inputs {
    bool estop{};
    DriveReport drive{};
    std::uint32_t accepted_frames{};
    std::uint32_t rejected_frames{};
    float busiest_period_us{};
  };

  /// Reads and renews the persistent record.
  explicit Supervisor(PersistentMemory& memory) noexcept;

  // One call per message received in an undamaged frame.
  void handle(const protocol::Header& header, const protocol::Hello& hello,
              PersistentMemory& memory) noexcept;
  void handle(const protocol::Header& header, const protocol::Heartbeat& heartbeat) noexcept;
  void handle(const protocol::Header& header, const protocol::Load& load) noexcept;
  void handle(const protocol::Header& header, const protocol::Arm& arm) noexcept;
  void handle(const protocol::Header& header, const protocol::Fire& fire,
              PersistentMemory& memory) noexcept;
  void handle(const protocol::Header& header, const protocol::Disarm& disarm) noexcept;
  void handle(const protocol::Header& header, const protocol::Stop& stop) noexcept;
  /// A command whose payload is damaged in meaning: NaN or outside the table's range.
  void refuse_out_of_range(const protocol::Header& header) noexcept;
  /// A frame that was rejected; `version` is read for kForeignVersion only.
  void note_rejected(protocol::FrameError error, std::uint8_t version) noexcept;

  /// Advances device time by 1 ms; call after the period's messages.
  void tick(const Inputs& inputs) noexcept;

  [[nodiscard]] DriveOrder order() const noexcept;
  [[nodiscard]] protocol::CueState state() const noexcept { return state_; }
  [[nodiscard]] std::uint32_t now_ms() const noexcept { return now_ms_; }
  [[nodiscard]] std::uint32_t session() const noexcept { return session_; }

  /// Hash of all that decides what the supervisor does next: equal for two that cannot be told
  /// apart.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept;

  // What to send; each call hands over at most one message and returns whether there was one.
  [[nodiscard]] bool take(protocol::HelloReply& reply) noexcept;
  [[nodiscard]] bool take(protocol::State& state) noexcept;
  [[nodiscard]] bool take(protocol::Result& result) noexcept;
  [[nodiscard]] bool take(protocol::Fault& fault) noexcept;

 private:
  /// True when the command is new and to be carried out; answers a repeated one.
  [[nodiscard]] bool accept_command(const protocol::Header& header) noexcept;
  void answer(protocol::Reply reply) noexcept;
  [[nodiscard]] bool names_loaded_shot(std::uint32_t shot_id, std::uint32_t nonce) const noexcept;
  [[nodiscard]] bool host_is_fresh() const noexcept;
  [[nodiscard]] bool shot_at_stake() const noexcept;
  [[nodiscard]] protocol::Reply check(const protocol::Load& load) const noexcept;
  [[nodiscard]] protocol::Reply check(const protocol::Arm& arm) const noexcept;
  [[nodiscard]] protocol::Reply check(const protocol::Fire& fire) const noexcept;

  void enter(protocol::CueState state) noexcept;
  void disarm(protocol::FaultCode code, float detail) noexcept;
  void stop(protocol::FaultCode code, float detail) noexcept;
  void fail(protocol::FaultCode code, float detail) noexcept;
  void forget_shot() noexcept;
  void finish_stroke(protocol::Outcome outcome) noexcept;
  void start_session(const protocol::Hello& hello, PersistentMemory& memory) noexcept;

  void repeat_faults_from(std::uint16_t index) noexcept;
  void watch_estop() noexcept;
  void watch_host() noexcept;
  void watch_drive() noexcept;
  void follow_drive() noexcept;

  PersistentRecord record_{};
  bool record_is_new_{false};
  protocol::CueState state_{protocol::CueState::kBoot};
  std::uint32_t now_ms_{0};
  std::uint32_t entered_ms_{0};
  Inputs inputs_{};

  std::uint32_t session_{0};
  std::uint32_t host_nonce_{0};
  std::uint32_t command_sequence_{0};
  protocol::Reply reply_{protocol::Reply::kNone};
  bool heard_{false};          ///< A heartbeat has come in this session
  std::uint32_t heard_ms_{0};  ///< Newest device time the host has echoed
  std::uint32_t highest_nonce_{0};

  bool has_shot_{false};
  protocol::Load shot_{};
  std::uint16_t window_ms_{0};
  std::uint32_t noise_since_ms_{0};
  std::uint32_t noise_frames_{0};

  FaultLog log_{};
  std::uint16_t next_fault_{0};
  std::uint32_t fault_sent_ms_{0};
  bool reply_due_{false};
  protocol::HelloReply hello_reply_{};
  bool hello_reply_due_{false};
  std::uint32_t state_sent_ms_{0};
  protocol::Result result_{};
  bool result_waits_{false};  ///< Not yet confirmed by the host
  bool result_due_{false};
  std::uint32_t result_sent_ms_{0};
};

}  // namespace firmware_bridge::firmware
