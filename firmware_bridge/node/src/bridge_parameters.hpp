// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rclcpp/rclcpp.hpp>
#include <string>

namespace firmware_bridge {

/// Armed windows that a person may ask for [s].
inline constexpr double kLeastWindow = 0.05;
inline constexpr double kMostWindow = 5.0;

/// Parameters of the cue_bridge node; all are read-only while it runs.
struct BridgeParameters {
  std::string port{"/dev/ttyACM0"};  ///< Serial line, or unix:PATH of an emulator
  int baud{115200};                  ///< [Bd]
  bool auto_arm{false};              ///< ARM and FIRE at once; else wait for /cue/arm
  double window{1.0};                ///< Armed window [s]; longer gives people more time
  bool check_layout{true};           ///< Refuse a shot whose balls are not where they were planned
  double layout_tolerance{0.002};    ///< [m]
  double balls_timeout{1.0};         ///< /balls older than this is no layout to check against [s]
};

/// Declares and reads them. Throws, naming parameter, value and range, when one does not fit.
[[nodiscard]] BridgeParameters load_bridge_parameters(rclcpp::Node& node);

}  // namespace firmware_bridge
