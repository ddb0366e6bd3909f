// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "firmware_bridge/protocol/frame.hpp"

namespace firmware_bridge::host {

/// Host time from any monotonic clock [ms].
using TimeMs = std::int64_t;

/// Longer times bear a slower or busier line; shorter ones report trouble sooner.
struct LinkSettings {
  TimeMs greeting_period{100};   ///< HELLO is repeated this often [ms]
  TimeMs mismatch_period{1000};  ///< and this often to a device that does not fit [ms]
  TimeMs retry_period{30};       ///< A command is repeated this often [ms]
  int max_tries{10};             ///< and sent at most this many times
  TimeMs heartbeat_period{10};   ///< [ms]
  TimeMs silence{250};           ///< No STATE for this long: the session is lost [ms]
  TimeMs fire_validity{120};     ///< FIRE expires this long after the newest device time [ms]
  TimeMs outcome_timeout{3000};  ///< A lost device is waited for this long to learn of FIRE [ms]
};

enum class LinkPhase : std::uint8_t {
  kClosed,    ///< No port
  kGreeting,  ///< HELLO is being sent
  kReady,     ///< Session open, STATE arrives
  kMismatch,  ///< The device speaks another protocol version or message table
};
[[nodiscard]] const char* name_of(LinkPhase phase) noexcept;

enum class CommandKind : std::uint8_t { kLoad, kArm, kFire, kDisarm, kStop };
[[nodiscard]] const char* name_of(CommandKind kind) noexcept;

enum class Verdict : std::uint8_t {
  kConfirmed,  ///< The device carried the command out
  kRefused,    ///< The device said no; `reply` says why
  /// No answer; `failure` says why. A FIRE that failed can no longer start a stroke, except that
  /// one overtaken by STOP may have been under way already.
  kFailed,
};

enum class Failure : std::uint8_t {
  kNone,
  kNoAnswer,        ///< Every try unanswered
  kExpired,         ///< FIRE: the device's time passed the deadline and it has not begun a stroke
  kLinkLost,        ///< Cable, device or port went away
  kNewSession,      ///< The device restarted or opened another session; the command is void
  kSuperseded,      ///< STOP overtook it
  kOutcomeUnknown,  ///< FIRE: contact lost and not regained; it may have been carried out before
};
[[nodiscard]] const char* name_of(Failure failure) noexcept;

/// Why the host itself did not send a command.
enum class Refusal : std::uint8_t { kNone, kNotConnected, kBusy, kOutOfRange, kNoShot };
[[nodiscard]] const char* name_of(Refusal refusal) noexcept;

/// Exactly one for every command that was taken.
struct CommandReport {
  CommandKind kind{};
  Verdict verdict{};
  protocol::Reply reply{};
  Failure failure{};
  std::uint32_t shot_id{};  ///< Device shot id, for LOAD, ARM and FIRE
  TimeMs elapsed{};         ///< From the call to the verdict [ms]
};

/// A shot as the link takes it; the link adds shot id and nonce.
struct CueShot {
  float speed{};         ///< Tip speed at impact [m/s]
  float azimuth{};       ///< [rad], table frame
  float elevation{};     ///< [rad]
  float offset_right{};  ///< [ball radii]
  float offset_up{};     ///< [ball radii]
};

struct LinkStatistics {
  std::uint64_t sent{};             ///< Frames
  std::uint64_t resent{};           ///< Of those: repeated commands and HELLOs
  std::uint64_t received{};         ///< Undamaged frames
  std::uint64_t foreign_session{};  ///< Of those: skipped, from another session
  std::uint64_t malformed{};        ///< Of those: unknown type, wrong size or out of range
  std::uint64_t sessions{};         ///< Handshakes completed
  std::uint64_t dropped{};          ///< Frames not sent because the port takes nothing
};

/// A bounded first-in-first-out queue without heap.
template <class T, std::size_t kCapacity>
class BoundedQueue {
 public:
  /// Overwrites the oldest when full.
  void push(const T& value) noexcept {
    if (size_ == kCapacity) (void)pop_index();
    items_[(first_ + size_++) % kCapacity] = value;
  }
  [[nodiscard]] bool pop(T& value) noexcept {
    if (size_ == 0) return false;
    value = items_[pop_index()];
    return true;
  }

 private:
  std::size_t pop_index() noexcept {
    const std::size_t index = first_;
    first_ = (first_ + 1) % kCapacity;
    --size_;
    return index;
  }
  std::array<T, kCapacity> items_{};
  std::size_t first_{0};
  std::size_t size_{0};
};

/// The host's end of the protocol: session, heartbeat, one command at a time with bounded repeats.
/// It sees frames and time, never a port or a clock; trivially copyable, so that a test can explore
/// every order of events (test/explorer). Not thread-safe.
class Link {
 public:
  /// `seed` makes the HELLO nonces; give a random number.
  explicit Link(const LinkSettings& settings, std::uint32_t seed) noexcept;

