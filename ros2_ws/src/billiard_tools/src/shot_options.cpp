// SPDX-License-Identifier: Apache-2.0
#include "shot_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numbers>

#include "billiard_engine/files/file_error.hpp"
#include "number_in.hpp"

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

void warn_of_other_table(const std::string& layout, const std::string& table) {
  const std::string other = find_other_table(layout, table);
  if (other.empty()) return;
  fmt::print(stderr, "billiard: {}: table is '{}'; taken is '{}', as --table says\n", layout, other,
             table);
}

Layout load_start(const ShotOptions& options, const Settings& settings, CueBall cue) {
  Layout layout = load_layout(options.layout, settings);
  warn_of_other_table(options.layout, options.table);
  const bool in_hand = cue == CueBall::kInHand;
  const int white = layout.find("white");
  if (settings.table.spec.balls != BallSet::kPool && white >= 0 && layout.find("cue") < 0) {
    layout.ids[static_cast<std::size_t>(white)] = "cue";  // as in what a camera sees
  }
  if (!in_hand && layout.find("cue") < 0) {
    throw FileError(
        fmt::format("{}: no ball has the id 'cue'; it has {}; allowed: one ball 'cue', "
                    "or 'white' in snooker and carom",
                    options.layout, fmt::join(layout.ids, ", ")));
  }
  for (std::size_t i = 0; i < layout.balls.size(); ++i) {
    const Ball& ball = layout.balls[i];
    if (ball.velocity.isZero(0.0) && ball.spin.isZero(0.0)) continue;
    if (in_hand && layout.ids[i] == "cue") continue;
    throw FileError(
        fmt::format("{}: ball '{}' moves; allowed: all at rest", options.layout, layout.ids[i]));
  }
  return layout;
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
