// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/protocol/message_table.hpp"

/// The message table. Each message lists its fields once, in wire order, in `visit`: writing,
/// reading, range checks, the interface hash and docs/protocol.md all walk the same list.
namespace firmware_bridge::protocol {

inline constexpr double kMaxU8 = 255.0;
inline constexpr double kMaxU16 = 65535.0;
inline constexpr double kMaxU32 = 4294967295.0;

/// Outer bounds of what the protocol can say; a device may allow less (HELLO_REPLY).
inline constexpr double kMinTipSpeed = 0.2;   ///< [m/s]
inline constexpr double kMaxTipSpeed = 8.0;   ///< [m/s]
inline constexpr double kMaxElevation = 1.4;  ///< [rad]
inline constexpr double kMaxTipOffset = 0.7;  ///< [ball radii]
inline constexpr double kPi =
    3.1415927410125732;                        ///< The float next to pi, so that both ends agree
inline constexpr double kMaxReading = 1000.0;  ///< Bound of any reading in SI units

/// HELLO and HELLO_REPLY keep type, layout and CRC seed in every version of the protocol, so that
/// two ends that do not fit can say so.
struct Hello {
  static constexpr MessageInfo kInfo{0x01, "HELLO", Direction::kToDevice,
                                     "Opens a session; disarms the device."};
  std::uint32_t host_nonce{};
  std::uint32_t interface_hash{};
  std::uint16_t known_faults{};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.host_nonce, Field{"host_nonce", "-", 0, kMaxU32, "random; echoed in the reply"});
    visit(m.interface_hash, Field{"interface_hash", "-", 0, kMaxU32, "of the host's table"});
    visit(m.known_faults,
          Field{"known_faults", "-", 0, kMaxU16, "log entries the host has; later ones are sent"});
  }
};

struct Heartbeat {
  static constexpr MessageInfo kInfo{
      0x02, "HEARTBEAT", Direction::kToDevice,
      "Proves that the host saw a recent STATE: the watchdog runs from the echoed time."};
  std::uint32_t device_time_ms{};
  std::uint32_t received_shot_id{};
  std::uint16_t known_faults{};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.device_time_ms,
          Field{"device_time_ms", "ms", 0, kMaxU32, "newest device time the host has seen"});
    visit(m.received_shot_id, Field{"received_shot_id", "-", 0, kMaxU32,
                                    "newest RESULT the host has; ends its repeats"});
    visit(m.known_faults,
          Field{"known_faults", "-", 0, kMaxU16, "log entries the host has; others are repeated"});
  }
};

struct Load {
  static constexpr MessageInfo kInfo{0x03, "LOAD", Direction::kToDevice,
                                     "Stores one shot; replaces a loaded one."};
  std::uint32_t shot_id{1};
  std::uint32_t nonce{1};
  float speed{1.0F};
  float azimuth{};
  float elevation{};
  float offset_right{};
  float offset_up{};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.shot_id, Field{"shot_id", "-", 1, kMaxU32, "above every stroke's so far"});
    visit(m.nonce, Field{"nonce", "-", 1, kMaxU32, "above every nonce of this session"});
    visit(m.speed, Field{"speed", "m/s", kMinTipSpeed, kMaxTipSpeed, "tip speed at impact"});
    visit(m.azimuth, Field{"azimuth", "rad", -kPi, kPi, "aim in the table frame"});
    visit(m.elevation, Field{"elevation", "rad", 0, kMaxElevation, "of the cue above the cloth"});
    visit(m.offset_right,
          Field{"offset_right", "ball radii", -kMaxTipOffset, kMaxTipOffset, "tip offset"});
    visit(m.offset_up,
          Field{"offset_up", "ball radii", -kMaxTipOffset, kMaxTipOffset, "tip offset"});
  }
};

struct Arm {
  static constexpr MessageInfo kInfo{0x04, "ARM", Direction::kToDevice,
                                     "Powers the drive and opens the window for FIRE."};
  std::uint32_t shot_id{1};
  std::uint32_t nonce{1};
  std::uint16_t window_ms{1000};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.shot_id, Field{"shot_id", "-", 1, kMaxU32, "as in LOAD"});
    visit(m.nonce, Field{"nonce", "-", 1, kMaxU32, "as in LOAD"});
    visit(m.window_ms, Field{"window_ms", "ms", 10, 10000, "FIRE is accepted this long"});
  }
};

