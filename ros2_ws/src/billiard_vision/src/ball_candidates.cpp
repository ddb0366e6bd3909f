// SPDX-License-Identifier: Apache-2.0
#include "ball_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "ball_fit.hpp"

namespace billiard::vision {

namespace {

constexpr double kVoteShare = 0.20;  // of the circumference that must vote for a centre
constexpr std::size_t kMostCandidates = 160;

// Adds what may show a ball between the jaws of a pocket.
void draw_jaws(const TableView& view, const cv::Rect& box, cv::Mat1b& bed) {
  const double radius = view.table.ball_radius;
  for (const PocketHole& hole : pocket_holes(view.table)) {
    const auto ring =
        sphere_image(view.camera, {hole.x, hole.y, radius}, kJaws * hole.radius + radius);
    if (!ring) continue;
    cv::circle(bed, cv::Point(ring->center_px) - box.tl(), cvCeil(ring->radius_px), 255, -1);
  }
}

// Radius of a ball's outline at each place of the box, sampled on a coarse grid.
cv::Mat1f radius_map(const TableView& view, const cv::Rect& box) {
  const int cells = box.width > 200 ? 16 : 4;
  cv::Mat1f coarse(cells, cells);
  for (int i = 0; i < cells * cells; ++i) {
    const cv::Point2d pixel(box.x + (i % cells + 0.5) / cells * box.width,
                            box.y + (i / cells + 0.5) / cells * box.height);
    float radius = 0.0F;
    if (const auto at = meet_plane(view.camera, pixel, view.table.ball_radius)) {
      if (const auto image = ball_image(view, *at)) radius = static_cast<float>(image->radius_px);
    }
    coarse(i / cells, i % cells) = radius;
  }
  cv::Mat1f full;
  cv::resize(coarse, full, box.size(), 0, 0, cv::INTER_LINEAR);
  return full;
}

// Each edge votes for the two centres one radius away along its gradient.
cv::Mat1f vote(const BedImage& image, const cv::Mat1f& radius) {
  cv::Mat1f votes(image.box.size(), 0.0F);
  cv::Mat blurred, dx, dy;
  cv::GaussianBlur(image.features(image.box), blurred, {3, 3}, 0.8);
  cv::Sobel(blurred, dx, CV_16S, 1, 0);
  cv::Sobel(blurred, dy, CV_16S, 0, 1);
  constexpr int kLeastGradient = 60;
  for (int v = 1; v + 1 < image.box.height; ++v) {
    for (int u = 1; u + 1 < image.box.width; ++u) {
      if (image.bed(v, u) == 0) continue;
      const auto& gx = dx.at<cv::Vec3s>(v, u);
      const auto& gy = dy.at<cv::Vec3s>(v, u);
      int best = 0, size = 0;
      for (int c = 0; c < 3; ++c) {
        const int s = std::abs(gx[c]) + std::abs(gy[c]);
        if (s > size) {
          size = s;
          best = c;
        }
      }
      if (size < kLeastGradient) continue;
      const float x = gx[best], y = gy[best], r = radius(v, u);
      const float length = std::sqrt(x * x + y * y);
      for (const float sign : {-1.0F, 1.0F}) {
        const int cu = cvRound(static_cast<float>(u) + sign * r * x / length);
        const int cv_ = cvRound(static_cast<float>(v) + sign * r * y / length);
        if (cu < 0 || cv_ < 0 || cu >= votes.cols || cv_ >= votes.rows) continue;
        votes(cv_, cu) += 1.0F;
      }
    }
  }
  return votes;
}

}  // namespace

BedImage cut_bed(const cv::Mat& frame, const TableView& view, const cv::Rect& region,
                 const ClothMap* known) {
  BedImage image;
  if (region.empty() || frame.type() != CV_8UC3) return image;
  image.box = region;
  cv::cvtColor(frame(image.box), image.lab, cv::COLOR_BGR2Lab);
  image.bed = draw_bed(view, image.box, 2.0 * view.table.ball_radius);
  draw_jaws(view, image.box, image.bed);
  image.cloth = draw_bed(view, image.box, 0.0);
  image.features = cv::Mat::zeros(frame.size(), CV_8UC3);
  const ClothMap map = known != nullptr ? *known : map_cloth(image.lab, image.box, view);
  outline_features(image.lab, image.box, map).copyTo(image.features(image.box));
  image.empty = map.lab(image.box - map.box.tl());
  return image;
}

std::vector<Candidate> find_candidates(const BedImage& image, const TableView& view) {
  const cv::Mat1f radius = radius_map(view, image.box);
  cv::Mat1f votes = vote(image, radius);
  double least = 0.0, most = 0.0;
  cv::minMaxLoc(radius, &least, &most);
  const int spread = 2 * std::max(1, cvRound(0.13 * most)) + 1;
  cv::boxFilter(votes, votes, -1, {spread, spread}, {-1, -1}, false);
  const int around = 2 * std::max(2, cvRound(0.35 * least)) + 1;
  cv::Mat1f peak;
  cv::dilate(votes, peak, cv::getStructuringElement(cv::MORPH_RECT, {around, around}));
  std::vector<Candidate> all;
  for (int v = 0; v < votes.rows; ++v) {
    for (int u = 0; u < votes.cols; ++u) {
      const float share = votes(v, u) / (6.2832F * std::max(radius(v, u), 1.0F));
      if (votes(v, u) < peak(v, u) || share < kVoteShare) continue;
      all.push_back({cv::Point2d(u, v), share});
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Candidate& a, const Candidate& b) { return a.votes > b.votes; });
  if (all.size() > kMostCandidates) all.resize(kMostCandidates);
  return all;
}

}  // namespace billiard::vision
