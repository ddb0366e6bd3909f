// SPDX-License-Identifier: Apache-2.0
#include "markers.hpp"

#include <cmath>
#include <map>
#include <opencv2/calib3d.hpp>

#include "aruco.hpp"
#include "pose_fit.hpp"

namespace billiard::vision {

namespace {

// Corners of a marker as OpenCV reports them: from its upper left, clockwise seen from above.
std::array<cv::Point3d, 4> corners_of(const TableMarker& marker) {
  const double h = 0.5 * marker.size;
  const cv::Vec3d right(std::cos(marker.angle), std::sin(marker.angle), 0.0);
  const cv::Vec3d up(-right[1], right[0], 0.0);
  const auto corner = [&](double a, double b) {
    const cv::Vec3d p = marker.centre + a * h * right + b * h * up;
    return cv::Point3d(p[0], p[1], p[2]);
  };
  return {corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)};
}

struct Matches {
  std::vector<cv::Point3d> object;
  std::vector<cv::Point2d> pixels;
};

Matches match_markers(const cv::Mat& frame, const CameraHint& hint, int dictionary) {
  const auto found = find_markers(frame, dictionary);
  Matches matches;
  for (std::size_t i = 0; i < found.ids.size(); ++i) {
    for (const TableMarker& marker : hint.markers) {
      if (marker.id != found.ids[i]) continue;
      const auto corners = corners_of(marker);
      for (std::size_t k = 0; k < 4; ++k) {
        matches.object.push_back(corners[k]);
        matches.pixels.emplace_back(found.corners[i][k]);
      }
    }
  }
  return matches;
}

Camera solve(const Matches& m, const Lens& lens, double& error_px) {
  Camera camera;
  camera.lens = lens;
  std::vector<cv::Point2d> normalised;
  for (const cv::Point2d& p : m.pixels) normalised.push_back(undistort(lens, p));
  cv::Vec3d turn, shift;
  cv::solvePnP(m.object, normalised, cv::Matx33d::eye(), cv::noArray(), turn, shift);
  cv::Rodrigues(turn, camera.pose.R_CT);
  camera.pose.t_CT = shift;
  double squares = 0.0;
  for (std::size_t i = 0; i < m.object.size(); ++i) {
    const cv::Point2d miss =
        project_visible(camera, cv::Vec3d(m.object[i].x, m.object[i].y, m.object[i].z)) -
        m.pixels[i];
    squares += miss.dot(miss);
  }
  error_px = std::sqrt(squares / static_cast<double>(m.object.size()));
  return camera;
}

}  // namespace

int marker_dictionary(const std::string& name) {
  static const std::map<std::string, int> known{
      {"DICT_4X4_50", cv::aruco::DICT_4X4_50},
      {"DICT_4X4_100", cv::aruco::DICT_4X4_100},
      {"DICT_5X5_50", cv::aruco::DICT_5X5_50},
      {"DICT_5X5_100", cv::aruco::DICT_5X5_100},
      {"DICT_6X6_50", cv::aruco::DICT_6X6_50},
      {"DICT_6X6_250", cv::aruco::DICT_6X6_250},
      {"DICT_ARUCO_ORIGINAL", cv::aruco::DICT_ARUCO_ORIGINAL},
      {"DICT_APRILTAG_16h5", cv::aruco::DICT_APRILTAG_16h5},
      {"DICT_APRILTAG_25h9", cv::aruco::DICT_APRILTAG_25h9},
      {"DICT_APRILTAG_36h11", cv::aruco::DICT_APRILTAG_36h11}};
  const auto it = known.find(name);
  return it == known.end() ? -1 : it->second;
}

TableSearch view_from_markers(const cv::Mat& frame, const TableGeometry& table,
                              const CameraHint& hint) {
  const int dictionary = marker_dictionary(hint.marker_dictionary);
  if (dictionary < 0)
    return {std::nullopt, "unknown marker dictionary '" + hint.marker_dictionary + "'"};
  const Matches matches = match_markers(frame, hint, dictionary);
  const std::size_t needed = hint.lens ? 1 : 2;
  if (matches.object.size() < 4 * needed) {
    return {std::nullopt, "sees " + std::to_string(matches.object.size() / 4) + " of the table's " +
                              std::to_string(hint.markers.size()) + " markers"};
  }
  constexpr double kNone = 1e300;
  double best_error = kNone;
  Camera best;
  for (int k = 0; k < (hint.lens ? 1 : 40); ++k) {
    const Lens lens = hint.lens
                          ? *hint.lens
                          : make_lens(frame.cols, frame.rows, 0.5 * frame.cols * std::pow(1.06, k));
    double error = 0.0;
    const Camera camera = solve(matches, lens, error);
    const bool below = !(camera_centre(camera)[2] > 0.0);  // the cloth; also where nothing fits
    if (below || !(error < best_error)) continue;
    best_error = error;
    best = camera;
  }
  if (best_error == kNone) return {std::nullopt, "markers cannot be so on a table seen from above"};
  TableView view = view_of(best, table);
  view.residual_px = best_error;
  view.confidence = std::exp(-0.5 * std::pow(best_error / 2.0, 2));
  return {view, ""};
}

}  // namespace billiard::vision
