// SPDX-License-Identifier: Apache-2.0
#include "foreign_regions.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "bed_image.hpp"

namespace billiard::vision {

namespace {

constexpr double kBlurred = 1.15;     // radii of a ball that its own blur and shade reach
constexpr double kUnexplained = 0.4;  // areas of a ball that balls alone do not leave unexplained
constexpr double kSure = 0.7;    // confidence of a ball that is believed on an arm or among others
constexpr double kFree = 0.25;   // of the ring around it may be something else then
constexpr double kOwn = 0.15;    // of its area a ball shows beside others, at least
constexpr double kShared = 0.3;  // of its area others explain where it may be none
constexpr double kOthers = 1.1;  // radii of the others there

double area_of(const ImageCircle& disc) { return CV_PI * disc.radius_px * disc.radius_px; }

std::vector<ImageCircle> others_of(const std::vector<FoundBall>& found, std::size_t i,
                                   double least_confidence) {
  std::vector<ImageCircle> others;
  for (std::size_t j = 0; j < found.size(); ++j) {
    if (j != i && found[j].confidence >= least_confidence) others.push_back(found[j].fit.image);
  }
  return others;
}

// Connected parts of the picture that are not cloth, and how much of each no ball explains.
class Regions {
 public:
  Regions(const BedImage& image, const std::vector<FoundBall>& found) : box_(image.box) {
    cv::Mat1b difference;
    cv::extractChannel(image.features(image.box), difference, 0);
    foreground_ = (difference > 4.0 * kForeground) & image.cloth;
    const auto count =
        static_cast<std::size_t>(cv::connectedComponents(foreground_, labels_, 4, CV_32S));
    reaches_in_.assign(count, false);
    unexplained_.assign(count, 0.0);
    cv::Mat1b inner;
    cv::erode(image.cloth, inner, cv::Mat());
    for_each_pixel(foreground_ & ~inner, [&](std::size_t label) { reaches_in_[label] = true; });
    cv::Mat1b rest = foreground_.clone();
    for (const FoundBall& ball : found) {
      const ImageCircle& disc = ball.fit.image;
      cv::circle(rest, cv::Point(disc.center_px) - box_.tl(), cvRound(kBlurred * disc.radius_px), 0,
                 -1);
    }
    for_each_pixel(rest, [&](std::size_t label) { unexplained_[label] += 1.0; });
  }

  /// The region that most of what is not cloth in a disc belongs to; 0: none.
  [[nodiscard]] std::size_t region_of(const ImageCircle& disc) const {
    const cv::Point2d middle = disc.center_px - cv::Point2d(box_.tl());
    const int reach = cvCeil(disc.radius_px);
    const cv::Rect around = cv::Rect(cvRound(middle.x) - reach, cvRound(middle.y) - reach,
                                     2 * reach + 1, 2 * reach + 1) &
                            cv::Rect({0, 0}, labels_.size());
    std::vector<int> counts(unexplained_.size(), 0);
    for (int v = around.y; v < around.y + around.height; ++v) {
      for (int u = around.x; u < around.x + around.width; ++u) {
        const bool inside = std::hypot(u - middle.x, v - middle.y) <= disc.radius_px;
        if (inside && labels_(v, u) != 0) ++counts[static_cast<std::size_t>(labels_(v, u))];
      }
    }
    return static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) -
                                    counts.begin());
  }

  [[nodiscard]] bool is_arm(std::size_t region, const ImageCircle& ball) const {
    return reaches_in_[region] && unexplained_[region] > kUnexplained * area_of(ball);
  }

 private:
  template <typename Visit>
  void for_each_pixel(const cv::Mat& mask, Visit visit) const {
    for (int v = 0; v < mask.rows; ++v) {
      for (int u = 0; u < mask.cols; ++u) {
        if (mask.at<unsigned char>(v, u) != 0) visit(static_cast<std::size_t>(labels_(v, u)));
      }
    }
  }

  cv::Rect box_;
  cv::Mat1b foreground_;
  cv::Mat1i labels_;
  std::vector<bool> reaches_in_;     // touches the edge of the bed
  std::vector<double> unexplained_;  // [px]
};

// Shares of a disc that are not cloth.
struct Shares {
  double own{0.0};     // in no other disc
  double shared{0.0};  // in another one, too
};

Shares shares_of(const BedImage& image, const ImageCircle& disc,
                 const std::vector<ImageCircle>& others) {
  const int reach = cvCeil(disc.radius_px);
  const cv::Point middle(disc.center_px);
  const cv::Rect frame({0, 0}, image.features.size());
  Shares shares;
  for (int v = -reach; v <= reach; ++v) {
    for (int u = -reach; u <= reach; ++u) {
      const cv::Point p = middle + cv::Point(u, v);
      if (std::hypot(u, v) > disc.radius_px || !frame.contains(p)) continue;
      if (image.features.at<cv::Vec3b>(p)[0] <= 4.0F * kForeground) continue;
      const bool shared = std::any_of(others.begin(), others.end(), [&](const ImageCircle& o) {
        return cv::norm(cv::Point2d(p) - o.center_px) < kOthers * o.radius_px;
      });
      (shared ? shares.shared : shares.own) += 1.0 / area_of(disc);
    }
  }
  return shares;
}

}  // namespace

void drop_arms(const BedImage& image, std::vector<FoundBall>& found) {
  const Regions regions(image, found);
  std::vector<std::size_t> region;
  for (const FoundBall& ball : found) region.push_back(regions.region_of(ball.fit.image));
  for (;;) {
    std::size_t worst = found.size();
    double most = -1.0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const FoundBall& ball = found[i];
      if (!regions.is_arm(region[i], ball.fit.image)) continue;
      const double crowd = crowd_of(image, ball.fit.image, others_of(found, i, kSure));
      if ((crowd <= kFree && ball.confidence >= kSure) || crowd <= most) continue;
      most = crowd;
      worst = i;
    }
    if (worst == found.size()) return;
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(worst));
    region.erase(region.begin() + static_cast<std::ptrdiff_t>(worst));
  }
}

void drop_explained(const BedImage& image, std::vector<FoundBall>& found) {
  for (;;) {
    double least = kOwn;
    std::size_t worst = found.size();
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].confidence >= kSure) continue;  // in a rack seen from low little shows of each
      const Shares shares = shares_of(image, found[i].fit.image, others_of(found, i, 0.0));
      if (shares.own >= least || shares.shared < kShared) continue;
      least = shares.own;
      worst = i;
    }
    if (worst == found.size()) return;
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(worst));
  }
}

}  // namespace billiard::vision
