// SPDX-License-Identifier: Apache-2.0
// Where the table is: the camera's pose over it, from the cloth's edges in one frame.
#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <vector>

#include "billiard_vision/camera.hpp"
#include "billiard_vision/table.hpp"

namespace billiard::vision {

/// A square ArUco or AprilTag marker lying level at a known place of the table.
struct TableMarker {
  int id{0};
  cv::Vec3d centre;   ///< [m], frame T
  double size{0.05};  ///< Side of the black square [m]
  double angle{0.0};  ///< Of its upper edge against table x [rad]
};

/// What is known about the camera beforehand; every part may be missing.
struct CameraHint {
  std::optional<Lens> lens;  ///< Without it: f from the frame, no distortion
  std::optional<std::array<cv::Point2d, 4>> corners_px;  ///< Nose corners as in TableView
  std::string marker_dictionary;                         ///< e.g. "DICT_4X4_50"; empty: no markers
  std::vector<TableMarker> markers;
};

/// A table found with less confidence may be elsewhere. It is returned all the same; who acts on it
/// has to judge.
inline constexpr double kSureTable = 0.5;

/// A table that was found.
struct TableView {
  Camera camera;
  /// Where the cushion noses would meet: (−x,−y), (+x,−y), (+x,+y), (−x,+y).
  std::array<cv::Point2d, 4> corners_px;
  /// Outer corners of the cloth, where the cushions would meet the rails; same order.
  std::array<cv::Point2d, 4> outline_px;
  cv::Vec3f cloth_lab{0, 0, 0};  ///< Colour of the cloth, OpenCV's 8-bit Lab
  double residual_px{0.0};       ///< Root mean square distance of the edges to the fitted table
  double confidence{0.0};        ///< 0 to 1, see kSureTable
  std::string doubt;             ///< What to check where confidence is low, if that is known
  TableGeometry table;           ///< As given, with cushion width and rail height as fitted
};

/// How a camera sees a table, if both are known.
[[nodiscard]] TableView view_of(const Camera& camera, const TableGeometry& table);

/// The result of a search: a view, or what is wrong with the frame.
struct TableSearch {
  std::optional<TableView> view;
  std::string problem;  ///< Empty when found
};

/// Finds the table in an 8-bit BGR frame. Never throws for what a frame may contain. Of a table
/// that is found some of the bed lies in the frame. The long side is told from the short one by the
/// proportions and the side pockets; of the two views that differ by half a turn the one whose +x
/// points more to the right (or up, when upright) is returned.
[[nodiscard]] TableSearch find_table(const cv::Mat& frame, const TableGeometry& table,
                                     const CameraHint& hint = {});

/// Whether corners of an image (v down) run round the table counterclockwise seen from above, as
/// those of a convex figure do that is no mere speck.
[[nodiscard]] bool run_counterclockwise(const std::array<cv::Point2d, 4>& corners_px);

/// Corners for messages: [u, v], ….
[[nodiscard]] std::string corners_text(const std::array<cv::Point2d, 4>& corners_px);

/// The view that follows from nose corners alone (in the order of TableView::corners_px). Corners
/// that fit much better one place round, the long side for the short one, are refused; where they
/// fit a little better the view is doubtful.
[[nodiscard]] TableSearch view_from_corners(const std::array<cv::Point2d, 4>& corners_px,
                                            cv::Size image, const TableGeometry& table,
                                            const std::optional<Lens>& lens);

}  // namespace billiard::vision
