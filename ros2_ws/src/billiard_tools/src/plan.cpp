// SPDX-License-Identifier: Apache-2.0
// `billiard plan`: the best shot for a layout or for what a camera sees.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "billiard_engine/files/file_error.hpp"
#include "billiard_engine/files/result_json.hpp"
#include "commands.hpp"
#include "could_not.hpp"
#include "drawing/plan_overlay.hpp"
#include "drawing/prediction_drawing.hpp"
#include "frame_layout.hpp"
#include "image_file.hpp"
#include "number_in.hpp"
#include "output.hpp"
#include "plan_json.hpp"
#include "predict_shot.hpp"
#include "progress.hpp"
#include "rendered_frame.hpp"
#include "shot_options.hpp"

namespace billiard {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kLargestSeed =
    1'000'000'000'000'000'000;  // CLI11 wraps what is negative or larger than 64 bits

struct PlanOptions : ShotOptions {
  std::string image, camera, overlay;
  std::string game = "free";
  std::string group = "open";
  PlanRequest request;
  bool in_hand = false;
};

/// Where the balls are, and the frame they were seen in, if any.
struct Start {
  Layout layout;
  std::optional<SeenTable> seen;
};

void check(const PlanOptions& options) {
  if (options.image.empty() == options.layout.empty()) {
    throw FileError(
        fmt::format("--image is '{}' and --layout is '{}'; allowed: exactly one of them",
                    options.image, options.layout));
  }
  if (!options.camera.empty() && options.image.empty()) {
    throw FileError(
        fmt::format("--camera is '{}'; allowed: only together with --image", options.camera));
  }
}

Start find_balls(const PlanOptions& options, const Settings& settings) {
  if (options.image.empty()) {
    const CueBall cue = options.in_hand ? CueBall::kInHand : CueBall::kInLayout;
    return {load_start(options, settings, cue), std::nullopt};
  }
  SeenTable seen = see_table(options.image, options.camera, settings);
  Layout layout = seen.layout;
  return {std::move(layout), std::move(seen)};
}

/// Root mean square over the balls of a frame [m]; a file is exact.
double position_sigma(const Start& start) {
  if (!start.seen || start.seen->location.balls.empty()) return 0.0;
  double sum = 0.0;
  for (const vision::LocatedBall& ball : start.seen->location.balls) {
    sum += ball.sighting.sigma * ball.sighting.sigma;
  }
  return std::min(0.02, std::sqrt(sum / static_cast<double>(start.seen->location.balls.size())));
}

PlanRequest make_request(const PlanOptions& options, const Start& start) {
  PlanRequest request = options.request;
  request.ids = start.layout.ids;
  request.balls = start.layout.balls;
  request.position_sigma = position_sigma(start);
  request.budget = options.budget;
  request.game = {*find_game(options.game), *find_group(options.group)};
  return request;
}

void print_choice(const Choice& choice, const PlanRequest& request) {
  fmt::print("  {:<28} {:5.1f} %  {}\n", short_name(choice, request),
             100.0 * choice.success_probability, describe(choice.shot));
}

void print_plan(const Plan& plan, const PlanRequest& request, const PlanOptions& options) {
  print_choice(plan.best, request);
  fmt::print("{}\n", plan.reason);
  if (!plan.alternatives.empty()) fmt::print("alternatives:\n");
  for (const Choice& choice : plan.alternatives) print_choice(choice, request);
  fmt::print("{} simulations in {:.2f} s\n", plan.simulations, plan.elapsed);
  for (const auto& path : {options.json, options.svg, options.overlay}) {
    if (!path.empty()) fmt::print("wrote {}\n", path);
  }
}

std::string title(const Plan& plan, const PlanRequest& request) {
  return fmt::format("{}, {:.1f} %", short_name(plan.best, request),
                     100.0 * plan.best.success_probability);
}

/// What the shot is drawn into.
struct Background {
  cv::Mat frame;
  vision::TableView view;
};

/// The photo, or a frame of the request's balls seen from above.
Background background(const PlanOptions& options, const Settings& settings, const Start& start,
                      const PlanRequest& request) {
  if (start.seen) return {start.seen->frame, *start.seen->location.table.view};
  RenderedFrame rendered = render_frame(settings, {request.ids, request.balls},
                                        {.layout = options.layout, .elevation = 90.0});
  return {std::move(rendered.frame), *std::move(rendered.truth.table.view)};
}

cv::Mat draw_overlay(const Background& behind, const Settings& settings,
                     const Prediction& predicted, const Plan& plan, const PlanRequest& request) {
  const Shot& s = plan.best.shot;
  const Layout start{request.ids, request.balls};
  const PlanOverlay overlay{
      settings,
      behind.view,
      start,
      predicted,
      s,
      plan.best.call.pocket,
      plan.best.success_probability,
      {title(plan, request),
       fmt::format("{:.2f} m/s, elevation {:.1f} deg", s.speed, s.elevation * 57.29578),
       fmt::format("tip {:+.2f} right, {:+.2f} up", s.offset_side, s.offset_height)}};
  return draw_plan(behind.frame, overlay);
}

/// Plans behind a bar; how long a number of simulations takes is not known.
Plan search(Planner& planner, const PlanRequest& request) {
  const BudgetProgress progress("planning", request.simulations > 0 ? 0.0 : request.budget);
  return planner.plan(request);
}

void plan(const PlanOptions& options) {
  check(options);
  check_destinations(
      {{"--json", options.json}, {"--svg", options.svg}, {"--overlay", options.overlay}});
  check_picture("--overlay", options.overlay);
  const Settings settings = load_settings(options.table, options.physics);
  const Start balls = find_balls(options, settings);
  Planner planner(settings.table, settings.physics);
  PlanRequest request = make_request(options, balls);
  if (options.in_hand) request = planner.place_cue_ball(request);
  Background behind;
  if (!options.overlay.empty()) behind = background(options, settings, balls, request);
  const Plan plan = search(planner, request);

  Output output;
  Json predicted;
  if (plan.found) {
    const Layout start{request.ids, request.balls};
    const Prediction prediction = predict_shot(settings, start, plan.best.shot);
    predicted = to_json(prediction.result, prediction.coarse, start.ids, settings.table);
    if (!options.svg.empty()) {
      output.add(options.svg, draw_prediction({settings, start, prediction, title(plan, request)}));
    }
    if (!options.overlay.empty()) {
      const cv::Mat drawn = draw_overlay(behind, settings, prediction, plan, request);
      output.add(options.overlay, encode_picture(drawn, options.overlay));
    }
  }
  output.add_json(options.json, plan_json(plan, request, predicted));
  output.commit();
  if (!plan.found) throw CouldNot(plan.reason);
  if (!output.uses_stdout()) print_plan(plan, request, options);
}

void add_game_options(CLI::App& command, PlanOptions& options) {
  command.add_option("--game", options.game, "Rules")
      ->check(CLI::IsMember({"eight_ball", "nine_ball", "free"}))
      ->capture_default_str();
  command.add_option("--group", options.group, "Eight-ball: whose balls to pot")
      ->check(CLI::IsMember({"open", "solids", "stripes"}))
      ->capture_default_str();
  command.add_flag("--in-hand", options.in_hand, "Place the cue ball first, anywhere");
  command.add_option("--target", options.request.target, "Only pot this ball");
}

}  // namespace

void add_plan(CLI::App& app) {
  CLI::App* command = app.add_subcommand("plan", "Best shot for a layout or a camera frame");
  const auto o = std::make_shared<PlanOptions>();
  command->add_option("--image", o->image, "Balls: a photo of the table (PNG, JPEG …)");
  command->add_option("--camera", o->camera,
                      "Of the photo: a camera file with lens, corners or markers");
  add_shot_options(*command, *o);
  add_game_options(*command, *o);
  command
      ->add_option("--simulations", o->request.simulations,
                   "Stop after so many simulated shots instead: repeats exactly")
      ->check(whole_number_in(0, 1'000'000'000'000));
  command->add_option("--noise", o->request.noise, "Factor on the execution noise")
      ->check(number_in(0.0, 100.0))
      ->capture_default_str();
  command->add_option("--seed", o->request.seed, "Of the random numbers")
      ->check(whole_number_in(0, kLargestSeed))
      ->capture_default_str();
  command->add_option(
      "--overlay", o->overlay,
      "Write the photo, or the layout seen from above, with the shot drawn over it (.png or .jpg)");
  command->callback([o] { plan(*o); });
}

}  // namespace billiard
