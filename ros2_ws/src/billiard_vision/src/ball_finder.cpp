// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/ball_finder.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ball_candidates.hpp"
#include "ball_fit.hpp"
#include "ball_search.hpp"
#include "bed_image.hpp"

namespace billiard::vision {

namespace {

constexpr double kCloser = 0.88;        // centres of two balls are never closer than this × 2 R
constexpr double kRoughly = 0.75;       // likewise before the outlines of neighbours are told apart
constexpr double kLeastSupport = 0.60;  // of the open outline
constexpr double kLeastSupportOverlapping = 0.72;  // where another ball lies over or under it
constexpr double kRing = 1.30;          // radius of the ring that should be cloth [ball radii]
constexpr double kMostCrowd = 0.42;     // of that ring may be something else
constexpr double kLeastFill = 0.45;     // of the disc that differs from the cloth
constexpr double kRoundSupport = 0.68;  // an outline this complete may hold the cloth's own hue
constexpr double kRoundGap = 0.26;
constexpr double kRoundFill = 0.60;  // of the disc that is then lighter or darker than the cloth
constexpr double kGrace = 0.006;     // pose error, a ball pressed into the cushion's nose [m]
constexpr double kLit = 0.12;        // lightness against the cloth, below which a hole is dark
constexpr double kLitShare = 0.5;    // of a ball's disc that is lighter
constexpr double kDeepest = 0.012;   // a ball rests at most this far behind the noses [m]
constexpr double kHole = 0.55;       // a ball nearer to the middle of a pocket falls [its radii]
constexpr double kInContact = 1.12;  // of two radii: balls this near touch, as far as one can tell
constexpr int kHolding = 3;          // balls that touch a place and leave room for one more ball
constexpr int kEnclosing = 5;        // balls around a place that cannot be an empty one
constexpr double kGapFill = 0.85;    // of such a place that is not cloth where a ball is
constexpr double kHeldSigma = 0.08;  // its standard deviation [ball radii]
constexpr double kTouching = 1.12;   // radii around another ball where edges are ambiguous
constexpr double kNeighbour = 1.2;   // of the sum of radii: balls this near blur each other's edges
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
double fill_of(const BedImage& image, const ImageCircle& disc, std::span<const ImageCircle> others,
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

// Share of the disc that is not cloth.
double fill_of(const BedImage& image, const ImageCircle& disc,
               std::span<const ImageCircle> others) {
  return fill_of(image, disc, others,
                 [](const BedImage& i, const cv::Point2d& p) { return differs(i, p); });
}

// Share of a ring around the disc that is neither cloth nor one of `others`: large on a hand.
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

bool lies_on_bed(const TableGeometry& t, const cv::Point2d& p) {
  return lies_between_noses(t, p) || lies_in_jaws(t, p);
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

struct Found {
  BallFit fit;
  double confidence{0.0};
};

// Balls around a place that are already accepted.
struct Neighbours {
  std::vector<ImageCircle> overlapping;  // in the image
  std::vector<ImageCircle> before;       // of these, nearer to the camera
  std::vector<ImageCircle> touching;     // all whose edges may be mistaken for its own, widened
};

// A pocket's hole is round as well, but no light falls into it.
bool is_hole(const BedImage& image, const TableView& view, const BallFit& fit) {
  if (lies_between_noses(view.table, fit.position)) return false;
  const auto lit = [](const BedImage& i, const cv::Point2d& pixel) {
    const cv::Point p(cvRound(pixel.x) - i.box.x, cvRound(pixel.y) - i.box.y);
    if (p.x < 0 || p.y < 0 || p.x >= i.box.width || p.y >= i.box.height) return false;
    return i.lab.at<cv::Vec3b>(p)[0] > kLit * i.empty.at<cv::Vec3b>(p)[0];
  };
  return fill_of(image, fit.image, {}, lit) < kLitShare;
}

// An outline that is seen all around may enclose the cloth's own hue.
bool acceptable(const BedImage& image, const Found& found, double fill, const Neighbours& near) {
  const BallFit& fit = found.fit;
  if (fit.gap >= kWideGap || fit.open <= 0.3) return false;
  const bool overlaps = !near.overlapping.empty();
  if (fit.support >= (overlaps ? kLeastSupportOverlapping : kLeastSupport) && fill >= kLeastFill)
    return true;
  return near.touching.empty() && fit.support > kRoundSupport && fit.gap < kRoundGap &&
         fill_of(image, fit.image, {}, stands_out) > kRoundFill;
}

// Where two outlines meet, the edge belongs to neither alone: fit each again without that part.
void refine_touching(const TableView& view, const BedImage& image, std::vector<Found>& found) {
  const std::vector<Found> all = found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<ImageCircle> others;
    for (std::size_t j = 0; j < all.size(); ++j) {
      ImageCircle other = all[j].fit.image;
      const double reach = other.radius_px + all[i].fit.image.radius_px;
      if (j == i || cv::norm(other.center_px - all[i].fit.image.center_px) > kNeighbour * reach)
        continue;
      other.radius_px *= kTouching;
      others.push_back(other);
    }
    if (others.empty()) continue;
    FitOptions closely;
    closely.search = 0.2;
    const BallFit fit = fit_ball(image.features, view, all[i].fit.position, others, closely);
    if (fit.open > 0.35 && fit.support > 0.6) {
      found[i].fit = fit;
    }
  }
}

bool too_close(const std::vector<Found>& accepted, const cv::Point2d& p, double radius) {
  return std::any_of(accepted.begin(), accepted.end(), [&](const Found& other) {
    return cv::norm(other.fit.position - p) < kRoughly * 2.0 * radius;
  });
}

// Every candidate fitted alone, best first.
std::vector<Found> fit_candidates(const TableView& view, const BedImage& image) {
  std::vector<Found> fits;
  for (const Candidate& candidate : find_candidates(image, view)) {
    const cv::Point2d pixel = candidate.pixel + cv::Point2d(image.box.tl());
    const auto start = meet_plane(view.camera, pixel, view.table.ball_radius);
    if (!start) continue;
    Found found{fit_ball(image.features, view, *start), 0.0};
    if (!lies_on_bed(view.table, found.fit.position)) continue;
    found.confidence = confidence_of(found.fit, fill_of(image, found.fit.image, {}));
    fits.push_back(found);
  }
  std::sort(fits.begin(), fits.end(),
            [](const Found& a, const Found& b) { return a.confidence > b.confidence; });
  return fits;
}

Neighbours neighbours_of(const TableView& view, const std::vector<Found>& accepted,
                         const BallFit& fit) {
  const cv::Vec3d eye = camera_centre(view.camera);
  const auto distance = [&](const cv::Point2d& p) {
    return cv::norm(cv::Vec3d(p.x, p.y, view.table.ball_radius) - eye);
  };
  Neighbours near;
  for (const Found& other : accepted) {
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

// Takes the best first; later ones are judged by what the earlier ones do not explain: by the part
// of their outline that no nearer ball hides, and if that fails, by the part away from all others.
std::vector<Found> choose(const TableView& view, const BedImage& image, std::vector<Found> fits) {
  const double ball = view.table.ball_radius;
  std::vector<Found> accepted;
  const auto fits_in = [&](Found& found, const Neighbours& near) {
    const double fill = fill_of(image, found.fit.image, near.overlapping);
    found.confidence = confidence_of(found.fit, fill);
    return lies_on_bed(view.table, found.fit.position) &&
           !too_close(accepted, found.fit.position, ball) && !is_hole(image, view, found.fit) &&
           acceptable(image, found, fill, near);
  };
  for (Found& found : fits) {
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

// Places next to two balls that touch, away from all others.
std::vector<cv::Point2d> gaps_between(const std::vector<Found>& found, double radius) {
  std::vector<cv::Point2d> places;
  for (const Found& a : found) {
    for (const Found& b : found) {
      const cv::Point2d across = b.fit.position - a.fit.position;
      const double apart = cv::norm(across);
      if (&a == &b || apart < 1e-6 || apart > kInContact * 2.0 * radius) continue;
      const double height = std::sqrt(std::max(0.0, 4.0 * radius * radius - 0.25 * apart * apart));
      const cv::Point2d aside(-across.y, across.x);
      const cv::Point2d p = 0.5 * (a.fit.position + b.fit.position) + aside * (height / apart);
      const bool free = std::none_of(found.begin(), found.end(), [&](const Found& other) {
        return cv::norm(other.fit.position - p) < kCloser * 2.0 * radius;
      });
      if (free) places.push_back(p);
    }
  }
  return places;
}

// Among balls that touch on several sides hardly any outline is left to see. What fills the place
// of a ball between them, and is not cloth, is one.
std::optional<Found> ball_in_gap(const TableView& view, const BedImage& image,
                                 const std::vector<Found>& found, const cv::Point2d& p) {
  const double radius = view.table.ball_radius;
  const auto disc = ball_image(view, p);
  if (!disc || !lies_on_bed(view.table, p)) return std::nullopt;
  const auto holding = std::count_if(found.begin(), found.end(), [&](const Found& other) {
    return cv::norm(other.fit.position - p) < kInContact * 2.0 * radius;
  });
  Found ball;
  ball.fit.position = p;
  ball.fit.image = *disc;
  const Neighbours near = neighbours_of(view, found, ball.fit);
  const double fill = fill_of(image, *disc, near.before);
  // All around: a ball of the cloth's own hue, as no ring of balls keeps a place free.
  const bool enclosed =
      holding >= kEnclosing && fill_of(image, *disc, near.before, stands_out) > kRoundFill;
  if (holding < kHolding || (fill < kGapFill && !enclosed)) return std::nullopt;
  ball.fit.sigma = kHeldSigma * radius;  // held in its place by the others
  ball.fit.covariance = ball.fit.sigma * ball.fit.sigma * cv::Matx22d::eye();
  FitOptions closely;
  closely.search = 0.2;
  const BallFit seen = fit_ball(image.features, view, p, near.touching, closely);
  if (seen.open > 0.2 && cv::norm(seen.position - p) < 0.25 * radius) ball.fit = seen;
  ball.confidence =
      std::min(1.0, 0.5 + 0.1 * static_cast<double>(holding)) * std::max(fill, kRoundFill);
  return ball;
}

// The surest first; each makes neighbours of the next.
void fill_gaps(const TableView& view, const BedImage& image, std::vector<Found>& found) {
  for (;;) {
    std::optional<Found> best;
    for (const cv::Point2d& p : gaps_between(found, view.table.ball_radius)) {
      const auto ball = ball_in_gap(view, image, found, p);
      if (ball && (!best || ball->confidence > best->confidence)) best = ball;
    }
    if (!best) return;
    found.push_back(*best);
  }
}

// Of two that cannot both be there the better one stays.
void drop_overlapping(const TableView& view, std::vector<Found>& found) {
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.confidence > b.confidence; });
  std::vector<Found> kept;
  for (const Found& ball : found) {
    const bool free = std::none_of(kept.begin(), kept.end(), [&](const Found& other) {
      return cv::norm(other.fit.position - ball.fit.position) <
             kCloser * 2.0 * view.table.ball_radius;
    });
    if (free) kept.push_back(ball);
  }
  found = kept;
}

// Drops, worst first, what stands in a crowd that no ball explains: parts of hands, arms and cues.
void drop_crowded(const BedImage& image, std::vector<Found>& found) {
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

std::vector<BallSighting> find_in(const BedImage& image, const TableView& view) {
  if (image.box.empty()) return {};
  std::vector<Found> balls = choose(view, image, fit_candidates(view, image));
  fill_gaps(view, image, balls);
  drop_crowded(image, balls);
  refine_touching(view, image, balls);
  drop_overlapping(view, balls);
  std::vector<BallSighting> sightings;
  for (const Found& b : balls) {
    sightings.push_back({b.fit.position, b.fit.covariance, b.fit.sigma, b.confidence, b.fit.image});
  }
  std::sort(sightings.begin(), sightings.end(),
            [](const auto& a, const auto& b) { return a.confidence > b.confidence; });
  return sightings;
}

}  // namespace

std::vector<BallSighting> find_balls(const cv::Mat& frame, const TableView& view) {
  return find_in(cut_bed(frame, view, bed_box(view, frame.size()), nullptr), view);
}

std::vector<BallSighting> find_balls_in(const cv::Mat& frame, const TableView& view,
                                        const ClothMap& cloth, const cv::Rect& region) {
  return find_in(cut_bed(frame, view, region & cloth.box, &cloth), view);
}

}  // namespace billiard::vision