struct Fire {
  static constexpr MessageInfo kInfo{0x05, "FIRE", Direction::kToDevice,
                                     "Starts the stroke of the armed shot."};
  std::uint32_t shot_id{1};
  std::uint32_t nonce{1};
  std::uint32_t expires_at_ms{};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.shot_id, Field{"shot_id", "-", 1, kMaxU32, "as in LOAD"});
    visit(m.nonce, Field{"nonce", "-", 1, kMaxU32, "as in LOAD"});
    visit(m.expires_at_ms,
          Field{"expires_at_ms", "ms", 0, kMaxU32, "device time from which FIRE is refused"});
  }
};

struct Disarm {
  static constexpr MessageInfo kInfo{
      0x06, "DISARM", Direction::kToDevice,
      "Forgets the shot; aborts a stroke; with clear also leaves fault and stopped."};
  std::uint8_t clear{};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.clear, Field{"clear", "-", 0, 1, "1: a person wants to leave fault or stopped"});
  }
};

struct Stop {
  static constexpr MessageInfo kInfo{
      0x07, "STOP", Direction::kToDevice,
      "Brakes and switches the drive off; obeyed in every state, session and order."};
  std::uint8_t reason{};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.reason, Field{"reason", "-", 0, kMaxU8, "free; goes to the log as detail"});
  }
};

struct HelloReply {
  static constexpr MessageInfo kInfo{0x81, "HELLO_REPLY", Direction::kToHost,
                                     "Names the device, its limits and the new session."};
  std::uint32_t host_nonce{};
  std::uint32_t interface_hash{};
  std::uint32_t firmware_version{};
  std::uint32_t boot_count{};
  std::uint32_t session{};
  std::uint32_t last_shot_id{};
  float min_speed{};
  float max_speed{};
  float max_elevation{};
  float max_offset{};
  std::uint16_t max_window_ms{};
  std::uint16_t watchdog_ms{};
  std::uint16_t fault_count{};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.host_nonce, Field{"host_nonce", "-", 0, kMaxU32, "echo of HELLO"});
    visit(m.interface_hash, Field{"interface_hash", "-", 0, kMaxU32, "of the device's table"});
    visit(m.firmware_version,
          Field{"firmware_version", "-", 0, kMaxU32, "major * 65536 + minor * 256 + patch"});
    visit(m.boot_count, Field{"boot_count", "-", 0, kMaxU32, "kept over resets"});
    visit(m.session, Field{"session", "-", 0, kMaxU32, "goes into every later frame; 0: refused"});
    visit(m.last_shot_id, Field{"last_shot_id", "-", 0, kMaxU32, "of the last stroke begun"});
    visit(m.min_speed, Field{"min_speed", "m/s", 0, kMaxTipSpeed, "slowest shot"});
    visit(m.max_speed, Field{"max_speed", "m/s", 0, kMaxTipSpeed, "fastest shot"});
    visit(m.max_elevation, Field{"max_elevation", "rad", 0, kMaxElevation, "steepest shot"});
    visit(m.max_offset,
          Field{"max_offset", "ball radii", 0, kMaxTipOffset, "length of the tip offset"});
    visit(m.max_window_ms, Field{"max_window_ms", "ms", 0, 10000, "longest armed window"});
    visit(m.watchdog_ms, Field{"watchdog_ms", "ms", 0, kMaxU16, "silence that disarms"});
    visit(m.fault_count, Field{"fault_count", "-", 0, kMaxU16, "entries logged since boot"});
  }
};

