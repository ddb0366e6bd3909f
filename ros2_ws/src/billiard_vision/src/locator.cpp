// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/locator.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "ball_outline.hpp"
#include "ball_search.hpp"
#include "ball_size.hpp"
#include "sharp_outline.hpp"

namespace billiard::vision {

namespace {

constexpr double kFarthest = 0.1;        // what light and shade lead an edge astray [ball radii]
constexpr double kSystematic_px = 0.25;  // what they and the table's pose leave, frame by frame

// Outlines by how much of each pixel is ball, which light and shade mislead less than edges.
void sharpen_all(const cv::Mat& frame, const TableView& view, std::vector<BallSighting>& balls) {
  std::vector<ImageCircle> images;
  for (const BallSighting& ball : balls) images.push_back(ball.image);
  for (std::size_t i = 0; i < balls.size(); ++i) {
    BallFit fit;
    fit.position = balls[i].position;
    if (!sharpen(frame, view, occluders_of(images, i), kFarthest, fit)) continue;
    const auto image = ball_image(view, fit.position);
    if (!image) continue;
    balls[i].position = fit.position;
    balls[i].image = *image;
  }
}

// The fit knows what changes from frame to frame; what stays is part of the truth, too.
double honest_sigma(const TableView& view, const BallSighting& ball) {
  cv::Matx21d scales;  // [px/m], the larger first
  cv::SVD::compute(image_jacobian(view, ball.position), scales);
  return std::hypot(ball.sigma, kSystematic_px / std::max(scales(1), 1.0));
}

}  // namespace

Location locate(const cv::Mat& frame, const TableGeometry& table, const CameraHint& hint) {
  Location location{find_table(frame, table, hint), {}, 1.0};
  if (!location.table.view) return location;
  TableView& view = *location.table.view;
  const BedImage image = cut_bed(frame, view, bed_box(view, frame.size()), nullptr);
  location.ball_scale = ball_scale(image, view);
  view.table.ball_radius *= location.ball_scale;
  std::vector<BallSighting> sightings = find_balls_in(image, view);
  const std::vector<BallName> names = name_balls(frame, sightings, table.balls);
  sharpen_all(frame, view, sightings);
  for (std::size_t i = 0; i < sightings.size(); ++i) {
    sightings[i].sigma = honest_sigma(view, sightings[i]);
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
