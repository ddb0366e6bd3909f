// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/bed_watch.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "bed_image.hpp"

namespace billiard::vision {

namespace {

constexpr double kWidest = 320.0;    // the bed is looked at with so many pixels at most
constexpr double kMargin = 2.0;      // next to the cushions nothing is looked at [ball radii]
constexpr double kPocketKeep = 1.5;  // likewise round the pockets [pocket radii]
constexpr double kBallKeep = 1.2;    // a ball with its blurred edge [ball radii]
constexpr double kNearBalls = 3.5;   // where no marking is learnt [ball radii]
constexpr double kLeastThing = 0.3;  // [areas of a ball]
constexpr int kThickest = 5;         // strokes thinner than this may be markings [px looked at]
constexpr int kSlowness = 64;        // looks it takes to follow the light

cv::Point at_scale(const cv::Point2d& p, const cv::Rect& box, double scale) {
  return {cvRound((p.x - box.x) / scale), cvRound((p.y - box.y) / scale)};
}

cv::Mat1b foreign_mask(const cv::Mat& lab, const cv::Mat3b& cloth, const cv::Mat3b& marked) {
  cv::Mat1b mask(lab.size());
  for (int v = 0; v < lab.rows; ++v) {
    const auto* p = lab.ptr<cv::Vec3b>(v);
    const auto* c = cloth.ptr<cv::Vec3b>(v);
    const auto* m = marked.ptr<cv::Vec3b>(v);
    auto* out = mask.ptr<unsigned char>(v);
    for (int u = 0; u < lab.cols; ++u) {
      const bool foreign =
          cloth_difference(p[u], c[u]) > kForeground && cloth_difference(p[u], m[u]) > kForeground;
      out[u] = foreign ? 255 : 0;
    }
  }
  return mask;
}

cv::Mat1b overlap(const cv::Mat1b& a, const cv::Mat1b& b) {
  cv::Mat1b both;
  cv::bitwise_and(a, b, both);
  return both;
}

cv::Mat1b without(const cv::Mat1b& a, const cv::Mat1b& b) {
  cv::Mat1b rest = a.clone();
  rest.setTo(0, b);
  return rest;
}

}  // namespace

BedWatch::BedWatch(const cv::Mat& frame, const TableView& view, std::span<const ImageCircle> balls)
    : box_(frame.type() == CV_8UC3 ? bed_box(view, frame.size()) : cv::Rect()),
      frame_(frame.size()) {
  if (box_.empty()) return;
  scale_ = std::max(1.0, box_.width / kWidest);
  const cv::Mat lab = shrink(frame);
  // The map is made at full size, where its own averaging expects it.
  cv::Mat whole;
  cv::cvtColor(frame(box_), whole, cv::COLOR_BGR2Lab);
  cv::resize(map_cloth(whole, box_, view).lab, cloth_, lab.size(), 0, 0, cv::INTER_AREA);

  bed_ = cv::Mat1b(lab.size(), static_cast<unsigned char>(0));
  draw_bed_between_cushions(view);
  foreign_ = foreign_mask(lab, cloth_, cloth_);
  // Thin strokes and small spots are markings; what is left after an opening is a thing.
  const cv::Mat1b brush(kThickest, kThickest, static_cast<unsigned char>(1));
  // Next to balls it may be a ball that was not found yet.
  const cv::Mat1b open = open_bed(balls, kNearBalls);
  cv::Mat1b things;
  cv::morphologyEx(overlap(foreign_, open), things, cv::MORPH_OPEN, brush);
  cv::dilate(things, things, brush);
  marked_ = cloth_.clone();
  lab.copyTo(marked_, without(open, things));
}

void BedWatch::draw_bed_between_cushions(const TableView& view) {
  const double r = view.table.ball_radius;
  const double x = 0.5 * view.table.length - kMargin * r, y = 0.5 * view.table.width - kMargin * r;
  std::vector<cv::Point> corners;
  for (const auto& [sx, sy] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    corners.push_back(at_scale(project_visible(view.camera, {sx * x, sy * y, 0.0}), box_, scale_));
  }
  cv::fillConvexPoly(bed_, corners, 255);
  for (const PocketHole& hole : pocket_holes(view.table)) {
    const auto ring = sphere_image(view.camera, {hole.x, hole.y, 0.0}, kPocketKeep * hole.radius);
    if (!ring) continue;
    cv::circle(bed_, at_scale(ring->center_px, box_, scale_), cvCeil(ring->radius_px / scale_), 0,
               -1);
  }
  if (const auto ball = sphere_image(view.camera, {0.0, 0.0, r}, r)) {
    ball_area_ = CV_PI * ball->radius_px * ball->radius_px / (scale_ * scale_);
  }
}

cv::Mat BedWatch::shrink(const cv::Mat& frame) const {
  const cv::Size size(cvFloor(box_.width / scale_), cvFloor(box_.height / scale_));
  cv::Mat small, lab;
  cv::resize(frame(box_), small, size, 0, 0, cv::INTER_NEAREST);
  cv::cvtColor(small, lab, cv::COLOR_BGR2Lab);
  return lab;
}

cv::Mat1b BedWatch::open_bed(std::span<const ImageCircle> balls, double keep) const {
  cv::Mat1b open = bed_.clone();
  for (const ImageCircle& ball : balls) {
    cv::circle(open, at_scale(ball.center_px, box_, scale_), cvCeil(keep * ball.radius_px / scale_),
               0, -1);
  }
  return open;
}

std::vector<ForeignThing> BedWatch::look(const cv::Mat& frame, std::span<const ImageCircle> balls) {
  if (box_.empty() || ball_area_ <= 0.0) return {};
  if (frame.size() != frame_ || frame.type() != CV_8UC3) return {};
  const cv::Mat lab = shrink(frame);
  foreign_ = foreign_mask(lab, cloth_, marked_);
  const cv::Mat1b open = open_bed(balls, kBallKeep);
  const cv::Mat1b foreign = overlap(foreign_, open);
  learn(lab, without(open, foreign));
  cv::Mat labels, stats, centres;
  const int count = cv::connectedComponentsWithStats(foreign, labels, stats, centres, 8, CV_32S);
  std::vector<ForeignThing> things;
  for (int i = 1; i < count; ++i) {
    const double area = stats.at<int>(i, cv::CC_STAT_AREA) / ball_area_;
    if (area < kLeastThing) continue;
    const auto side = [&](int what) { return cvRound(scale_ * stats.at<int>(i, what)); };
    const cv::Rect box(box_.x + side(cv::CC_STAT_LEFT), box_.y + side(cv::CC_STAT_TOP),
                       side(cv::CC_STAT_WIDTH), side(cv::CC_STAT_HEIGHT));
    things.push_back({box, area});
  }
  std::sort(things.begin(), things.end(),
            [](const ForeignThing& a, const ForeignThing& b) { return a.area > b.area; });
  return things;
}

// Where the bed shows itself, its picture follows the light of the day.
void BedWatch::learn(const cv::Mat& lab, const cv::Mat1b& own) {
  for (int v = 0; v < lab.rows; ++v) {
    const auto* p = lab.ptr<cv::Vec3b>(v);
    const auto* known = own.ptr<unsigned char>(v);
    auto* m = marked_.ptr<cv::Vec3b>(v);
    for (int u = (v + looks_) % kSlowness; u < lab.cols; u += kSlowness) {
      if (known[u] != 0) m[u] = p[u];
    }
  }
  ++looks_;
}

double BedWatch::bare_share(const ImageCircle& ball) const {
  if (box_.empty()) return 0.0;
  cv::Mat1b disc(bed_.size(), static_cast<unsigned char>(0));
  cv::circle(disc, at_scale(ball.center_px, box_, scale_), cvFloor(0.9 * ball.radius_px / scale_),
             255, -1);
  const int all = cv::countNonZero(disc);
  return all == 0 ? 0.0 : static_cast<double>(cv::countNonZero(without(disc, foreign_))) / all;
}

}  // namespace billiard::vision
