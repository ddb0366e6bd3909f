// SPDX-License-Identifier: Apache-2.0
// `billiard shape`: speed and spin that take the cue ball along a given way.
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <numbers>

#include "billiard_engine/files/file_error.hpp"
#include "billiard_engine/files/result_json.hpp"
#include "billiard_engine/files/scenario.hpp"
#include "billiard_planner/shaping.hpp"
#include "commands.hpp"
#include "drawing/prediction_drawing.hpp"
#include "output.hpp"
#include "predict_shot.hpp"

namespace billiard {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string layout;
  std::string table;
  std::string physics;
  std::string to;
  std::vector<std::string> through;
  std::vector<std::string> avoid;
  double budget = 2.0;
  std::string json;
  std::string svg;
};

/// Gap kept to a ball that is named to be avoided [m].
constexpr double kAvoidClearance = 0.005;
constexpr double kDegrees = 180.0 / std::numbers::pi;

/// "X,Y" in metres.
Vec2<double> read_point(const char* option, const std::string& text) {
  Vec2<double> point;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, point.x());
  const bool comma = first.ec == std::errc{} && first.ptr != end && *first.ptr == ',';
  const auto second = comma ? std::from_chars(first.ptr + 1, end, point.y()) : first;
  if (!comma || second.ec != std::errc{} || second.ptr != end || !point.allFinite()) {
    throw FileError(fmt::format("{} is '{}'; allowed: X,Y in m, such as 0.5,-0.2", option, text));
  }
  return point;
}

ShapeRequest make_request(const Options& options, const Layout& layout) {
  ShapeRequest request;
  request.balls = layout.balls;
  request.cue = layout.find("cue");
  if (request.cue < 0) {
    throw FileError(fmt::format("{}: no ball has the id 'cue'", options.layout));
  }
  request.target = read_point("--to", options.to);
  for (const std::string& text : options.through) {
    request.through.push_back(read_point("--through", text));
  }
  for (const std::string& id : options.avoid) {
    if (layout.find(id) < 0 || layout.find(id) == request.cue) {
      throw FileError(fmt::format("--avoid is '{}'; allowed: a ball of {}", id, options.layout));
    }
    request.clearance = kAvoidClearance;
  }
  request.budget = options.budget;
  return request;
}

Json shape_json(const Shape& shape, const Json& predicted) {
  const Shot& s = shape.shot;
  return {{"found", shape.found},
          {"shot",
           {{"speed_m_s", s.speed},
            {"azimuth_rad", s.azimuth},
            {"elevation_rad", s.elevation},
            {"offset", {s.offset_side, s.offset_height}}}},
          {"miss_m", shape.miss},
          {"reason", shape.reason},
          {"simulations", shape.simulations},
          {"elapsed_s", shape.elapsed},
          {"predicted", predicted}};
}

void shape(const Options& options) {
  const Settings settings = load_settings(options.table, options.physics);
  const Layout layout = load_layout(options.layout, settings);
  const Shape shape = shape_shot(settings.table, settings.physics, make_request(options, layout));
  const Prediction prediction = predict_shot(settings, layout, shape.shot);

  Output output;
  output.add_json(options.json, shape_json(shape, to_json(prediction.result, prediction.coarse,
                                                          layout.ids, settings.table)));
  if (!options.svg.empty()) {
    output.add(options.svg, draw_prediction({settings, layout, prediction, shape.reason}));
  }
  output.commit();
  if (!shape.found) throw CouldNot(shape.reason);
  if (output.uses_stdout()) return;
  const Shot& s = shape.shot;
  fmt::print(
      "speed {:.2f} m/s  azimuth {:.3f}°  elevation {:.1f}°  offset {:+.3f} {:+.3f}\n{} "
      "({} simulations in {:.2f} s)\n",
      s.speed, kDegrees * s.azimuth, kDegrees * s.elevation, s.offset_side, s.offset_height,
      shape.reason, shape.simulations, shape.elapsed);
}

}  // namespace

void add_shape(CLI::App& app) {
  CLI::App* command = app.add_subcommand("shape", "Speed and spin that curve a shot");
  const auto o = std::make_shared<Options>();
  command->add_option("--layout", o->layout, "Balls: a layout or scenario file")->required();
  command->add_option("--table", o->table, "Table: name or file")->required();
  command->add_option("--physics", o->physics, "Physics: name or file (default: the table's own)");
  command->add_option("--to", o->to, "Where the cue ball must come: X,Y [m]")->required();
  command->add_option("--through", o->through, "Place to pass before, in order: X,Y [m]");
  command->add_option("--avoid", o->avoid,
                      "Keep 5 mm clear of the balls on the way (none is ever hit)");
  command->add_option("--budget", o->budget, "Wall time for the answer [s]")
      ->check(CLI::Range(0.001, 3600.0))
      ->capture_default_str();
  command->add_option("--json", o->json, "Write the answer as JSON (- for stdout)");
  command->add_option("--svg", o->svg, "Draw the predicted shot");
  command->callback([o] { shape(*o); });
}

}  // namespace billiard
