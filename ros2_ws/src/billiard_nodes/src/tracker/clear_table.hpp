// SPDX-License-Identifier: Apache-2.0
// May somebody strike? Not while a hand is over the table or a ball was taken away.
#pragma once

#include <array>
#include <map>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>

#include "billiard_vision/bed_watch.hpp"
#include "billiard_vision/tracker.hpp"
#include "tracker/ball_book.hpp"

namespace billiard_nodes {

/// Looks at the bed some twenty times a second and remembers what it saw in between.
class ClearTable {
 public:
  /// What keeps the table from being clear; empty when it is. `picture` is the frame (8-bit BGR)
  /// in which `frame` was found on the table `view`.
  [[nodiscard]] std::string check(const cv::Mat& picture,
                                  const billiard::vision::TrackedFrame& frame,
                                  const billiard::vision::TableView& view, const BallBook& book);

 private:
  void look_at_bed(const cv::Mat& picture, const billiard::vision::TrackedFrame& frame,
                   const billiard::vision::TableView& view);
  [[nodiscard]] std::string find_taken(const billiard::vision::TrackedFrame& frame,
                                       const BallBook& book);

  std::optional<billiard::vision::BedWatch> watch_;
  std::array<cv::Point2d, 4> corners_px_;  ///< Of the view the watch was made for
  double last_look_{0.0};                  ///< [s]
  int foreign_looks_{0};                   ///< Something was there, looks in a row
  int clear_looks_{0};
  bool covered_{false};
  std::map<std::uint32_t, double> unseen_since_;  ///< Resting balls, by track [s]
};

}  // namespace billiard_nodes
