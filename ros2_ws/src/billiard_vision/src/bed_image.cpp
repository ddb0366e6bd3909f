// SPDX-License-Identifier: Apache-2.0
#include "bed_image.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "cloth.hpp"

namespace billiard::vision {

namespace {

constexpr float kDifferenceLimit = 50.0F;  // beyond this a pixel is surely not cloth
constexpr float kColourShare = 0.6F;       // of lightness and hue among the features
constexpr float kLightWeight = 0.6F;
constexpr float kShadowWeight = 0.17F;
constexpr float kBlackWeight = 1.2F;
constexpr float kDeepestShadow = 0.32F;  // lightness under a ball against open cloth
constexpr double kShrink = 0.125;        // the cloth is averaged at this scale
constexpr double kFarthest = 1e6;        // corners beyond this, or behind the camera, are here [px]

}  // namespace

cv::Rect bed_box(const TableView& view, cv::Size frame) {
  cv::Point2d low(1e9, 1e9), high(-1e9, -1e9);
  for (const cv::Point2d& p : view.outline_px) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  low = {std::clamp(low.x, -1.0, 1e5), std::clamp(low.y, -1.0, 1e5)};
  high = {std::clamp(high.x, -1.0, 1e5), std::clamp(high.y, -1.0, 1e5)};
  const cv::Rect box = cv::Rect(cv::Point(cvFloor(low.x), cvFloor(low.y)),
                                cv::Point(cvCeil(high.x), cvCeil(high.y))) &
                       cv::Rect({0, 0}, frame);
  return box.width < 16 || box.height < 16 ? cv::Rect() : box;
}

cv::Mat1b draw_bed(const TableView& view, const cv::Rect& box, double top) {
  const double x = 0.5 * view.table.length, y = 0.5 * view.table.width;
  std::vector<cv::Point> hull, points;
  for (const double z : {0.0, top}) {
    for (const auto& [sx, sy] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
      cv::Point2d p = project_visible(view.camera, {sx * x, sy * y, z});
      p *= kFarthest / std::max({kFarthest, std::abs(p.x), std::abs(p.y)});
      points.emplace_back(cvRound(p.x) - box.x, cvRound(p.y) - box.y);
    }
  }
  cv::convexHull(points, hull);
  cv::Mat1b mask(box.size(), static_cast<unsigned char>(0));
  cv::fillConvexPoly(mask, hull, 255);
  return mask;
}

ClothMap map_cloth(const cv::Mat& lab, const cv::Rect& box, const TableView& view) {
  cv::Mat small, bed;
  cv::resize(lab, small, {}, kShrink, kShrink, cv::INTER_AREA);
  cv::resize(draw_bed(view, box, 0.0), bed, small.size(), 0, 0, cv::INTER_AREA);
  cv::Mat1f weight(small.size());
  cv::Mat3f colour(small.size());
  for (int v = 0; v < small.rows; ++v) {
    for (int u = 0; u < small.cols; ++u) {
      const cv::Vec3f p(small.at<cv::Vec3b>(v, u));
      const bool cloth =
          bed.at<unsigned char>(v, u) > 250 && cloth_distance(p, view.cloth_lab) < 20.0F;
      weight(v, u) = cloth ? 1.0F : 1e-4F;
      colour(v, u) = (cloth ? p : view.cloth_lab) * weight(v, u);
    }
  }
  const int side = 2 * std::max(2, small.cols / 24) + 1;
  cv::blur(weight, weight, {side, side});
  cv::blur(colour, colour, {side, side});
  for (int v = 0; v < small.rows; ++v) {
    for (int u = 0; u < small.cols; ++u) colour(v, u) *= 1.0F / weight(v, u);
  }
  ClothMap map{box, {}};
  colour.convertTo(small, CV_8U);
  cv::resize(small, map.lab, lab.size(), 0, 0, cv::INTER_LINEAR);
  return map;
}

// In Lab light that fades to a share c³ moves L + 16, a and b to their share c: the chroma a
// shadow leaves is known from its lightness.
float cloth_difference(const cv::Vec3b& p, const cv::Vec3b& cloth) {
  constexpr float kBlackPoint = 16.0F * 2.55F;  // 8-bit L
  const float own = cloth[0], l = static_cast<float>(p[0]) - own;
  const float ratio = std::min(1.0F, static_cast<float>(p[0]) / std::max(1.0F, own));
  const float fade = std::min(1.0F, (static_cast<float>(p[0]) + kBlackPoint) / (own + kBlackPoint));
  const float a =
      static_cast<float>(p[1]) - 128.0F - fade * (static_cast<float>(cloth[1]) - 128.0F);
  const float b =
      static_cast<float>(p[2]) - 128.0F - fade * (static_cast<float>(cloth[2]) - 128.0F);
  // Darkness counts little down to the deepest shadow, and much below it.
  const float black = std::max(0.0F, kDeepestShadow - ratio) * own;
  const float light = l > 0.0F ? kLightWeight * l : kShadowWeight * -l + kBlackWeight * black;
  return std::sqrt(light * light + a * a + b * b);
}

cv::Mat outline_features(const cv::Mat& lab, const cv::Rect& part, const ClothMap& map) {
  cv::Mat features(lab.size(), CV_8UC3);
  const cv::Point shift = part.tl() - map.box.tl();
  for (int v = 0; v < lab.rows; ++v) {
    const auto* p = lab.ptr<cv::Vec3b>(v);
    const auto* c = map.lab.ptr<cv::Vec3b>(v + shift.y) + shift.x;
    auto* out = features.ptr<cv::Vec3b>(v);
    for (int u = 0; u < lab.cols; ++u) {
      const float d = std::min(cloth_difference(p[u], c[u]), kDifferenceLimit);
      const int hue = (p[u][1] + p[u][2]) / 2;
      out[u] = {static_cast<unsigned char>(4.0F * d),
                static_cast<unsigned char>(kColourShare * static_cast<float>(p[u][0])),
                static_cast<unsigned char>(kColourShare * static_cast<float>(hue))};
    }
  }
  return features;
}

}  // namespace billiard::vision
