// SPDX-License-Identifier: Apache-2.0
// `billiard plan`: the best shot for a layout.
#include <fmt/format.h>

#include <memory>
#include <numbers>

#include "billiard_engine/files/file_error.hpp"
#include "billiard_engine/files/result_json.hpp"
#include "billiard_engine/files/scenario.hpp"
#include "billiard_planner/planner.hpp"
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
  std::string game = "free";
  std::string group = "open";
  PlanRequest request;
  bool in_hand = false;
  std::string json;
  std::string svg;
};

constexpr double kDegrees = 180.0 / std::numbers::pi;

PlanRequest make_request(const Options& options, const Layout& layout) {
  PlanRequest request = options.request;
  request.ids = layout.ids;
  request.balls = layout.balls;
  request.game = {*find_game(options.game), *find_group(options.group)};
  return request;
}

Json choice_json(const Choice& choice, const PlanRequest& request) {
  const Shot& shot = choice.shot;
  Json json;
  json["shot"] = {{"speed_m_s", shot.speed},
                  {"azimuth_rad", shot.azimuth},
                  {"elevation_rad", shot.elevation},
                  {"offset", {shot.offset_side, shot.offset_height}}};
  const bool called = choice.call.target >= 0;
  json["target"] =
      called ? Json(request.ids[static_cast<std::size_t>(choice.call.target)]) : Json();
  json["pocket"] = called ? Json(name(static_cast<PocketId>(choice.call.pocket))) : Json();
  json["kind"] = name(choice.kind);
  json["success_probability"] = choice.success_probability;
  json["next_probability"] = choice.next_probability;
  json["aim_window_rad"] = choice.aim_window;
  json["samples"] = choice.samples;
  return json;
}

Json plan_json(const Plan& plan, const PlanRequest& request, const Json& predicted) {
  Json json;
  if (plan.found)
    json = choice_json(plan.best, request);
  else
    json["shot"] = nullptr;
  json["simulations"] = plan.simulations;
  json["elapsed_s"] = plan.elapsed;
  json["reason"] = plan.reason;
  json["predicted"] = predicted;
  json["alternatives"] = Json::array();
  for (const Choice& choice : plan.alternatives) {
    json["alternatives"].push_back(choice_json(choice, request));
  }
  return json;
}

/// "direct 3 corner_pp", or the kind alone when nothing is called.
std::string describe(const Choice& choice, const PlanRequest& request) {
  if (choice.call.target < 0) return name(choice.kind);
  return fmt::format("{} {} {}", name(choice.kind),
                     request.ids[static_cast<std::size_t>(choice.call.target)],
                     name(static_cast<PocketId>(choice.call.pocket)));
}

void print_choice(const Choice& choice, const PlanRequest& request) {
  const Shot& s = choice.shot;
  fmt::print(
      "  {:<28} {:5.1f} %  speed {:.2f} m/s  azimuth {:8.3f}°  elevation {:4.1f}°  "
      "offset {:+.2f} {:+.2f}\n",
      describe(choice, request), 100.0 * choice.success_probability, s.speed, kDegrees * s.azimuth,
      kDegrees * s.elevation, s.offset_side, s.offset_height);
}

void print_plan(const Plan& plan, const PlanRequest& request, const Options& options) {
  print_choice(plan.best, request);
  fmt::print("{}\n", plan.reason);
  if (!plan.alternatives.empty()) fmt::print("alternatives:\n");
  for (const Choice& choice : plan.alternatives) print_choice(choice, request);
  fmt::print("{} simulations in {:.2f} s\n", plan.simulations, plan.elapsed);
  for (const auto& path : {options.json, options.svg}) {
    if (!path.empty()) fmt::print("wrote {}\n", path);
  }
}

void plan(const Options& options) {
  const Settings settings = load_settings(options.table, options.physics);
  const Layout layout = load_layout(options.layout, settings);
  Planner planner(settings.table, settings.physics);
  PlanRequest request = make_request(options, layout);
  if (options.in_hand) request = planner.place_cue_ball(request);
  const Plan plan = planner.plan(request);

  Output output;
  Json predicted;
  if (plan.found) {
    const Layout start{request.ids, request.balls};
    const Prediction prediction = predict_shot(settings, start, plan.best.shot);
    predicted = to_json(prediction.result, prediction.coarse, start.ids, settings.table);
    if (!options.svg.empty()) {
      const std::string title = fmt::format("{}, {:.1f} %", describe(plan.best, request),
                                            100.0 * plan.best.success_probability);
      output.add(options.svg, draw_prediction({settings, start, prediction, title}));
    }
  }
  output.add_json(options.json, plan_json(plan, request, predicted));
  output.commit();
  if (!plan.found) throw CouldNot(plan.reason);
  if (!output.uses_stdout()) print_plan(plan, request, options);
}

}  // namespace

void add_plan(CLI::App& app) {
  CLI::App* command = app.add_subcommand("plan", "Best shot for a layout");
  const auto o = std::make_shared<Options>();
  command->add_option("--layout", o->layout, "Balls: a layout or scenario file")->required();
  command->add_option("--table", o->table, "Table: name or file")->required();
  command->add_option("--physics", o->physics, "Physics: name or file (default: the table's own)");
  command->add_option("--game", o->game, "Rules")
      ->check(CLI::IsMember({"eight_ball", "nine_ball", "free"}))
      ->capture_default_str();
  command->add_option("--group", o->group, "Eight-ball: whose balls to pot")
      ->check(CLI::IsMember({"open", "solids", "stripes"}))
      ->capture_default_str();
  command->add_flag("--in-hand", o->in_hand, "Place the cue ball first, anywhere");
  command->add_option("--target", o->request.target, "Only pot this ball");
  command->add_option("--budget", o->request.budget, "Wall time for the answer [s]")
      ->check(CLI::Range(0.001, 3600.0))
      ->capture_default_str();
  command->add_option("--simulations", o->request.simulations,
                      "Stop after so many simulated shots instead: repeats exactly");
  command->add_option("--noise", o->request.noise, "Factor on the execution noise")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  command->add_option("--seed", o->request.seed, "Of the random numbers")->capture_default_str();
  command->add_option("--json", o->json, "Write the plan as JSON (- for stdout)");
  command->add_option("--svg", o->svg, "Draw the predicted shot");
  command->callback([o] { plan(*o); });
}

}  // namespace billiard
