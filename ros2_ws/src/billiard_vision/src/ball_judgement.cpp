// SPDX-License-Identifier: Apache-2.0
#include "ball_judgement.hpp"

#include <algorithm>
#include <cmath>

#include "bed_image.hpp"

namespace billiard::vision {

namespace {

constexpr double kLeastSupport = 0.60;             // of the open outline
constexpr double kLeastSupportOverlapping = 0.72;  // where another ball lies over or under it
constexpr double kRing = 1.30;          // radius of the ring that should be cloth [ball radii]
constexpr double kLeastFill = 0.45;     // of the disc that differs from the cloth
constexpr double kRoundSupport = 0.68;  // an outline this complete may hold the cloth's own hue
constexpr double kRoundGap = 0.26;
constexpr double kGrace = 0.006;       // pose error, a ball pressed into the cushion's nose [m]
constexpr double kLit = 0.12;          // lightness against the cloth, below which a hole is dark
constexpr double kLitShare = 0.5;      // of a ball's disc that is lighter
constexpr double kDeepest = 0.012;     // a ball rests at most this far behind the noses [m]
constexpr double kHole = 0.55;         // a ball nearer to the middle of a pocket falls [its radii]
constexpr double kOverlapping = 0.92;  // of the sum of radii: nearer, one hides part of the other
constexpr double kWideGap = 0.30;      // of the turn without an edge
constexpr int kPlainDifference = 12;   // of lightness, when shadows are not in doubt [8-bit Lab]

bool in_any(std::span<const ImageCircle> discs, const cv::Point2d& p, double scale) {
  return std::any_of(discs.begin(), discs.end(), [&](const ImageCircle& d) {
    return cv::norm(p - d.center_px) < scale * d.radius_px;
  });
}

bool differs(const BedImage& image, const cv::Point2d& pixel, bool on_cloth = false) {
  const cv::Point p(cvRound(pixel.x) - image.box.x, cvRound(pixel.y) - image.box.y);
  if (p.x < 0 || p.y < 0 || p.x >= image.box.width || p.y >= image.box.height) return false;
  if (on_cloth && image.cloth(p) == 0) return false;  // a cushion
  return image.features.at<cv::Vec3b>(p + image.box.tl())[0] > 4.0F * kForeground;
}

// Whether a pixel is not as light as the empty cloth would be there; true in a shadow as well.
bool stands_out(const BedImage& image, const cv::Point2d& pixel) {
  const cv::Point p(cvRound(pixel.x) - image.box.x, cvRound(pixel.y) - image.box.y);
  if (p.x < 0 || p.y < 0 || p.x >= image.box.width || p.y >= image.box.height) return false;
  const int difference = image.lab.at<cv::Vec3b>(p)[0] - image.empty.at<cv::Vec3b>(p)[0];
  return std::abs(difference) > kPlainDifference || differs(image, pixel);
}

// Share of the disc for whose pixels `is_ball` holds, as far as it is not covered by `others`.
template <typename Judge>
double share_of(const BedImage& image, const ImageCircle& disc, std::span<const ImageCircle> others,
                Judge is_ball) {
  int all = 0, filled = 0;
  const double r = 0.85 * disc.radius_px;
  for (int i = 0; i < 13 * 13; ++i) {
    const cv::Point2d at((i % 13 - 6) / 6.5, (i / 13 - 6) / 6.5);
    const cv::Point2d p = disc.center_px + r * at;
    if (at.dot(at) > 1.0 || in_any(others, p, 1.0)) continue;
    ++all;
    filled += is_ball(image, p) ? 1 : 0;
  }
  return all > 12 ? static_cast<double>(filled) / all : 0.0;
}

// Between the jaws of a pocket, before the hole.
bool lies_in_jaws(const TableGeometry& t, const cv::Point2d& p) {
  if (std::abs(p.x) > 0.5 * t.length + kDeepest || std::abs(p.y) > 0.5 * t.width + kDeepest)
    return false;
  const std::vector<PocketHole> holes = pocket_holes(t);
  return std::any_of(holes.begin(), holes.end(), [&](const PocketHole& hole) {
    const double gap = std::hypot(p.x - hole.x, p.y - hole.y) / hole.radius;
    return gap > kHole && gap < kJaws;
  });
}

bool lies_between_noses(const TableGeometry& t, const cv::Point2d& p) {
  return std::abs(p.x) <= 0.5 * t.length - t.ball_radius + kGrace &&
         std::abs(p.y) <= 0.5 * t.width - t.ball_radius + kGrace;
}

// A pocket's hole is round as well, but no light falls into it.
bool is_hole(const BedImage& image, const TableView& view, const BallFit& fit) {
  if (lies_between_noses(view.table, fit.position)) return false;
  const auto lit = [](const BedImage& i, const cv::Point2d& pixel) {
    const cv::Point p(cvRound(pixel.x) - i.box.x, cvRound(pixel.y) - i.box.y);
    if (p.x < 0 || p.y < 0 || p.x >= i.box.width || p.y >= i.box.height) return false;
    return i.lab.at<cv::Vec3b>(p)[0] > kLit * i.empty.at<cv::Vec3b>(p)[0];
  };
  return share_of(image, fit.image, {}, lit) < kLitShare;
}

// An outline that is seen all around may enclose the cloth's own hue.
bool has_outline(const BedImage& image, const BallFit& fit, double fill, const Neighbours& near) {
  if (fit.gap >= kWideGap || fit.open <= 0.3) return false;
  const bool overlaps = !near.overlapping.empty();
  if (fit.support >= (overlaps ? kLeastSupportOverlapping : kLeastSupport) && fill >= kLeastFill)
    return true;
  return near.touching.empty() && fit.support > kRoundSupport && fit.gap < kRoundGap &&
         outstanding_of(image, fit.image, {}) > kRoundFill;
}

}  // namespace

Neighbours neighbours_of(const TableView& view, const std::vector<FoundBall>& found,
                         const BallFit& fit) {
  const cv::Vec3d eye = camera_centre(view.camera);
  const auto distance = [&](const cv::Point2d& p) {
    return cv::norm(cv::Vec3d(p.x, p.y, view.table.ball_radius) - eye);
  };
  Neighbours near;
  for (const FoundBall& other : found) {
    ImageCircle disc = other.fit.image;
    const double reach = disc.radius_px + fit.image.radius_px;
    const double gap = cv::norm(disc.center_px - fit.image.center_px);
    if (gap > kNeighbour * reach) continue;
    if (gap < kOverlapping * reach) {
      near.overlapping.push_back(disc);
      if (distance(other.fit.position) < distance(fit.position)) near.before.push_back(disc);
    }
    disc.radius_px *= kTouching;
    near.touching.push_back(disc);
  }
  return near;
}

double fill_of(const BedImage& image, const ImageCircle& disc,
               std::span<const ImageCircle> others) {
  return share_of(image, disc, others,
                  [](const BedImage& i, const cv::Point2d& p) { return differs(i, p); });
}

double outstanding_of(const BedImage& image, const ImageCircle& disc,
                      std::span<const ImageCircle> others) {
  return share_of(image, disc, others, stands_out);
}

double crowd_of(const BedImage& image, const ImageCircle& disc,
                std::span<const ImageCircle> others) {
  constexpr int kPoints = 48;
  int crowded = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double angle = 2.0 * CV_PI * i / kPoints;
    const cv::Point2d p =
        disc.center_px + kRing * disc.radius_px * cv::Point2d(std::cos(angle), std::sin(angle));
    if (!in_any(others, p, 1.15)) crowded += differs(image, p, true) ? 1 : 0;
  }
  return static_cast<double>(crowded) / kPoints;
}

bool lies_on_bed(const TableGeometry& table, const cv::Point2d& at) {
  return lies_between_noses(table, at) || lies_in_jaws(table, at);
}

double confidence_of(const BallFit& fit, double fill) {
  const double support = std::clamp((fit.support - 0.5) / 0.35, 0.0, 1.0);
  const double filled = std::clamp((std::max(fill, 1.6 * fit.support - 0.9) - 0.3) / 0.5, 0.0, 1.0);
  const double whole = std::clamp((0.40 - fit.gap) / 0.2, 0.0, 1.0);
  const double sharp = std::clamp(fit.contrast / 60.0, 0.3, 1.0);
  return std::clamp(
      (0.15 + 0.85 * support) * (0.3 + 0.7 * filled) * (0.4 + 0.6 * whole) * (0.6 + 0.4 * sharp),
      0.0, 1.0);
}

bool is_ball(const BedImage& image, const TableView& view, const BallFit& fit, double fill,
             const Neighbours& near) {
  return lies_on_bed(view.table, fit.position) && !is_hole(image, view, fit) &&
         has_outline(image, fit, fill, near);
}

}  // namespace billiard::vision
