// SPDX-License-Identifier: Apache-2.0
#include "camera_hint.hpp"

#include <fmt/format.h>

#include "billiard_engine/files/config.hpp"
#include "billiard_engine/files/file_error.hpp"
#include "billiard_vision/camera_file.hpp"
#include "billiard_vision/engine_table.hpp"

namespace billiard {

vision::TableGeometry visible_table(const Settings& settings) {
  if (settings.table.spec.endless) {
    throw FileError("table is 'none', endless cloth; allowed for a camera: a table with cushions");
  }
  return vision::geometry_of(settings.table.spec, settings.physics.ball.radius);
}

vision::CameraHint load_camera_hint(const std::string& camera) {
  if (camera.empty()) return {};
  return vision::load_camera(find_config("cameras", camera));
}

void check_size(const vision::CameraHint& hint, const std::string& camera, cv::Size frame,
                const std::string& input) {
  if (!hint.lens || (hint.lens->width == frame.width && hint.lens->height == frame.height)) return;
  throw FileError(fmt::format(
      "{}: image_width and image_height are {}x{} px; allowed with {}: {}x{} px, its own size",
      camera, hint.lens->width, hint.lens->height, input, frame.width, frame.height));
}

void warn_if_doubtful(const vision::TableView& view, const std::string& input) {
  if (view.confidence >= vision::kSureTable) return;
  fmt::print(stderr,
             "billiard: {}: table found with a confidence of {:.2f}; below {} its place, and that "
             "of the balls, may be wrong{}\n",
             input, view.confidence, vision::kSureTable,
             view.doubt.empty() ? "" : ": " + view.doubt);
}

}  // namespace billiard
