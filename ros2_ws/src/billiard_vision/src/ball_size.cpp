// SPDX-License-Identifier: Apache-2.0
#include "ball_size.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "ball_fit.hpp"

namespace billiard::vision {

namespace {

constexpr double kSmallest = 0.6, kLargest = 2.6;  // balls of a table taken for another one [balls]
constexpr double kOblong = 1.25;       // the longer side of the box around a ball against the other
constexpr double kRoundest = 0.86;     // of the ellipse in its box that a ball fills, at least
constexpr float kHalfway = 25.0F;      // between cloth and what is surely not: outlines blur evenly
constexpr double kOffNoses = 0.8;      // radii that a ball's middle is off the line of noses
constexpr double kAlike = 0.04;        // sizes this near to each other are of the same things
constexpr std::ptrdiff_t kFewest = 4;  // things alike that tell a size
constexpr double kNearly = 0.06;       // less off the named size is blur, or the pose [-]

// In sizes of a ball there; empty unless it is as round as one, and lies where one could: holes of
// pockets are round and alike, too.
std::optional<double> round_size(const std::vector<cv::Point>& contour, const BedImage& image,
                                 const TableView& view) {
  const cv::Rect box = cv::boundingRect(contour);
  const cv::Point2d middle = 0.5 * cv::Point2d(box.tl() + box.br()) + cv::Point2d(image.box.tl());
  const auto at = meet_plane(view.camera, middle, view.table.ball_radius);
  const auto ball = at ? ball_image(view, *at) : std::nullopt;
  if (!ball || box.width > kOblong * box.height || box.height > kOblong * box.width) return {};
  // The contour runs through the middles of its pixels.
  const double area = cv::contourArea(contour) + 0.5 * cv::arcLength(contour, true);
  const double ellipse = 0.25 * CV_PI * box.width * box.height;
  const double size = std::sqrt(area / CV_PI) / ball->radius_px;
  if (area < kRoundest * ellipse || size < kSmallest || size > kLargest) return {};
  const double radius = size * view.table.ball_radius;
  const bool free = std::abs(at->x) < 0.5 * view.table.length - kOffNoses * radius &&
                    std::abs(at->y) < 0.5 * view.table.width - kOffNoses * radius;
  return free ? std::optional(size) : std::nullopt;
}

// The mean of those that most others are like; 1 if as good as that many are of the named size.
double common_size(const std::vector<double>& sizes) {
  const auto count_like = [&](double size) {
    return std::count_if(sizes.begin(), sizes.end(),
                         [&](double other) { return std::abs(other - size) < kAlike * size; });
  };
  double common = 1.0;
  std::ptrdiff_t most = std::max(kFewest - 1, 2 * count_like(1.0));
  for (const double size : sizes) {
    if (count_like(size) <= most) continue;
    most = count_like(size);
    common = size;
  }
  if (common == 1.0) return 1.0;
  double sum = 0.0;
  for (const double size : sizes) sum += std::abs(size - common) < kAlike * common ? size : 0.0;
  const double mean = sum / static_cast<double>(most);
  return std::abs(mean - 1.0) > kNearly ? mean : 1.0;
}

}  // namespace

double ball_scale(const BedImage& image, const TableView& view) {
  cv::Mat difference;
  cv::extractChannel(image.features(image.box), difference, 0);
  cv::Mat things = (difference > 4.0F * kHalfway) & image.bed;
  std::vector<std::vector<cv::Point>> contours;
  cv::findContours(things, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  std::vector<double> sizes;
  for (const auto& contour : contours) {
    if (const auto size = round_size(contour, image, view)) sizes.push_back(*size);
  }
  return common_size(sizes);
}

}  // namespace billiard::vision
