// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Constants of the reference cue drive. Times are device time, counted in 1 ms control periods.
namespace firmware_bridge::firmware {

inline constexpr std::uint32_t kFirmwareVersion = 0x000100;  ///< 0.1.0

// Limits that the device checks itself, whatever the host has checked.
inline constexpr float kMinSpeed = 0.2F;         ///< [m/s]
inline constexpr float kMaxSpeed = 8.0F;         ///< [m/s]
inline constexpr float kMaxCueElevation = 1.2F;  ///< [rad]; steeper, the cue meets the rail
inline constexpr float kMaxOffset = 0.6F;        ///< [ball radii]; further out the tip slips
inline constexpr std::uint16_t kMaxWindowMs = 5000;

// Supervision.
inline constexpr std::uint16_t kWatchdogMs = 150;     ///< Age of the echoed time that disarms
inline constexpr std::uint32_t kNoiseWindowMs = 100;  ///< Rejected frames are counted over this
inline constexpr std::uint32_t kNoiseLimit =
    12;  ///< This many disarm; 1 damaged frame in 2 is fewer
inline constexpr std::uint32_t kStatePeriodMs = 20;      ///< STATE while nothing is at stake
inline constexpr std::uint32_t kBusyStatePeriodMs = 10;  ///< STATE from loaded to retracting
inline constexpr std::uint32_t kResultPeriodMs = 100;    ///< RESULT until it is confirmed
inline constexpr std::uint32_t kStrokeTimeoutMs = 4000;
inline constexpr std::uint32_t kHomingTimeoutMs = 5000;

// Mechanics. Positions are of the tip, forward from the home switch.
inline constexpr float kPeriod = 0.001F;              ///< Control period [s]
inline constexpr float kEncoderStep = 5e-6F;          ///< [m]
inline constexpr float kRampEnd = 0.25F;              ///< Full speed is reached here [m]
inline constexpr float kImpactPosition = 0.36F;       ///< The tip meets the ball here [m]
inline constexpr float kFollowThrough = 0.39F;        ///< Braking begins here [m]
inline constexpr float kBrakingDistance = 0.17F;      ///< [m]
inline constexpr float kMinAcceleration = 2.0F;       ///< Slow shots start no softer [m/s^2]
inline constexpr float kAbortDeceleration = 190.0F;   ///< [m/s^2]
inline constexpr float kRetractSpeed = 1.0F;          ///< [m/s]
inline constexpr float kHomingSpeed = 0.1F;           ///< Before the home position is known [m/s]
inline constexpr float kRetractAcceleration = 10.0F;  ///< [m/s^2]

// Motor and carriage, as on the data sheet. The real values may differ by what the loop corrects.
inline constexpr float kMovingMass = 1.2F;       ///< Carriage and cue [kg]
inline constexpr float kForceConstant = 20.0F;   ///< [N/A]
inline constexpr float kMaxCurrent = 18.0F;      ///< [A]
inline constexpr float kDryFriction = 10.0F;     ///< [N]
inline constexpr float kViscousFriction = 4.0F;  ///< [N s/m]

// Faults of the drive.
inline constexpr float kOverspeed = 9.0F;               ///< [m/s]
inline constexpr float kFollowingErrorBase = 0.3F;      ///< Allowed speed error at rest [m/s]
inline constexpr float kFollowingErrorShare = 0.15F;    ///< and per m/s of wanted speed [-]
inline constexpr std::uint32_t kFollowingErrorMs = 20;  ///< for this long

}  // namespace firmware_bridge::firmware
