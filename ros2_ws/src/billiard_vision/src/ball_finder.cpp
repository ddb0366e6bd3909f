// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/ball_finder.hpp"

#include <algorithm>
#include <cmath>

#include "ball_candidates.hpp"
#include "ball_cluster.hpp"
#include "ball_fit.hpp"
#include "ball_judgement.hpp"
#include "ball_search.hpp"
#include "bed_image.hpp"

namespace billiard::vision {

namespace {

constexpr double kCloser = 0.88;     // centres of two balls are never closer than this × 2 R
constexpr double kMostCrowd = 0.42;  // of the ring around a ball may be something else

bool too_close(const std::vector<FoundBall>& accepted, const cv::Point2d& p, double radius) {
  return std::any_of(accepted.begin(), accepted.end(), [&](const FoundBall& other) {
    return cv::norm(other.fit.position - p) < kRoughly * 2.0 * radius;
  });
}

// Every candidate fitted alone, best first.
std::vector<FoundBall> fit_candidates(const TableView& view, const BedImage& image) {
  std::vector<FoundBall> fits;
  for (const Candidate& candidate : find_candidates(image, view)) {
    const cv::Point2d pixel = candidate.pixel + cv::Point2d(image.box.tl());
    const auto start = meet_plane(view.camera, pixel, view.table.ball_radius);
    if (!start) continue;
    FoundBall found{fit_ball(image.features, view, *start), 0.0};
    if (!lies_on_bed(view.table, found.fit.position)) continue;
    found.confidence = confidence_of(found.fit, fill_of(image, found.fit.image, {}));
    fits.push_back(found);
  }
  std::sort(fits.begin(), fits.end(),
            [](const FoundBall& a, const FoundBall& b) { return a.confidence > b.confidence; });
  return fits;
}

// Takes the best first; later ones are judged by what the earlier ones do not explain: by the part
// of their outline that no nearer ball hides, and if that fails, by the part away from all others.
std::vector<FoundBall> choose(const TableView& view, const BedImage& image,
                              std::vector<FoundBall> fits) {
  const double ball = view.table.ball_radius;
  std::vector<FoundBall> accepted;
  const auto fits_in = [&](FoundBall& found, const Neighbours& near) {
    const double fill = fill_of(image, found.fit.image, near.overlapping);
    found.confidence = confidence_of(found.fit, fill);
    return !too_close(accepted, found.fit.position, ball) &&
           is_ball(image, view, found.fit, fill, near);
  };
  for (FoundBall& found : fits) {
    if (too_close(accepted, found.fit.position, ball)) continue;
    const Neighbours near = neighbours_of(view, accepted, found.fit);
    const cv::Point2d start = found.fit.position;
    if (!near.before.empty()) found.fit = fit_ball(image.features, view, start, near.before);
    if (!fits_in(found, near)) {
      if (near.touching.empty()) continue;
      found.fit = fit_ball(image.features, view, start, near.touching);
      if (!fits_in(found, near)) continue;
    }
    accepted.push_back(found);
  }
  return accepted;
}

// Of two that cannot both be there the better one stays.
void drop_overlapping(const TableView& view, std::vector<FoundBall>& found) {
  std::sort(found.begin(), found.end(),
            [](const FoundBall& a, const FoundBall& b) { return a.confidence > b.confidence; });
  std::vector<FoundBall> kept;
  for (const FoundBall& ball : found) {
    const bool free = std::none_of(kept.begin(), kept.end(), [&](const FoundBall& other) {
      return cv::norm(other.fit.position - ball.fit.position) <
             kCloser * 2.0 * view.table.ball_radius;
    });
    if (free) kept.push_back(ball);
  }
  found = kept;
}

// Drops, worst first, what stands in a crowd that no ball explains: parts of hands, arms and cues.
void drop_crowded(const BedImage& image, std::vector<FoundBall>& found) {
  for (;;) {
    double worst = kMostCrowd;
    std::size_t at = found.size();
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::vector<ImageCircle> others;
      for (std::size_t j = 0; j < found.size(); ++j) {
        if (j != i) others.push_back(found[j].fit.image);
      }
      const double crowd = crowd_of(image, found[i].fit.image, others);
      if (crowd > worst) {
        worst = crowd;
        at = i;
      }
    }
    if (at == found.size()) return;
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

}  // namespace

std::vector<BallSighting> find_balls_in(const BedImage& image, const TableView& view) {
  if (image.box.empty()) return {};
  std::vector<FoundBall> balls = choose(view, image, fit_candidates(view, image));
  complete_clusters(view, image, balls);
  drop_crowded(image, balls);
  refine_touching(view, image, balls);
  push_apart(view, image, balls);
  drop_overlapping(view, balls);
  std::vector<BallSighting> sightings;
  for (const FoundBall& b : balls) {
    sightings.push_back({b.fit.position, b.fit.covariance, b.fit.sigma, b.confidence, b.fit.image});
  }
  std::sort(sightings.begin(), sightings.end(),
            [](const auto& a, const auto& b) { return a.confidence > b.confidence; });
  return sightings;
}

std::vector<BallSighting> find_balls(const cv::Mat& frame, const TableView& view) {
  return find_balls_in(cut_bed(frame, view, bed_box(view, frame.size()), nullptr), view);
}

std::vector<BallSighting> find_balls_in(const cv::Mat& frame, const TableView& view,
                                        const ClothMap& cloth, const cv::Rect& region) {
  return find_balls_in(cut_bed(frame, view, region & cloth.box, &cloth), view);
}

}  // namespace billiard::vision
