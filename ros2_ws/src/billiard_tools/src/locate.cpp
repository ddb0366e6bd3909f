// SPDX-License-Identifier: Apache-2.0
// `billiard locate`: table and balls in one image.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "billiard_engine/files/settings.hpp"
#include "billiard_vision/locator.hpp"
#include "camera_hint.hpp"
#include "commands.hpp"
#include "could_not.hpp"
#include "frame_layout.hpp"
#include "image_file.hpp"
#include "locate_json.hpp"
#include "output.hpp"

namespace billiard {
namespace {

struct LocateOptions {
  std::string image, table, camera, json, overlay;
};

void print_summary(const vision::Location& location, const LocateOptions& options) {
  const vision::TableView& view = *location.table.view;
  fmt::print("table found (confidence {:.2f}, edges fit to {:.2f} px, focal length {:.0f} px)\n",
             view.confidence, view.residual_px, view.camera.lens.fx);
  for (const vision::LocatedBall& ball : location.balls) {
    const auto& kind = vision::ball_kinds(view.table.balls)[static_cast<std::size_t>(ball.kind)];
    fmt::print("  {:<7} x {:8.4f} m  y {:8.4f} m  ±{:.1f} mm  confidence {:.2f}\n", kind.id,
               ball.sighting.position.x, ball.sighting.position.y, 1e3 * ball.sighting.sigma,
               ball.confidence);
  }
  for (const auto& path : {options.json, options.overlay}) {
    if (!path.empty()) fmt::print("wrote {}\n", path);
  }
}

void locate(const LocateOptions& options) {
  check_destinations({{"--json", options.json}, {"--overlay", options.overlay}});
  check_picture("--overlay", options.overlay);
  const Settings settings = load_settings(options.table);
  const vision::TableGeometry geometry = visible_table(settings);
  const vision::CameraHint hint = load_camera_hint(options.camera);
  const cv::Mat frame = load_image(options.image);
  check_size(hint, options.camera, frame.size(), options.image);

  vision::warm_up();
  const auto start = std::chrono::steady_clock::now();
  const vision::Location location = vision::locate(frame, geometry, hint);
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  if (!location.table.view) throw CouldNot(options.image + ": " + location.table.problem);
  warn_if_doubtful(*location.table.view, options.image);
  doubt_table(location, options.image);

  Output output;
  output.add_json(options.json, location_json(location, elapsed.count()));
  if (!options.overlay.empty())
    output.add(options.overlay,
               encode_picture(vision::draw_overlay(frame, location), options.overlay));
  output.commit();
  if (!output.uses_stdout()) print_summary(location, options);
}

}  // namespace

void add_locate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("locate", "Find table and balls in an image");
  const auto options = std::make_shared<LocateOptions>();
  command->add_option("--image", options->image, "Photo of the table (PNG, JPEG …)")->required();
  command->add_option("--table", options->table, "Table: a name in config/tables or a file")
      ->required();
  command->add_option("--camera", options->camera,
                      "Camera file: lens, corners or markers; without it the frame alone is used");
  command->add_option("--json", options->json, "Write the result as JSON (- for stdout)");
  command->add_option("--overlay", options->overlay,
                      "Write the image with what was found drawn over it (.png or .jpg)");
  command->callback([options] { locate(*options); });
}

}  // namespace billiard
