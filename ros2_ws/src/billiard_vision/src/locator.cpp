// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/locator.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace billiard::vision {

Location locate(const cv::Mat& frame, const TableGeometry& table, const CameraHint& hint) {
  Location location{find_table(frame, table, hint), {}};
  if (!location.table.view) return location;
  const std::vector<BallSighting> sightings = find_balls(frame, *location.table.view);
  const std::vector<BallName> names = name_balls(frame, sightings, table.balls);
  for (std::size_t i = 0; i < sightings.size(); ++i) {
    const double confidence = sightings[i].confidence * names[i].confidence;
    location.balls.push_back({names[i].kind, confidence, sightings[i]});
  }
  std::stable_sort(location.balls.begin(), location.balls.end(),
                   [](const auto& a, const auto& b) { return a.confidence > b.confidence; });
  return location;
}

void warm_up() {
  cv::Mat pixel(1, 1, CV_8UC3, cv::Scalar::all(0)), lab;
  cv::cvtColor(pixel, lab, cv::COLOR_BGR2Lab);
}

cv::Rect pixel_box(const ImageCircle& image) {
  const cv::Rect2d& b = image.box_px;
  const cv::Point low(cvFloor(b.x), cvFloor(b.y));
  const cv::Point high(cvCeil(b.x + b.width), cvCeil(b.y + b.height));
  return {low, high};
}

}  // namespace billiard::vision
