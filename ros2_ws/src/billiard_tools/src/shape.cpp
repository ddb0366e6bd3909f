// SPDX-License-Identifier: Apache-2.0
// `billiard shape`: speed and spin that take the cue ball along a given way.
#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "billiard_engine/files/file_error.hpp"
#include "billiard_engine/files/result_json.hpp"
#include "billiard_planner/shaping.hpp"
#include "commands.hpp"
#include "could_not.hpp"
#include "drawing/prediction_drawing.hpp"
#include "output.hpp"
#include "predict_shot.hpp"
#include "progress.hpp"
#include "shot_options.hpp"

namespace billiard {
namespace {

using Json = nlohmann::ordered_json;

struct ShapeOptions : ShotOptions {
  ShapeOptions() { budget = 2.0; }

  std::string to;
  std::vector<std::string> through;
  std::vector<std::string> avoid;
};

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

ShapeRequest make_request(const ShapeOptions& options, const Layout& layout) {
  ShapeRequest request;
  request.balls = layout.balls;
  request.cue = layout.find("cue");
  request.target = read_point("--to", options.to);
  for (const std::string& text : options.through) {
    request.through.push_back(read_point("--through", text));
  }
  for (const std::string& id : options.avoid) {
    const int ball = layout.find(id);
    if (ball < 0 || ball == request.cue) {
      throw FileError(fmt::format("--avoid is '{}'; allowed: a ball of {}, not the cue ball", id,
                                  options.layout));
    }
    request.avoid.push_back(ball);
  }
  request.budget = options.budget;
  return request;
}

Shape search(const Settings& settings, const ShapeRequest& request) {
  const BudgetProgress progress("shaping", request.budget);
  return shape_shot(settings.table, settings.physics, request);
}

Json shape_json(const Shape& shape, const Json& predicted) {
  return {{"found", shape.found},       {"shot", shot_json(shape.shot)},
          {"miss_m", shape.miss},       {"clearance_m", shape.clearance},
          {"reason", shape.reason},     {"simulations", shape.simulations},
          {"elapsed_s", shape.elapsed}, {"predicted", predicted}};
}

ShotGoal make_goal(const ShapeRequest& request, const Shape& shape) {
  ShotGoal goal{request.target, request.through, {}, shape.arrival};
  for (const int ball : request.avoid) {
    goal.avoid.emplace_back(request.balls[static_cast<std::size_t>(ball)].position.head<2>());
  }
  return goal;
}

void shape(const ShapeOptions& options) {
  check_destinations({{"--json", options.json}, {"--svg", options.svg}});
  const Settings settings = load_settings(options.table, options.physics);
  const Layout layout = load_start(options, settings, CueBall::kInLayout);
  const ShapeRequest request = make_request(options, layout);
  const Shape shape = search(settings, request);
  const Prediction prediction = predict_shot(settings, layout, shape.shot);

  Output output;
  output.add_json(options.json, shape_json(shape, to_json(prediction.result, prediction.coarse,
                                                          layout.ids, settings.table)));
  if (!options.svg.empty()) {
    const ShotGoal goal = make_goal(request, shape);
    output.add(options.svg, draw_prediction({settings, layout, prediction, shape.reason, &goal}));
  }
  output.commit();
  if (!shape.found) throw CouldNot(shape.reason);
  if (output.uses_stdout()) return;
  fmt::print("{}\n{} ({} simulations in {:.2f} s)\n", describe(shape.shot), shape.reason,
             shape.simulations, shape.elapsed);
  for (const auto& path : {options.json, options.svg}) {
    if (!path.empty()) fmt::print("wrote {}\n", path);
  }
}

}  // namespace

void add_shape(CLI::App& app) {
  CLI::App* command = app.add_subcommand("shape", "Speed and spin that curve a shot");
  const auto o = std::make_shared<ShapeOptions>();
  add_shot_options(*command, *o);
  command->get_option("--layout")->required();
  command->add_option("--to", o->to, "Where the cue ball must come: X,Y [m]")->required();
  command->add_option("--through", o->through, "Place to pass before, in order: X,Y [m]");
  command->add_option("--avoid", o->avoid,
                      "Keep 5 mm clear of this ball (no ball on the way is ever hit)");
  command->callback([o] { shape(*o); });
}

}  // namespace billiard
