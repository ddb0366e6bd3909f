// SPDX-License-Identifier: Apache-2.0
// The lens from pictures of a flat board.
#pragma once

#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

#include "billiard_vision/camera.hpp"

namespace billiard::vision {

/// A printed board. For a chessboard `columns` and `rows` count inner corners, for a ChArUco board
/// squares.
struct Board {
  bool charuco{false};
  int columns{9};
  int rows{6};
  double square{0.025};                   ///< Side of a square [m]
  double marker{0.018};                   ///< Side of a marker of a ChArUco board [m]
  std::string dictionary{"DICT_4X4_50"};  ///< Of a ChArUco board
};

struct Calibration {
  Lens lens;
  double rms_px{0.0};  ///< Root mean square miss of the corners
  int used{0};         ///< Images in which the board was found
};

/// `images` are 8-bit grey or BGR. Throws std::invalid_argument for an impossible board, images of
/// different sizes, other types or less than 64x64 px, or fewer than three that show the board.
[[nodiscard]] Calibration calibrate(std::span<const cv::Mat> images, const Board& board);

}  // namespace billiard::vision
