// SPDX-License-Identifier: Apache-2.0
// Sub-pixel position of one ball: the outline of a sphere of known radius lying on the cloth is
// laid over the edges of the picture.
#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

struct FitOptions {
  double search{0.35};  ///< How far from the outline an edge may lie at first [ball radii]
  int iterations{4};
  double enough{1e-5};          ///< A smaller move ends them [m]
  double least_contrast{17.0};  ///< Of an edge, sum over the channels of the features
};

struct BallFit {
  cv::Point2d position;                          ///< On the table [m]
  cv::Matx22d covariance{cv::Matx22d::zeros()};  ///< [m^2]
  double sigma{1.0};                             ///< Standard deviation, worse direction [m]
  double support{0.0};                           ///< Share of the outline that lies on an edge [-]
  double contrast{0.0};                          ///< Median strength of these edges [grey levels]
  double open{0.0};       ///< Share of the outline not hidden by the occluders or the frame [-]
  double gap{0.0};        ///< Longest stretch of open outline without an edge [share of the turn]
  double radial_px{0.0};  ///< Edges lie this much outside the expected outline
  ImageCircle image;      ///< Outline at `position`
};

/// Fits near `start` [m] in a picture made by outline_features(). `occluders` are balls already
/// found nearer to the camera or beside this one: outline points inside them do not count, and
/// edges are looked for up to them only.
[[nodiscard]] BallFit fit_ball(const cv::Mat& features, const TableView& view,
                               const cv::Point2d& start,
                               std::span<const ImageCircle> occluders = {},
                               const FitOptions& options = {});

/// Outline of a ball at a table position; empty outside the camera's view.
[[nodiscard]] std::optional<ImageCircle> ball_image(const TableView& view, const cv::Point2d& at);

/// d(pixel)/d(table position) of the centre of a ball at a table position [px/m].
[[nodiscard]] cv::Matx22d image_jacobian(const TableView& view, const cv::Point2d& at);

}  // namespace billiard::vision
