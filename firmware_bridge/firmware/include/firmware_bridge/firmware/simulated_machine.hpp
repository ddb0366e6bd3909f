// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/firmware/hardware.hpp"
#include "firmware_bridge/firmware/plant.hpp"

namespace firmware_bridge::firmware {

/// The part of a board that is not there in emulation: motor, encoder, switches. A simulated board
/// adds its UART, clock and persistent memory, and calls `advance` once per control period.
class SimulatedMachine : public Hardware {
 public:
  explicit SimulatedMachine(const PlantParameters& parameters = {}) noexcept : plant_(parameters) {}

  /// Moves the machine by one control period with what the firmware commanded.
  void advance() noexcept { plant_.step(enabled_ && !estop_, current_); }
  void press_estop(bool pressed) noexcept { estop_ = pressed; }
  [[nodiscard]] const Plant& plant() const noexcept { return plant_; }

  [[nodiscard]] std::int32_t encoder_ticks() noexcept override { return plant_.encoder_ticks(); }
  [[nodiscard]] bool home_switch() noexcept override { return plant_.home_switch(); }
  [[nodiscard]] bool estop_pressed() noexcept override { return estop_; }
  void enable_drive(bool on) noexcept override { enabled_ = on; }
  void set_current(float current) noexcept override { current_ = current; }

 protected:
  ~SimulatedMachine() = default;

 private:
  Plant plant_;
  bool enabled_{false};
  bool estop_{false};
  float current_{0.0F};
};

}  // namespace firmware_bridge::firmware
