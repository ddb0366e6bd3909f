// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "firmware_bridge/firmware/settings.hpp"

namespace firmware_bridge::firmware {

/// What the supervisor wants of the drive.
enum class DriveMode : std::uint8_t {
  kOff,      ///< Power off, spring brake on
  kHold,     ///< Power on, hold the present position
  kStroke,   ///< Forward through the ball
  kRetract,  ///< Brake if moving forward, then back to the home switch
};

struct DriveOrder {
  DriveMode mode{DriveMode::kOff};
  float speed{};  ///< Wanted tip speed at impact [m/s], for kStroke
};

enum class DriveFault : std::uint8_t { kNone, kNotFollowing, kTooFast };

/// What the drive tells the supervisor.
struct DriveReport {
  bool at_home{};      ///< The home switch is active
  bool struck{};       ///< In this stroke the tip has passed the impact point
  bool stroke_done{};  ///< In this stroke the follow-through has ended
  DriveFault fault{DriveFault::kNone};
  float fault_detail{};  ///< [m/s]
  float position{};      ///< [m]
  float speed{};         ///< [m/s]
  float impact_speed{};  ///< By the encoder just before the impact point [m/s]; valid if struck
  float peak_current{};  ///< In this stroke [A]
};

/// Position and speed control of the linear cue drive: a reference moves along the wanted
/// trajectory, and the current follows it with feed-forward and PID. No state machine in here.
class Drive {
 public:
  struct Inputs {
    std::int32_t encoder_ticks;
    bool home_switch;
  };
  struct Outputs {
    bool enabled;
    float current;  ///< Within +-kMaxCurrent [A]
  };

  /// One control period. Real-time safe.
  [[nodiscard]] Outputs step(const DriveOrder& order, const Inputs& inputs) noexcept;

  [[nodiscard]] const DriveReport& report() const noexcept { return report_; }

 private:
  void measure(const Inputs& inputs) noexcept;
  void start_mode(const DriveOrder& order) noexcept;
  void move_reference(const DriveOrder& order) noexcept;
  void approach_speed(float wanted, float acceleration) noexcept;
  [[nodiscard]] float braking_deceleration() const noexcept;
  void watch_impact() noexcept;
  [[nodiscard]] float speed_before_impact() const noexcept;
  void watch_faults() noexcept;
  [[nodiscard]] float control() noexcept;
  [[nodiscard]] float forward_limit() const noexcept;

  /// Without a tick for this long, the carriage is at rest [periods].
  static constexpr std::uint32_t kRestPeriods = 3;
  /// Encoder readings kept for the impact speed: 4 mm at 0.2 m/s.
  static constexpr std::uint32_t kHistory = 22;

  DriveMode mode_{DriveMode::kOff};
  bool homed_{false};
  bool has_ticks_{false};
  std::int32_t ticks_{0};
  std::uint32_t still_periods_{0};  ///< without a tick, up to kRestPeriods
  std::int32_t home_ticks_{0};
  std::int32_t history_[kHistory]{};
  std::uint32_t history_size_{0};
  float reference_position_{0.0F};
  float reference_speed_{0.0F};
  float reference_acceleration_{0.0F};
  float integral_{0.0F};  ///< Force that the feed-forward lacks [N]
  std::uint32_t following_error_ms_{0};
  DriveReport report_{};
};

}  // namespace firmware_bridge::firmware
