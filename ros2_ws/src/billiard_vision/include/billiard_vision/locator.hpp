// SPDX-License-Identifier: Apache-2.0
// One frame in, table and named balls out.
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "billiard_vision/ball_finder.hpp"
#include "billiard_vision/identity.hpp"
#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

struct LocatedBall {
  int kind{0};             ///< Index in ball_kinds()
  double confidence{0.0};  ///< That it is a ball, and of this class, 0 to 1
  /// Its sigma counts what light, shade and the table's pose leave, too; its covariance only what
  /// changes from frame to frame.
  BallSighting sighting;
};

struct Location {
  TableSearch table;               ///< With what is wrong, if there is no view
  std::vector<LocatedBall> balls;  ///< Best first; empty without a view
  /// How large balls look beside those of the table that was named; balls are found in their own
  /// size. Not 1: it is probably another table, and places are right only in proportion to it.
  double ball_scale{1.0};
};

/// Finds table, balls and names in an 8-bit BGR frame. Never throws for what a frame may contain.
[[nodiscard]] Location locate(const cv::Mat& frame, const TableGeometry& table,
                              const CameraHint& hint = {});

/// Fills OpenCV's colour tables, for which the first frame of a process would otherwise pay some
/// 0.2 s. Part of setting up; a Tracker does it when it is built.
void warm_up();

/// The frame with table outline, axes, balls and names drawn over it.
[[nodiscard]] cv::Mat draw_overlay(const cv::Mat& frame, const Location& location);

/// Box of whole pixels around a ball's outline.
[[nodiscard]] cv::Rect pixel_box(const ImageCircle& image);

}  // namespace billiard::vision
