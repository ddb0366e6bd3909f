// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/ball_finder.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ball_candidates.hpp"
#include "ball_cluster.hpp"
#include "ball_fit.hpp"
#include "ball_judgement.hpp"
#include "ball_search.hpp"
#include "bed_image.hpp"
#include "foreign_regions.hpp"

namespace billiard::vision {

namespace {

constexpr double kCloser = 0.88;     // centres of two balls are never closer than this × 2 R
constexpr double kSame = 0.4;        // ball radii: candidates this near are of one thing
constexpr double kMostCrowd = 0.42;  // of the ring around a ball may be something else

bool too_close(const std::vector<FoundBall>& accepted, const cv::Point2d& p, double apart) {
  return std::any_of(accepted.begin(), accepted.end(), [&](const FoundBall& other) {
    return cv::norm(other.fit.position - p) < apart;
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

// By the part of its outline that no nearer ball hides, and if that fails, by the part away from
// all others; that one tells the balls apart, so that they may not overlap.
bool fits_in(const TableView& view, const BedImage& image, const std::vector<FoundBall>& accepted,
             const Neighbours& near, FoundBall& found) {
  const double diameter = 2.0 * view.table.ball_radius;
  const auto holds = [&](double apart) {
    const double fill = fill_of(image, found.fit.image, near.overlapping);
    found.confidence = confidence_of(found.fit, fill);
    return !too_close(accepted, found.fit.position, apart) &&
           is_ball(image, view, found.fit, fill, near);
  };
  const cv::Point2d start = found.fit.position;
  if (!near.before.empty()) found.fit = fit_ball(image.features, view, start, near.before);
  if (holds(kRoughly * diameter)) return true;
  if (near.touching.empty()) return false;
  found.fit = fit_ball(image.features, view, start, near.touching);
  return holds(kCloser * diameter);
}

// The best candidate that fits in among those accepted. `known` tells with how many neighbours each
// was judged before, and one: without a new one beside it, it would fail again.
std::optional<FoundBall> next_ball(const TableView& view, const BedImage& image,
                                   const std::vector<FoundBall>& fits,
                                   const std::vector<FoundBall>& accepted,
                                   std::vector<std::size_t>& known) {
  const double apart = kRoughly * 2.0 * view.table.ball_radius;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (too_close(accepted, fits[i].fit.position, apart)) continue;
    const Neighbours near = neighbours_of(view, accepted, fits[i].fit);
    if (known[i] == near.touching.size() + 1) continue;
    known[i] = near.touching.size() + 1;
    FoundBall found = fits[i];
    if (fits_in(view, image, accepted, near, found)) return found;
  }
  return std::nullopt;
}

// Each ball taken explains what spoilt the outlines beside it: those are judged again, best first.
std::vector<FoundBall> choose(const TableView& view, const BedImage& image,
                              const std::vector<FoundBall>& fits,
                              std::vector<FoundBall> accepted = {}) {
  std::vector<std::size_t> known(fits.size(), 0);
  while (const auto found = next_ball(view, image, fits, accepted, known)) {
    accepted.push_back(*found);
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

// Drops, worst first, what stands in a crowd that no ball explains: parts of hands, arms and cues,
// and what lies across several balls. Returns it.
std::vector<FoundBall> drop_crowded(const BedImage& image, std::vector<FoundBall>& found) {
  std::vector<FoundBall> dropped;
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
    if (at == found.size()) return dropped;
    dropped.push_back(found[at]);
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

}  // namespace

std::vector<BallSighting> find_balls_in(const BedImage& image, const TableView& view) {
  if (image.box.empty()) return {};
  std::vector<FoundBall> fits = fit_candidates(view, image);
  std::vector<FoundBall> balls = choose(view, image, fits);
  complete_clusters(view, image, balls);
  const std::vector<FoundBall> dropped = drop_crowded(image, balls);
  if (!dropped.empty()) {  // what stood where balls meet kept them from their places
    const double same = kSame * view.table.ball_radius;
    std::erase_if(fits,
                  [&](const FoundBall& f) { return too_close(dropped, f.fit.position, same); });
    balls = choose(view, image, fits, std::move(balls));
    complete_clusters(view, image, balls);
    (void)drop_crowded(image, balls);
  }
  refine_touching(view, image, balls);
  push_apart(view, image, balls);
  drop_overlapping(view, balls);
  drop_arms(image, balls);
  drop_explained(image, balls);
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
