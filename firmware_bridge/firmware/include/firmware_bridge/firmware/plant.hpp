// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "firmware_bridge/firmware/settings.hpp"

namespace firmware_bridge::firmware {

/// The simulated machine. Defaults are the data sheet; tests change them to see what the loop
/// corrects.
struct PlantParameters {
  float mass{kMovingMass};                   ///< Carriage and cue [kg]
  float force_constant{kForceConstant};      ///< [N/A]
  float current_limit{kMaxCurrent};          ///< Of the power stage [A]
  float current_lag{0.0004F};                ///< Time constant of the current loop [s]
  float dry_friction{kDryFriction};          ///< Sliding [N]
  float static_friction{14.0F};              ///< At rest; falls to dry friction as speed rises [N]
  float stribeck_speed{0.02F};               ///< Speed of that fall [m/s]
  float viscous_friction{kViscousFriction};  ///< [N s/m]
  float brake_force{380.0F};                 ///< Spring brake, on without power [N]
  float ball_mass{0.17F};                    ///< 0: no ball in front of the tip [kg]
  float tip_restitution{0.8F};               ///< [-]
  float start_position{0.03F};               ///< At power-up [m]
};

/// Linear motor, carriage, rail and ball. Advances in fixed sub-steps of 0.1 ms.
class Plant {
 public:
  explicit Plant(const PlantParameters& parameters = {}) noexcept;

  /// One control period with the given power stage and current [A].
  void step(bool enabled, float current) noexcept;

  [[nodiscard]] std::int32_t encoder_ticks() const noexcept;
  [[nodiscard]] bool home_switch() const noexcept { return position_ <= 0.0F; }
  [[nodiscard]] float position() const noexcept { return position_; }  ///< [m]
  [[nodiscard]] float speed() const noexcept { return speed_; }        ///< [m/s]
  /// Tip speed at the last meeting with the ball [m/s], and how many meetings there were.
  [[nodiscard]] float impact_speed() const noexcept { return impact_speed_; }
  [[nodiscard]] std::uint32_t impacts() const noexcept { return impacts_; }
  /// How often the tip has gone forward through the impact point, with or without a ball there.
  [[nodiscard]] std::uint32_t passes() const noexcept { return passes_; }
  [[nodiscard]] float peak_current() const noexcept { return peak_current_; }  ///< [A]

 private:
  void substep(bool enabled, float current) noexcept;
  void meet_ball(float from) noexcept;
  void meet_end_stops() noexcept;
  [[nodiscard]] float friction(bool enabled, float speed) const noexcept;

  PlantParameters parameters_;
  float position_;
  float speed_{0.0F};
  float current_{0.0F};
  float impact_speed_{0.0F};
  float peak_current_{0.0F};
  std::uint32_t impacts_{0};
  std::uint32_t passes_{0};
  bool ball_present_{true};
};

}  // namespace firmware_bridge::firmware
