// SPDX-License-Identifier: Apache-2.0
// `billiard calibrate`: the lens from pictures of a chessboard or ChArUco board.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "billiard_vision/calibration.hpp"
#include "billiard_vision/camera_file.hpp"
#include "commands.hpp"
#include "image_file.hpp"
#include "number_in.hpp"
#include "output.hpp"

namespace billiard {
namespace {

struct CalibrateOptions {
  std::vector<std::string> images;
  std::string board{"chessboard"}, out, json;
  vision::Board spec;
};

void calibrate(CalibrateOptions options) {
  check_destinations({{"--out", options.out}, {"--json", options.json}});
  options.spec.charuco = options.board == "charuco";
  std::vector<cv::Mat> images;
  for (const std::string& path : options.images) images.push_back(load_image(path));
  const vision::Calibration found = vision::calibrate(images, options.spec);
  const auto distortion = vision::coefficients(found.lens);
  Output output;
  output.add(options.out,
             vision::camera_text(found.lens, std::filesystem::path(options.out).stem().string()));
  output.add_json(options.json,
                  {{"rms_px", found.rms_px},
                   {"images_used", found.used},
                   {"focal_px", {found.lens.fx, found.lens.fy}},
                   {"center_px", {found.lens.cx, found.lens.cy}},
                   {"distortion", std::vector(distortion.begin(), distortion.end())}});
  output.commit();
  if (output.uses_stdout()) return;
  fmt::print("board found in {} of {} images, corners fit to {:.2f} px\n", found.used,
             images.size(), found.rms_px);
  fmt::print("focal length {:.1f} px, centre {:.1f} {:.1f} px\nwrote {}\n", found.lens.fx,
             found.lens.cx, found.lens.cy, options.out);
}

}  // namespace

void add_calibrate(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("calibrate", "Find a camera's lens from pictures of a board");
  const auto options = std::make_shared<CalibrateOptions>();
  command
      ->add_option("images", options->images,
                   "Pictures of the board from different sides (3 or more)")
      ->required();
  command->add_option("--board", options->board, "Kind of board")
      ->check(CLI::IsMember({"chessboard", "charuco"}))
      ->capture_default_str();
  command
      ->add_option("--columns", options->spec.columns,
                   "Inner corners (chessboard) or squares (charuco) along x")
      ->check(whole_number_in(3, 50))
      ->capture_default_str();
  command->add_option("--rows", options->spec.rows, "Likewise along y")
      ->check(whole_number_in(3, 50))
      ->capture_default_str();
  command->add_option("--square", options->spec.square, "Side of a square [m]")
      ->check(number_in(0.001, 1.0))
      ->capture_default_str();
  command
      ->add_option("--marker", options->spec.marker,
                   "Side of a ChArUco marker [m], less than the square")
      ->check(number_in(0.0005, 1.0))
      ->capture_default_str();
  command->add_option("--dictionary", options->spec.dictionary, "Markers of a ChArUco board")
      ->capture_default_str();
  command->add_option("--out", options->out, "Camera file to write")->required();
  command->add_option("--json", options->json, "Write the result as JSON (- for stdout)");
  command->callback([options] { calibrate(*options); });
}

}  // namespace billiard
