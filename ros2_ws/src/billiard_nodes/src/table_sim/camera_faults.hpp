// SPDX-License-Identifier: Apache-2.0
// What can go wrong with a camera over a table, on purpose: for tests of the whole robot.
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

namespace billiard_nodes {

/// Faults that are on now.
struct CameraFaults {
  bool stop{false};    ///< No frames come
  bool freeze{false};  ///< The same frame comes again and again, with new stamps
  bool swap{false};    ///< Every second frame comes after the one behind it
  bool hand{false};    ///< A hand and forearm are over the table
  std::string lift;    ///< This ball is in somebody's hand; empty: none

  [[nodiscard]] bool operator==(const CameraFaults&) const = default;
};

/// Draws a forearm that reaches from the lower edge to the middle of an 8-bit BGR frame.
void draw_hand(cv::Mat& frame);

}  // namespace billiard_nodes
