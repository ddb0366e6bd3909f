// SPDX-License-Identifier: Apache-2.0
#include "ball_outline.hpp"

#include <opencv2/core.hpp>

namespace billiard::vision {

namespace {

constexpr double kNear = 1.2;   // sums of radii between centres
constexpr double kWider = 1.1;  // radii

}  // namespace

std::vector<OutlinePoint> outline_points(const TableView& view, const cv::Point2d& at, int count) {
  const double radius = view.table.ball_radius;
  const auto outline = sphere_outline(view.camera, {at.x, at.y, radius}, radius, count);
  const std::size_t size = outline.size();
  if (size != static_cast<std::size_t>(count)) return {};
  std::vector<OutlinePoint> points;
  points.reserve(size);
  for (std::size_t i = 0; i < size; ++i) {
    const cv::Point2d along = outline[(i + 1) % size] - outline[(i + size - 1) % size];
    const double length = cv::norm(along);
    if (length < 1e-6) return {};
    points.push_back({outline[i], cv::Point2d(-along.y, along.x) * (1.0 / length)});
  }
  // The outline may run either way round; outward must point away from its middle.
  const cv::Point2d middle = 0.5 * (outline[0] + outline[size / 2]);
  if (points[0].outward.dot(outline[0] - middle) < 0.0) {
    for (OutlinePoint& point : points) point.outward = -point.outward;
  }
  return points;
}

std::vector<ImageCircle> occluders_of(std::span<const ImageCircle> images, std::size_t i) {
  std::vector<ImageCircle> others;
  for (std::size_t j = 0; j < images.size(); ++j) {
    const double gap = cv::norm(images[i].center_px - images[j].center_px);
    const double reach = kNear * (images[i].radius_px + images[j].radius_px);
    if (j == i || images[j].radius_px == 0.0 || gap > reach) continue;
    others.push_back(images[j]);
    others.back().radius_px *= kWider;
  }
  return others;
}

}  // namespace billiard::vision
