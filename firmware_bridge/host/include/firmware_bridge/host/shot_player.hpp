// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "firmware_bridge/host/link.hpp"

namespace firmware_bridge::host {

/// How one shot ended, for a person and for `/cue/result`.
struct ShotOutcome {
  enum class Kind : std::uint8_t {
    kFired,     ///< The tip passed the impact point
    kRefused,   ///< The host did not send it
    kRejected,  ///< The firmware did not take it
    kAborted,   ///< Stopped after ARM, before the impact
  };
  Kind kind{};
  std::string reason;       ///< Empty when fired
  float commanded_speed{};  ///< [m/s]
  float measured_speed{};   ///< [m/s], 0 unless fired
  float peak_current{};     ///< [A], 0 unless fired
};

/// Takes one shot through LOAD, ARM, FIRE and RESULT on a link. Exactly one outcome for each shot
/// that was begun. Whatever goes wrong, the cue is told to disarm.
class ShotPlayer {
 public:
  enum class Phase : std::uint8_t { kNone, kLoading, kLoaded, kArming, kFiring, kWaiting };

  /// LOADs the shot. `auto_arm`: go on to ARM and FIRE by itself; else wait for `arm`.
  void begin(Link& link, const CueShot& shot, bool auto_arm, std::uint16_t window_ms, TimeMs now);
  /// Lets a loaded shot go on. Empty when taken, else the reason why not.
  [[nodiscard]] std::string arm(Link& link, std::uint16_t window_ms, TimeMs now);
  /// Gives the shot up, as after DISARM or STOP by a person.
  void abandon(const std::string& why);
  /// Likewise, and tells the cue to disarm. Nothing happens after FIRE or without a shot.
  void withdraw(const std::string& why);
  /// Looks at reports, results and states; call after every step of the link.
  void update(Link& link, TimeMs now);

  [[nodiscard]] Phase phase() const noexcept { return phase_; }
  [[nodiscard]] bool active() const noexcept { return phase_ != Phase::kNone; }
  /// The outcome of the shot, once.
  [[nodiscard]] std::optional<ShotOutcome> take_outcome();

 private:
  void on_report(Link& link, const CommandReport& report, TimeMs now);
  void on_result(const protocol::Result& result);
  void finish(ShotOutcome::Kind kind, const std::string& reason);
  void start_arm(Link& link, TimeMs now);

  /// RESULT comes this long after FIRE at the latest; the slowest stroke takes 2 s [ms].
  static constexpr TimeMs kResultTimeout = 8000;

  Phase phase_{Phase::kNone};
  CueShot shot_{};
  bool auto_arm_{false};
  std::uint16_t window_ms_{0};
  std::uint32_t shot_id_{0};
  TimeMs fired_at_{0};
  bool disarm_wanted_{false};
  std::optional<ShotOutcome> outcome_;
};

}  // namespace firmware_bridge::host
