// SPDX-License-Identifier: Apache-2.0
// Real frames in which others have drawn boxes around balls; they are not part of the repository.
#pragma once

#include <filesystem>
#include <opencv2/core/types.hpp>
#include <string>
#include <vector>

namespace billiard::vision {

struct LabelledBox {
  cv::Rect2d box;
  int ball_class{0};  ///< 1 cue, 2 eight, 3 solid, 4 stripe
};

/// Of balls, by the kind a tracker or locator calls one.
[[nodiscard]] int labelled_class(int kind);

/// The clips of $BILLIARD_DATA/padova_game1, or of the folder beside the checkout, in order; empty
/// where the data are missing.
[[nodiscard]] std::vector<std::filesystem::path> labelled_clips();

/// `frame`: frame_first or frame_last.
[[nodiscard]] std::vector<LabelledBox> read_boxes(const std::filesystem::path& clip,
                                                  const std::string& frame);

/// Area in common against the area of both.
[[nodiscard]] double overlap(const cv::Rect2d& a, const cv::Rect2d& b);

}  // namespace billiard::vision
