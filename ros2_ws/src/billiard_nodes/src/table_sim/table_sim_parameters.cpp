// SPDX-License-Identifier: Apache-2.0
#include "table_sim/table_sim_parameters.hpp"

#include <algorithm>
#include <stdexcept>

#include "billiard_engine/files/config.hpp"
#include "billiard_engine/files/settings.hpp"
#include "billiard_vision/camera_file.hpp"
#include "parameters.hpp"

namespace billiard_nodes {
namespace {

// What the image shows beside the cloth in all, along and across: rails and some floor [m].
constexpr double kAlong = 0.46;
constexpr double kAcross = 0.41;

billiard::vision::Lens load_lens(Parameters& parameters, const std::string& table, double height) {
  const auto width = parameters.integer("image_width", 640, 160, 4096, "Of the image [px]");
  const auto rows = parameters.integer("image_height", 360, 120, 4096, "Of the image [px]");
  const std::string file = parameters.text(
      "camera", "",
      "Camera file for lens and image size; empty: a pinhole that sees the whole table");
  if (file.empty()) {
    const auto spec =
        load_named("table", [&] { return billiard::load_settings(table).table.spec; });
    const double wide = static_cast<double>(width);
    const double span =
        std::max(spec.length + kAlong, (spec.width + kAcross) * wide / static_cast<double>(rows));
    const double focal = wide * height / span;
    return billiard::vision::make_lens(static_cast<int>(width), static_cast<int>(rows), focal);
  }
  return load_named("camera", [&] {
    const auto hint = billiard::vision::load_camera(billiard::find_config("cameras", file));
    if (!hint.lens) throw std::invalid_argument("'" + file + "' has no camera_matrix");
    return *hint.lens;
  });
}

}  // namespace

TableSimParameters load_table_sim_parameters(rclcpp::Node& node) {
  Parameters parameters(node);
  TableSimParameters values;
  values.table = parameters.text("table", values.table, "Table file, by name or path");
  values.physics =
      parameters.text("physics", "", "Physics file of this table; empty: the table's own");
  const std::string game = parameters.choice("game", "eight_ball",
                                             {"eight_ball", "nine_ball", "free"}, "What is racked");
  values.game = *billiard::find_game(game);
  SimulationOptions& simulation = values.simulation;
  simulation.noise = parameters.number("noise", simulation.noise, 0.0, 100.0,
                                       "Factor on the cue's execution noise [-]");
  simulation.mismatch =
      parameters.number("mismatch", simulation.mismatch, 0.0, 0.5,
                        "Largest share by which the physics differ from the file [-]");
  simulation.seed = static_cast<std::uint64_t>(
      parameters.integer("seed", 1, 0, 1'000'000'000, "Of racks, noise and mismatch"));
  values.rate = parameters.number("rate", values.rate, 1.0, 240.0, "Of the camera [Hz]");
  values.exposure =
      parameters.number("exposure", values.exposure, 0.0, 0.05, "Shutter time of the camera [s]");
  values.jpeg_quality = static_cast<int>(parameters.integer(
      "jpeg_quality", values.jpeg_quality, 1, 100, "Of /camera/image_raw/compressed"));
  values.camera_height = parameters.number("camera_height", values.camera_height, 1.0, 10.0,
                                           "Of the camera above the cloth [m]");
  values.lens = load_lens(parameters, values.table, values.camera_height);
  return values;
}

}  // namespace billiard_nodes
