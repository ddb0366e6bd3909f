// SPDX-License-Identifier: Apache-2.0
// `billiard simulate`: one shot from a scenario file.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "billiard_engine/files/file_error.hpp"
#include "billiard_engine/files/result_json.hpp"
#include "billiard_engine/files/scenario.hpp"
#include "billiard_engine/simulator.hpp"
#include "commands.hpp"
#include "drawing/shot_drawing.hpp"
#include "output.hpp"

namespace billiard {
namespace {

struct SimulateOptions {
  std::string scenario;
  std::string json;
  std::string svg;
};

struct Run {
  Result result;
  Recorder recorder;
  int events{0};  ///< All, also those after the end
};

/// About 200 MB of memory.
constexpr double kMostSamples = 100000.0;
/// Drawn paths: at 10 m/s a point per centimetre.
constexpr double kDrawingPeriod = 1e-3;  // [s]

/// What an earlier run filled, to size the recorder; the same scenario always gives the same run.
struct Extent {
  double duration{0.0};  ///< [s]
  int events{4096};
};

Run run(const Scenario& scenario, double period, const Extent& extent) {
  const int samples = period > 0.0 ? static_cast<int>(extent.duration / period) + 2 : 0;
  Run run{{}, Recorder(period, samples, extent.events), 0};
  Simulator simulator(scenario.table, scenario.physics);
  simulator.reset(scenario.layout.balls);
  if (scenario.shot) simulator.strike(*scenario.shot);
  run.result = simulator.run(scenario.limits, &run.recorder);
  run.events = static_cast<int>(run.recorder.events().size()) + run.recorder.dropped_events();
  run.recorder.end_at(run.result.time);
  return run;
}

/// Refuses a sampling period that would fill the memory.
void check_samples(const SimulateOptions& options, const Scenario& scenario, double duration) {
  const double count = scenario.sample_period > 0.0 ? duration / scenario.sample_period : 0.0;
  if (count > kMostSamples) {
    throw FileError(fmt::format(
        "{}: samples is {:g}; allowed: {:g} or more [s] for this run of "
        "{:g} s (at most {:.0f} samples)",
        options.scenario, scenario.sample_period, duration / kMostSamples, duration, kMostSamples));
  }
}

void print_summary(const Scenario& scenario, const Run& run, const SimulateOptions& options) {
  fmt::print("{} after {:.3f} s, {} events, {} steps\n", name(run.result.status), run.result.time,
             run.recorder.events().size(), run.result.free_steps + run.result.contact_steps);
  for (std::size_t i = 0; i < scenario.layout.ids.size(); ++i) {
    const Ball& ball = run.result.balls[i];
    const char* pocket = ball.pocket >= 0 ? name(static_cast<PocketId>(ball.pocket)) : "";
    fmt::print("  {:<8} {:<9} x {:8.4f} m  y {:8.4f} m  {}\n", scenario.layout.ids[i],
               name(ball.motion), ball.position.x(), ball.position.y(), pocket);
  }
  for (const auto& path : {options.json, options.svg}) {
    if (!path.empty()) fmt::print("wrote {}\n", path);
  }
}

std::string draw(const SimulateOptions& options, const Scenario& scenario, const Extent& extent) {
  const double period = std::max(kDrawingPeriod, extent.duration / kMostSamples);
  const Run fine = run(scenario, period, extent);
  ShotDrawing drawing;
  drawing.title = std::filesystem::path(options.scenario).stem().string();
  drawing.table = &scenario.table;
  drawing.ball_radius = scenario.physics.ball.radius;
  drawing.start = &scenario.layout;
  drawing.result = &fine.result;
  drawing.recorder = &fine.recorder;
  return draw_shot(drawing);
}

/// JSON needs the asked period, the drawing a fine one; without either, events are enough.
void simulate(const SimulateOptions& options) {
  check_destinations({{"--json", options.json}, {"--svg", options.svg}});
  const Scenario scenario = load_scenario(options.scenario);
  Run first = run(scenario, 0.0, {});
  const int dropped = first.recorder.dropped_events();
  const Extent extent{first.result.time, first.events};
  check_samples(options, scenario, extent.duration);
  if (scenario.sample_period > 0.0 || dropped > 0)
    first = run(scenario, scenario.sample_period, extent);

  Output output;
  output.add_json(options.json,
                  to_json(first.result, first.recorder, scenario.layout.ids, scenario.table));
  if (!options.svg.empty()) output.add(options.svg, draw(options, scenario, extent));
  output.commit();
  if (!output.uses_stdout()) print_summary(scenario, first, options);
}

}  // namespace

void add_simulate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("simulate", "Predict one shot");
  const auto options = std::make_shared<SimulateOptions>();
  command->add_option("scenario", options->scenario, "Scenario file (YAML or JSON)")->required();
  command->add_option("--json", options->json, "Write the result as JSON (- for stdout)");
  command->add_option("--svg", options->svg, "Draw table, paths and collisions");
  command->callback([options] { simulate(*options); });
}

}  // namespace billiard