struct State {
  static constexpr MessageInfo kInfo{0x82, "STATE", Direction::kToHost,
                                     "Sent every 20 ms, every 10 ms from loaded to retracting, and "
                                     "as the answer to each command."};
  CueState state{};
  std::uint32_t device_time_ms{};
  std::uint32_t reply_sequence{};
  Reply reply{};
  std::uint32_t shot_id{};
  std::uint32_t nonce{};
  std::uint32_t last_shot_id{};
  float position{};
  float speed{};
  std::uint32_t accepted_frames{};
  std::uint32_t rejected_frames{};
  std::uint16_t fault_count{};
  std::uint8_t estop{};
  float busiest_period_us{};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.state, Field{"state", "CueState", 0, 7, "present state"});
    visit(m.device_time_ms, Field{"device_time_ms", "ms", 0, kMaxU32, "since boot"});
    visit(m.reply_sequence, Field{"reply_sequence", "-", 0, kMaxU32, "last command carried out"});
    visit(m.reply, Field{"reply", "Reply", 0, 9, "what became of it"});
    visit(m.shot_id, Field{"shot_id", "-", 0, kMaxU32, "loaded shot; 0: none"});
    visit(m.nonce, Field{"nonce", "-", 0, kMaxU32, "of the loaded shot"});
    visit(m.last_shot_id, Field{"last_shot_id", "-", 0, kMaxU32, "of the last stroke begun"});
    visit(m.position, Field{"position", "m", -kMaxReading, kMaxReading, "of the tip; home is 0"});
    visit(m.speed, Field{"speed", "m/s", -kMaxReading, kMaxReading, "of the tip"});
    visit(m.accepted_frames, Field{"accepted_frames", "-", 0, kMaxU32, "received since boot"});
    visit(m.rejected_frames, Field{"rejected_frames", "-", 0, kMaxU32, "received since boot"});
    visit(m.fault_count, Field{"fault_count", "-", 0, kMaxU16, "entries logged since boot"});
    visit(m.estop, Field{"estop", "-", 0, 1, "1: the E-stop input is active"});
    visit(m.busiest_period_us,
          Field{"busiest_period_us", "us", 0, 1e6, "longest work in one control period"});
  }
};

struct Result {
  static constexpr MessageInfo kInfo{
      0x83, "RESULT", Direction::kToHost,
      "How the stroke ended; repeated every 100 ms until a HEARTBEAT names its shot."};
  std::uint32_t shot_id{};
  std::uint32_t nonce{};
  Outcome outcome{};
  float commanded_speed{};
  float measured_speed{};
  float peak_current{};
  std::uint16_t duration_ms{};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.shot_id, Field{"shot_id", "-", 1, kMaxU32, "as in LOAD"});
    visit(m.nonce, Field{"nonce", "-", 1, kMaxU32, "as in LOAD"});
    visit(m.outcome, Field{"outcome", "Outcome", 0, 2, "how the stroke ended"});
    visit(m.commanded_speed, Field{"commanded_speed", "m/s", 0, kMaxTipSpeed, "as in LOAD"});
    visit(m.measured_speed,
          Field{"measured_speed", "m/s", -kMaxReading, kMaxReading, "encoder, just before impact"});
    visit(m.peak_current, Field{"peak_current", "A", 0, kMaxReading, "largest motor current"});
    visit(m.duration_ms, Field{"duration_ms", "ms", 0, kMaxU16, "from FIRE to impact or abort"});
  }
};

struct Fault {
  static constexpr MessageInfo kInfo{0x84, "FAULT", Direction::kToHost,
                                     "One log entry; sent when it happens and after HELLO."};
  std::uint16_t index{};
  FaultCode code{};
  CueState state{};
  std::uint32_t device_time_ms{};
  float detail{};
  template <class Self, class Visit>
  static constexpr void visit(Self& m, Visit&& visit) {
    visit(m.index, Field{"index", "-", 0, kMaxU16, "counts from 0 at boot"});
    visit(m.code, Field{"code", "FaultCode", 0, 11, "what happened"});
    visit(m.state, Field{"state", "CueState", 0, 7, "state it happened in"});
    visit(m.device_time_ms, Field{"device_time_ms", "ms", 0, kMaxU32, "since boot"});
    visit(m.detail, Field{"detail", "see code", -kMaxU32, kMaxU32, "meaning as in FaultCode"});
  }
};

/// Calls `visit(message)` with a default-made message of every type, in the table's order.
template <class Visit>
constexpr void visit_messages(Visit&& visit) {
  visit(Hello{});
  visit(Heartbeat{});
  visit(Load{});
  visit(Arm{});
  visit(Fire{});
  visit(Disarm{});
  visit(Stop{});
  visit(HelloReply{});
  visit(State{});
  visit(Result{});
  visit(Fault{});
}

}  // namespace firmware_bridge::protocol
