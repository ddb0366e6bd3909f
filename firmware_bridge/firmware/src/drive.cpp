// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/firmware/drive.hpp"

namespace firmware_bridge::firmware {
namespace {

// PID on the reference's position, placed at 25 Hz with damping 0.9 for the nominal mass:
// fast against the stroke (40 ms at 8 m/s is the shortest ramp), slow against the 1 kHz loop.
constexpr float kBandwidth = 157.0F;                                 ///< [rad/s]
constexpr float kStiffness = kMovingMass * kBandwidth * kBandwidth;  ///< [N/m]
constexpr float kDamping = 1.8F * kMovingMass * kBandwidth;          ///< [N s/m]
constexpr float kIntegralGain = 0.25F * kStiffness * kBandwidth;     ///< [N/(m s)]
constexpr float kMaxIntegral = 120.0F;                               ///< [N]
constexpr float kMaxForce = kMaxCurrent * kForceConstant;            ///< [N]

float clamp(float value, float limit) noexcept {
  return value > limit ? limit : value < -limit ? -limit : value;
}
float magnitude(float value) noexcept { return value < 0.0F ? -value : value; }

}  // namespace

Drive::Outputs Drive::step(const DriveOrder& order, const Inputs& inputs) noexcept {
  measure(inputs);
  // The brake stops the carriage faster than the motor would, and from rest nothing can go wrong
  // with its speed: a reset or a stop may have come in the middle of a motion.
  const bool wakes = mode_ == DriveMode::kOff && order.mode != DriveMode::kOff;
  if (wakes && still_periods_ < kRestPeriods) return {false, 0.0F};
  if (order.mode != mode_) start_mode(order);
  if (mode_ == DriveMode::kOff) return {false, 0.0F};
  move_reference(order);
  if (mode_ == DriveMode::kStroke) watch_impact();
  watch_faults();
  const float current = control();
  if (mode_ == DriveMode::kStroke && magnitude(current) > report_.peak_current) {
    report_.peak_current = magnitude(current);
  }
  return {true, current};
}

void Drive::measure(const Inputs& inputs) noexcept {
  const std::int32_t before = has_ticks_ ? ticks_ : inputs.encoder_ticks;
  ticks_ = inputs.encoder_ticks;
  const bool still = has_ticks_ && ticks_ == before;
  still_periods_ = !still ? 0 : still_periods_ < kRestPeriods ? still_periods_ + 1 : kRestPeriods;
  has_ticks_ = true;
  if (inputs.home_switch && !homed_) {
    home_ticks_ = ticks_;
    homed_ = true;
    reference_position_ = 0.0F;
  }
  report_.at_home = inputs.home_switch;
  report_.position = static_cast<float>(ticks_ - home_ticks_) * kEncoderStep;
  report_.speed = static_cast<float>(ticks_ - before) * (kEncoderStep / kPeriod);
}

void Drive::start_mode(const DriveOrder& order) noexcept {
  const bool was_off = mode_ == DriveMode::kOff;
  mode_ = order.mode;
  following_error_ms_ = 0;
  report_.fault = DriveFault::kNone;
  // The meeting with the ball has slowed the carriage: brake from where it is, not where it was to
  // be.
  if (was_off || mode_ == DriveMode::kRetract) {
    reference_position_ = report_.position;
    reference_speed_ = report_.speed;
  }
  if (was_off) integral_ = 0.0F;
  if (mode_ == DriveMode::kStroke) {
    report_.struck = false;
    report_.stroke_done = false;
    report_.impact_speed = 0.0F;
    report_.peak_current = 0.0F;
    history_size_ = 0;
  }
}

void Drive::move_reference(const DriveOrder& order) noexcept {
  if (mode_ == DriveMode::kHold) {
    approach_speed(0.0F, kRetractAcceleration);
  } else if (mode_ == DriveMode::kStroke) {
    // v^2 = 2 a s: full speed at the end of the ramp.
    const float needed = order.speed * order.speed / (2.0F * kRampEnd);
    approach_speed(order.speed, needed > kMinAcceleration ? needed : kMinAcceleration);
    report_.stroke_done = report_.stroke_done || reference_position_ >= kFollowThrough;
  } else if (reference_speed_ > 0.0F) {
    approach_speed(0.0F, braking_deceleration());
  } else {
    const float left = homed_ && reference_position_ > 0.0F ? reference_position_ : 0.0F;
    const float braking = __builtin_sqrtf(2.0F * kRetractAcceleration * left);
    const float fast = braking < kRetractSpeed ? braking : kRetractSpeed;
    const float wanted = homed_ && fast > kHomingSpeed ? fast : kHomingSpeed;
    approach_speed(-wanted, kRetractAcceleration);
  }
}

/// After a full stroke the carriage comes to rest at a fixed point; anything else stops at once.
float Drive::braking_deceleration() const noexcept {
  const float left = kFollowThrough + kBrakingDistance - reference_position_;
  if (!report_.stroke_done || left <= 0.0F) return kAbortDeceleration;
  const float needed = reference_speed_ * reference_speed_ / (2.0F * left);
  return needed < kMinAcceleration     ? kMinAcceleration
         : needed > kAbortDeceleration ? kAbortDeceleration
                                       : needed;
}

void Drive::approach_speed(float wanted, float acceleration) noexcept {
  const float before = reference_speed_;
  reference_speed_ += clamp(wanted - before, acceleration * kPeriod);
  reference_acceleration_ = (reference_speed_ - before) / kPeriod;
  reference_position_ += 0.5F * (before + reference_speed_) * kPeriod;
}

void Drive::watch_impact() noexcept {
  if (report_.struck) return;
  history_[history_size_++ % kHistory] = ticks_;
  if (report_.position < kImpactPosition) return;
  report_.struck = true;
  report_.impact_speed = speed_before_impact();
}

/// Slope of the encoder over the last readings before the one that passed the impact point: as few
/// as move kSpeedBase, so that a fast stroke is measured late and a slow one finely.
float Drive::speed_before_impact() const noexcept {
  constexpr std::int32_t kSpeedBase = 800;  // 4 mm: one step of the encoder is 0.13 % of it
  const std::uint32_t kept = history_size_ < kHistory ? history_size_ : kHistory;
  if (kept < 3) return report_.speed;
  const std::int32_t newest = history_[(history_size_ - 2) % kHistory];
  std::uint32_t back = 0;
  std::int32_t moved = 0;
  while (moved < kSpeedBase && back + 2 < kept) {
    ++back;
    moved = newest - history_[(history_size_ - 2 - back) % kHistory];
  }
  return static_cast<float>(moved) * kEncoderStep / (static_cast<float>(back) * kPeriod);
}

void Drive::watch_faults() noexcept {
  const float error = magnitude(reference_speed_ - report_.speed);
  const float allowed = kFollowingErrorBase + kFollowingErrorShare * magnitude(reference_speed_);
  following_error_ms_ = error > allowed ? following_error_ms_ + 1 : 0;
  if (report_.fault != DriveFault::kNone) return;
  if (magnitude(report_.speed) > kOverspeed) {
    report_.fault = DriveFault::kTooFast;
    report_.fault_detail = report_.speed;
  } else if (following_error_ms_ > kFollowingErrorMs) {
    report_.fault = DriveFault::kNotFollowing;
    report_.fault_detail = error;
  }
}

// F = m a_r + F_c sign(v_r) + b v_r + k_p (x_r - x) + k_d (v_r - v) + integral of k_i (x_r - x).
// The measured speed is the mean over the last period, half a period old: v_r is taken there, too.
float Drive::control() noexcept {
  const float position_error = reference_position_ - report_.position;
  const float reference_then = reference_speed_ - 0.5F * kPeriod * reference_acceleration_;
  const float speed_error = reference_then - report_.speed;
  const float direction = reference_speed_ > 0.0F ? 1.0F : reference_speed_ < 0.0F ? -1.0F : 0.0F;
  const float force = kMovingMass * reference_acceleration_ + kDryFriction * direction +
                      kViscousFriction * reference_speed_ + kStiffness * position_error +
                      kDamping * speed_error + integral_;
  const float limit = forward_limit();
  // The integral waits while the force is at its limit (anti-windup).
  if (force > -kMaxForce && force < limit) {
    integral_ = clamp(integral_ + kIntegralGain * position_error * kPeriod, kMaxIntegral);
  }
  return clamp((force < limit ? force : limit) / kForceConstant, kMaxCurrent);
}

/// While retracting the motor may brake a backward motion, but not turn it into a forward one: a
/// tenth of F = m v / T, which would stop it within a period. The end of a full stroke alone is
/// braked along its reference, with forward force where friction brakes more than wanted.
float Drive::forward_limit() const noexcept {
  const bool ends_stroke = report_.stroke_done && reference_speed_ > 0.0F;
  if (mode_ != DriveMode::kRetract || ends_stroke) return kMaxForce;
  const float backward = report_.speed < 0.0F ? -report_.speed : 0.0F;
  return 0.1F * kMovingMass * backward / kPeriod;
}

}  // namespace firmware_bridge::firmware
