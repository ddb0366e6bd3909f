// SPDX-License-Identifier: Apache-2.0
// The frame seen against the empty cloth.
#pragma once

#include <opencv2/core/mat.hpp>

#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

/// Colour distance from which a pixel is not cloth.
inline constexpr float kForeground = 13.0F;

/// The empty cloth as this frame's light shows it: 8-bit Lab over `box` of the frame.
struct ClothMap {
  cv::Rect box;
  cv::Mat lab;
};

/// Box of the frame that holds everything between the rails; empty if the table is out of view.
[[nodiscard]] cv::Rect bed_box(const TableView& view, cv::Size frame);

/// Averages cloth-coloured pixels over a wide neighbourhood. `lab` is the box of the frame.
[[nodiscard]] ClothMap map_cloth(const cv::Mat& lab, const cv::Rect& box, const TableView& view);

/// The bed as a mask over `box`, together with all it covers up to height `top` [m].
[[nodiscard]] cv::Mat1b draw_bed(const TableView& view, const cv::Rect& box, double top);

/// Colour distance to the empty cloth. A shadow keeps the hue and only darkens: it counts little.
[[nodiscard]] float cloth_difference(const cv::Vec3b& lab, const cv::Vec3b& cloth);

/// A picture for finding outlines in, 8-bit, three channels: four times the distance from the cloth
/// (limited, so that stripes and numbers fade), and a share of lightness and of hue, which still
/// part balls that touch and show a ball of the cloth's own colour. `lab` covers `part` of the
/// frame, which lies inside the map's box.
[[nodiscard]] cv::Mat outline_features(const cv::Mat& lab, const cv::Rect& part,
                                       const ClothMap& map);

}  // namespace billiard::vision
