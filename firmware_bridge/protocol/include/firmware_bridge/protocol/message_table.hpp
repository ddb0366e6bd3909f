// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace firmware_bridge::protocol {

/// Version byte of every frame. Raise it when the meaning of a message changes; the layout itself
/// is covered by the interface hash.
inline constexpr std::uint8_t kProtocolVersion = 1;

enum class Direction : std::uint8_t { kToDevice, kToHost };

/// What the table says of a message.
struct MessageInfo {
  std::uint8_t type;  ///< Type byte of the frame
  const char* name;   ///< As in docs/protocol.md
  Direction direction;
  const char* description;
};

/// What the table says of a field. A value outside [min, max], or a NaN, is refused by the decoder.
struct Field {
  const char* name;
  const char* unit;  ///< "-" for none
  double min;
  double max;
  const char* description;
};

/// A row of an enumeration: `value` is on the wire, `name` is what people read.
struct EnumRow {
  std::uint8_t value;
  const char* name;
  const char* description;
};

/// State of the firmware.
enum class CueState : std::uint8_t {
  kBoot,
  kIdle,
  kLoaded,
  kArmed,
  kStroking,
  kRetracting,
  kFault,
  kStopped,
};
inline constexpr EnumRow kCueStates[] = {
    {0, "boot", "finding the home switch after power-up"},
    {1, "idle", "at home, drive off, no shot"},
    {2, "loaded", "a shot is stored, drive off"},
    {3, "armed", "drive on and holding, FIRE is accepted until the window ends"},
    {4, "stroking", "the cue moves forward"},
    {5, "retracting", "the cue brakes and returns home"},
    {6, "fault", "drive off after a fault; DISARM with clear leaves it"},
    {7, "stopped", "drive off after STOP or E-stop; DISARM with clear leaves it"},
};

/// What the device says to one command.
enum class Reply : std::uint8_t {
  kNone,
  kDone,
  kWrongState,
  kWrongShot,
  kNonceReused,
  kShotIdUsed,
  kOutOfRange,
  kExpired,
  kEstopPressed,
  kHostSilent,
};
inline constexpr EnumRow kReplies[] = {
    {0, "none", "no command in this session yet"},
    {1, "done", "the command was carried out"},
    {2, "wrong_state", "the command does not fit the present state"},
    {3, "wrong_shot", "shot id or nonce differ from the loaded shot"},
    {4, "nonce_reused", "the nonce is not above every nonce of this session"},
    {5, "shot_id_used", "the shot id is not above the last stroke's"},
    {6, "out_of_range", "a parameter is not a number or outside the device's limits"},
    {7, "expired", "FIRE came after its own deadline"},
    {8, "estop_pressed", "the E-stop input is active"},
    {9, "host_silent", "no fresh heartbeat: the device would disarm at once"},
};

/// How a shot ended.
enum class Outcome : std::uint8_t { kStruck, kAborted, kFailed };
inline constexpr EnumRow kOutcomes[] = {
    {0, "struck", "the tip passed the impact point at the measured speed"},
    {1, "aborted", "stopped before the impact point by command, E-stop or silence of the host"},
    {2, "failed", "stopped before the impact point by a fault of the drive"},
};

/// Why the device disarmed, stopped or failed; entries of its log.
enum class FaultCode : std::uint8_t {
  kHostSilent,
  kLineNoise,
  kForeignVersion,
  kWindowExpired,
  kNewSession,
  kHostStop,
  kEstop,
  kFollowingError,
  kOverspeed,
  kStrokeTimeout,
  kHomingTimeout,
  kPersistentMemory,
};
inline constexpr EnumRow kFaultCodes[] = {
    {0, "host_silent", "no fresh heartbeat for the watchdog time [detail: its age in ms]"},
    {1, "line_noise", "too many rejected frames at once [detail: their number]"},
    {2, "foreign_version", "a frame of another protocol version [detail: that version]"},
    {3, "window_expired", "no FIRE inside the armed window [detail: the window in ms]"},
    {4, "new_session", "a HELLO while a shot was loaded or under way"},
    {5, "host_stop", "STOP was received"},
    {6, "estop", "the E-stop input became active"},
    {7, "following_error", "the drive does not follow its trajectory [detail: error in m/s]"},
    {8, "overspeed", "the tip is faster than the drive may be [detail: speed in m/s]"},
    {9, "stroke_timeout", "the stroke took too long [detail: position in m]"},
    {10, "homing_timeout", "the home position was not reached in time [detail: position in m]"},
    {11, "persistent_memory", "boot count and last shot id could not be kept over a reset"},
};

/// The name of `value`, or "?" for one the table does not know.
template <class Enum, std::size_t kCount>
[[nodiscard]] constexpr const char* name_of(Enum value, const EnumRow (&rows)[kCount]) noexcept {
  const auto number = static_cast<std::uint8_t>(value);
  return number < kCount ? rows[number].name : "?";
}
[[nodiscard]] constexpr const char* name_of(CueState v) noexcept { return name_of(v, kCueStates); }
[[nodiscard]] constexpr const char* name_of(Reply v) noexcept { return name_of(v, kReplies); }
[[nodiscard]] constexpr const char* name_of(Outcome v) noexcept { return name_of(v, kOutcomes); }
[[nodiscard]] constexpr const char* name_of(FaultCode v) noexcept {
  return name_of(v, kFaultCodes);
}

}  // namespace firmware_bridge::protocol