  void open(TimeMs now) noexcept;   ///< A port is there: start greeting
  void close(TimeMs now) noexcept;  ///< The port is gone
  /// An undamaged frame, or HELLO_REPLY of another version.
  void handle(const protocol::Frame& frame, TimeMs now) noexcept;
  /// Timers; call every few ms.
  void update(TimeMs now) noexcept;
  /// Moves the bytes to send into `out`; returns how many.
  [[nodiscard]] std::size_t take_output(protocol::ByteSpan out) noexcept;

  // Commands: kNone means taken, and one report will follow. ARM and FIRE mean the loaded shot.
  [[nodiscard]] Refusal load(const CueShot& shot, TimeMs now) noexcept;
  [[nodiscard]] Refusal arm(std::uint16_t window_ms, TimeMs now) noexcept;
  [[nodiscard]] Refusal fire(TimeMs now) noexcept;
  [[nodiscard]] Refusal disarm(bool clear, TimeMs now) noexcept;
  /// Never busy: overtakes a command under way, which is then reported as superseded.
  [[nodiscard]] Refusal stop(std::uint8_t reason, TimeMs now) noexcept;

  [[nodiscard]] bool next(CommandReport& report) noexcept { return reports_.pop(report); }
  [[nodiscard]] bool next(protocol::Result& result) noexcept { return results_.pop(result); }
  [[nodiscard]] bool next(protocol::Fault& fault) noexcept { return faults_.pop(fault); }

  [[nodiscard]] LinkPhase phase() const noexcept { return phase_; }
  /// kReady and the device has told its state.
  [[nodiscard]] bool ready() const noexcept { return phase_ == LinkPhase::kReady && has_state_; }
  [[nodiscard]] bool busy() const noexcept { return pending_.active; }
  [[nodiscard]] const protocol::State& state() const noexcept { return state_; }
  [[nodiscard]] const protocol::HelloReply& device() const noexcept { return device_; }
  [[nodiscard]] std::uint8_t device_version() const noexcept { return device_version_; }
  [[nodiscard]] std::uint32_t shot_id() const noexcept { return shot_id_; }
  [[nodiscard]] const LinkStatistics& statistics() const noexcept { return statistics_; }
  /// Hash of all that decides what the link does next: equal for links that cannot be told apart.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept;
  /// The first parameter of the shot that this device does not allow, or nullptr.
  [[nodiscard]] const char* find_out_of_range(const CueShot& shot) const noexcept;

 private:
  struct Pending {
    bool active{false};
    CommandKind kind{};
    std::uint32_t sequence{};
    std::uint32_t shot_id{};
    std::uint32_t expires_at_ms{};  ///< FIRE, device time
    TimeMs begun{};
    TimeMs sent{};
    int tries{};
    bool orphaned{};  ///< FIRE whose session was lost: only its outcome is waited for
    std::array<std::uint8_t, protocol::kMaxLineSize> line{};
    std::size_t line_size{};
  };

  void greet(TimeMs now) noexcept;
  void lose_session(Failure why, TimeMs now) noexcept;
  void send_line(const std::uint8_t* line, std::size_t size) noexcept;
  template <class Message>
  [[nodiscard]] std::size_t encode(const Message& message, std::uint8_t* line) noexcept;
  template <class Message>
  void begin(CommandKind kind, const Message& message, std::uint32_t shot_id, TimeMs now) noexcept;
  [[nodiscard]] Refusal check_free() const noexcept;
  void conclude(Verdict verdict, protocol::Reply reply, Failure failure, TimeMs now) noexcept;
  void send_heartbeat(TimeMs now) noexcept;
  void update_pending(TimeMs now) noexcept;

  void on(const protocol::HelloReply& reply, std::uint8_t version, TimeMs now) noexcept;
  void on(const protocol::State& state, TimeMs now) noexcept;
  void on(const protocol::Result& result) noexcept;
  void on(const protocol::Fault& fault) noexcept;
  void settle_fire(const protocol::HelloReply& reply, bool memory_kept, TimeMs now) noexcept;

  LinkSettings settings_;
  LinkPhase phase_{LinkPhase::kClosed};
  std::uint32_t random_;
  std::uint32_t host_nonce_{0};
  std::uint32_t session_{0};
  std::uint32_t sequence_{0};
  TimeMs greeted_{0};
  std::array<std::uint8_t, protocol::kMaxLineSize> hello_{};
  std::size_t hello_size_{0};

  bool has_state_{false};
  protocol::State state_{};
  TimeMs heard_{0};  ///< When the newest STATE came
  TimeMs heartbeat_sent_{0};
  bool heartbeat_due_{false};
  protocol::HelloReply device_{};
  std::uint8_t device_version_{0};

  std::uint32_t shot_id_{0};  ///< Highest id given to a shot
  std::uint32_t nonce_{0};
  bool has_shot_{false};
  Pending pending_{};
  std::uint32_t received_shot_id_{0};
  std::uint16_t known_faults_{0};

  BoundedQueue<CommandReport, 16> reports_{};
  BoundedQueue<protocol::Result, 4> results_{};
  BoundedQueue<protocol::Fault, 64> faults_{};
  std::array<std::uint8_t, 1024> output_{};
  std::size_t output_size_{0};
  LinkStatistics statistics_{};
};

}  // namespace firmware_bridge::host
