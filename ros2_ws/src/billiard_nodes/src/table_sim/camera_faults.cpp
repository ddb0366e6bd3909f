// SPDX-License-Identifier: Apache-2.0
#include "table_sim/camera_faults.hpp"

#include <opencv2/imgproc.hpp>

namespace billiard_nodes {

void draw_hand(cv::Mat& frame) {
  const cv::Scalar skin(110, 140, 200);  // blue, green, red
  const cv::Scalar sleeve(60, 50, 45);
  const int unit = frame.cols / 16;
  const cv::Point wrist(frame.cols / 2 + unit, frame.rows - 4 * unit);
  const cv::Point elbow(frame.cols / 2 + 2 * unit, frame.rows + unit);
  cv::line(frame, elbow, wrist, sleeve, unit, cv::LINE_AA);
  const cv::Point palm = wrist - cv::Point(unit / 3, unit);
  cv::ellipse(frame, palm, {2 * unit / 3, unit}, 10.0, 0.0, 360.0, skin, cv::FILLED, cv::LINE_AA);
  for (int finger = -1; finger <= 2; ++finger) {
    const cv::Point tip =
        palm + cv::Point(finger * unit / 3, -3 * unit / 2 - (finger == 2 ? -unit / 2 : 0));
    cv::line(frame, palm, tip, skin, unit / 4, cv::LINE_AA);
  }
}

}  // namespace billiard_nodes
