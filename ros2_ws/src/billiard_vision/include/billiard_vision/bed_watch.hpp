// SPDX-License-Identifier: Apache-2.0
// What lies on the bed or hangs over it beside the balls that are known: new balls, hands, cues.
#pragma once

#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

/// Something that is neither cloth, marking nor known ball.
struct ForeignThing {
  cv::Rect box_px;   ///< In the frame
  double area{0.0};  ///< In areas of a ball at the table's middle
};

/// From this area on something is over the table: more than one unknown ball.
inline constexpr double kObstruction = 1.3;

/// Compares the bed with what it shows when nothing but balls is on it: plain cloth, and the spots,
/// lines and reflections of the first frame. A hand that is there from the beginning is not taken
/// for a marking. Costs about a millisecond a look, whatever the size of the frame.
class BedWatch {
 public:
  /// `frame` is 8-bit BGR; `balls` are the outlines of those known to lie there.
  BedWatch(const cv::Mat& frame, const TableView& view, std::span<const ImageCircle> balls);

  /// Things of a third of a ball's area and more, largest first; none in a frame of another size or
  /// type than the first.
  [[nodiscard]] std::vector<ForeignThing> look(const cv::Mat& frame,
                                               std::span<const ImageCircle> balls);

  /// Share of a disc (the outline of a ball) that shows bare cloth in the frame last looked at; 0
  /// for one outside the frame.
  [[nodiscard]] double bare_share(const ImageCircle& ball) const;

 private:
  [[nodiscard]] cv::Mat shrink(const cv::Mat& frame) const;
  [[nodiscard]] cv::Mat1b open_bed(std::span<const ImageCircle> balls, double keep) const;
  void draw_bed_between_cushions(const TableView& view);
  void learn(const cv::Mat& lab, const cv::Mat1b& own);

  cv::Rect box_;
  cv::Size frame_;     ///< Size of the first
  double scale_{1.0};  ///< Pixels of the frame to one looked at
  double ball_area_{0.0};
  cv::Mat1b bed_;      ///< Where to look
  cv::Mat3b cloth_;    ///< Empty cloth, Lab
  cv::Mat3b marked_;   ///< The same with its markings
  cv::Mat1b foreign_;  ///< Of the last look, balls included
  int looks_{0};
};

}  // namespace billiard::vision
