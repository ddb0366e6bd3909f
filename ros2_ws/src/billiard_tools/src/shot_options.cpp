// SPDX-License-Identifier: Apache-2.0
#include "shot_options.hpp"
#include "number_in.hpp"

#include <fmt/format.h>

#include <numbers>

namespace billiard {

void add_shot_options(CLI::App& command, ShotOptions& options) {
  command.add_option("--layout", options.layout, "Balls: a layout or scenario file");
  command.add_option("--table", options.table, "Table: name or file")->required();
  command.add_option("--physics", options.physics,
                     "Physics: name or file (default: the table's own)");
  command.add_option("--budget", options.budget, "Wall time for the answer [s]")
      ->check(number_in(0.001, 3600.0))
      ->capture_default_str();
  command.add_option("--json", options.json, "Write the answer as JSON (- for stdout)");
  command.add_option("--svg", options.svg, "Draw the predicted shot");
}

nlohmann::ordered_json shot_json(const Shot& shot) {
  return {{"speed_m_s", shot.speed},
          {"azimuth_rad", shot.azimuth},
          {"elevation_rad", shot.elevation},
          {"offset", {shot.offset_side, shot.offset_height}}};
}

std::string describe(const Shot& shot) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  return fmt::format(
      "speed {:.2f} m/s  azimuth {:8.3f}°  elevation {:4.1f}°  offset {:+.2f} {:+.2f}", shot.speed,
      kDegrees * shot.azimuth, kDegrees * shot.elevation, shot.offset_side, shot.offset_height);
}

}  // namespace billiard
