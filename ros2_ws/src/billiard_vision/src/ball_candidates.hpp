// SPDX-License-Identifier: Apache-2.0
// Where in the picture balls may be: edges vote for centres one ball radius away.
#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "bed_image.hpp"
#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

/// A ball this near to the middle of a pocket stands between its jaws [radii of the pocket].
inline constexpr double kJaws = 1.75;

/// The part of the frame that shows the bed, with what one needs to judge its pixels.
struct BedImage {
  cv::Rect box;      ///< In the frame
  cv::Mat features;  ///< Of the whole frame, see outline_features()
  cv::Mat lab;       ///< Over the box
  cv::Mat empty;     ///< The empty cloth as it would look there, likewise
  cv::Mat1b bed;     ///< Over the box: 255 where a ball may be seen
  cv::Mat1b cloth;   ///< Over the box: 255 on the cloth between the cushions
};

/// The part `region` of the frame; without a map of the cloth one is made of that part.
[[nodiscard]] BedImage cut_bed(const cv::Mat& frame, const TableView& view, const cv::Rect& region,
                               const ClothMap* known);

/// Where a ball's outline may have its centre.
struct Candidate {
  cv::Point2d pixel;  ///< In the box
  float votes{0.0F};  ///< Share of the circumference
};

/// The places with most votes, best first.
[[nodiscard]] std::vector<Candidate> find_candidates(const BedImage& image, const TableView& view);

}  // namespace billiard::vision
