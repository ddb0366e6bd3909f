// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/firmware/plant.hpp"

namespace firmware_bridge::firmware {
namespace {
constexpr int kSubsteps = 10;
constexpr float kSubstep = kPeriod / kSubsteps;  ///< [s]
constexpr float kRearStop = -0.005F;             ///< [m]
constexpr float kFrontStop = 0.60F;              ///< [m]

float clamp(float value, float limit) noexcept {
  return value > limit ? limit : value < -limit ? -limit : value;
}
}  // namespace

Plant::Plant(const PlantParameters& parameters) noexcept
    : parameters_(parameters), position_(parameters.start_position) {}

void Plant::step(bool enabled, float current) noexcept {
  const bool at_rest = speed_ == 0.0F && current_ == 0.0F;
  if (!enabled && at_rest) return;  // the brake holds: nothing can change
  for (int i = 0; i < kSubsteps; ++i) substep(enabled, current);
}

std::int32_t Plant::encoder_ticks() const noexcept {
  // The encoder counts from power-up, not from home.
  const float ticks = (position_ - parameters_.start_position) / kEncoderStep;
  return static_cast<std::int32_t>(ticks < 0.0F ? ticks - 0.5F : ticks + 0.5F);
}

/// Largest force that friction and brake can set against the motion [N].
float Plant::friction(bool enabled, float speed) const noexcept {
  const float magnitude = speed < 0.0F ? -speed : speed;
  const float ratio = magnitude / parameters_.stribeck_speed;
  const float breakaway = parameters_.static_friction - parameters_.dry_friction;
  const float dry = parameters_.dry_friction + breakaway / (1.0F + ratio * ratio);
  return dry + parameters_.viscous_friction * magnitude +
         (enabled ? 0.0F : parameters_.brake_force);
}

// m dv/dt = k i - F(v) sign(v), with i following its command with a lag and within the stage's
// limit. Friction never turns the motion round: it stops the carriage when it would.
void Plant::substep(bool enabled, float current) noexcept {
  const float wanted = enabled ? clamp(current, parameters_.current_limit) : 0.0F;
  current_ += (wanted - current_) * (kSubstep / (parameters_.current_lag + kSubstep));
  if (!enabled) current_ = 0.0F;
  const float magnitude = current_ < 0.0F ? -current_ : current_;
  peak_current_ = magnitude > peak_current_ ? magnitude : peak_current_;

  const float pushed = speed_ + parameters_.force_constant * current_ / parameters_.mass * kSubstep;
  const float braking = friction(enabled, speed_) / parameters_.mass * kSubstep;
  const float from = position_;
  speed_ = pushed > braking ? pushed - braking : pushed < -braking ? pushed + braking : 0.0F;
  position_ += speed_ * kSubstep;
  meet_ball(from);
  meet_end_stops();
}

// Central impact: v' = v (M - e m) / (M + m).
void Plant::meet_ball(float from) noexcept {
  const bool passed = from < kImpactPosition && position_ >= kImpactPosition;
  passes_ += passed ? 1U : 0U;
  if (!passed || !ball_present_) return;
  impact_speed_ = speed_;
  ++impacts_;
  ball_present_ = false;
  const float mass = parameters_.mass;
  const float ball = parameters_.ball_mass;
  speed_ *= (mass - parameters_.tip_restitution * ball) / (mass + ball);
}

void Plant::meet_end_stops() noexcept {
  if (home_switch()) ball_present_ = true;  // for the next shot
  if (position_ < kRearStop || position_ > kFrontStop) {
    position_ = position_ < kRearStop ? kRearStop : kFrontStop;
    speed_ = 0.0F;
  }
}

}  // namespace firmware_bridge::firmware
