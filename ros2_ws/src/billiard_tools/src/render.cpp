// SPDX-License-Identifier: Apache-2.0
// `billiard render`: a photo-like frame of a layout, to try the others without a camera.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "billiard_engine/files/scenario.hpp"
#include "commands.hpp"
#include "image_file.hpp"
#include "locate_json.hpp"
#include "number_in.hpp"
#include "output.hpp"
#include "rendered_frame.hpp"
#include "shot_options.hpp"

namespace billiard {
namespace {

struct RenderOptions : FrameOptions {
  std::string table, out, json;
};

void render(const RenderOptions& options) {
  check_destinations({{"--out", options.out}, {"--json", options.json}});
  check_picture("--out", options.out);
  const Settings settings = load_settings(options.table);
  const Layout layout = load_layout(options.layout, settings);
  warn_of_other_table(options.layout, options.table);

  const auto start = std::chrono::steady_clock::now();
  const RenderedFrame rendered = render_frame(settings, layout, options);
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  Output output;
  output.add(options.out, encode_picture(rendered.frame, options.out));
  output.add_json(options.json, location_json(rendered.truth, elapsed.count()));
  output.commit();
  if (output.uses_stdout()) return;
  for (const auto& path : {options.out, options.json}) {
    if (!path.empty()) fmt::print("wrote {}\n", path);
  }
}

}  // namespace

void add_render(CLI::App& app) {
  CLI::App* command = app.add_subcommand("render", "A photo-like frame of a layout");
  const auto o = std::make_shared<RenderOptions>();
  command->add_option("--layout", o->layout, "Balls: a layout or scenario file")->required();
  command->add_option("--table", o->table, "Table: a name in config/tables or a file")->required();
  command->add_option("--out", o->out, "The frame (.png or .jpg)")->required();
  command->add_option("--elevation", o->elevation, "Of the camera over the table [deg]")
      ->check(number_in(35, 90))
      ->capture_default_str();
  command->add_option("--width", o->width, "Of the frame, which is 16:9 [px]")
      ->check(whole_number_in(320, 3840))
      ->capture_default_str();
  command->add_option("--seed", o->seed, "Of noise, and how balls are turned")
      ->check(whole_number_in(0, 1'000'000'000))
      ->capture_default_str();
  command->add_option("--json", o->json, "Write the truth as `locate` writes it (- for stdout)");
  command->callback([o] { render(*o); });
}

}  // namespace billiard
