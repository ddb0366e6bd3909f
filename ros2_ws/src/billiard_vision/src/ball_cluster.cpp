// SPDX-License-Identifier: Apache-2.0
#include "ball_cluster.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "billiard_engine/ball.hpp"

namespace billiard::vision {

namespace {

constexpr double kInContact = 1.12;   // of two radii: balls this near touch, as far as one can tell
constexpr int kHolding = 3;           // balls that touch a place and leave room for one more ball
constexpr int kEnclosing = 5;         // balls around a place that cannot be an empty one
constexpr double kGapFill = 0.85;     // of such a place that is not cloth where a ball is
constexpr double kHeldSigma = 0.08;   // its standard deviation [ball radii]
constexpr double kLoosely = 0.4;      // it may lie so far off: the others need not touch [radii]
constexpr double kCrowdSigma = 0.06;  // what each neighbour adds to a ball's own [ball radii]
constexpr double kDoubtful = 0.9;     // confidence up to which a ball may be a mistake
constexpr int kCluster = 3;           // neighbours of two balls, from which they may be pushed
constexpr int kPushes = 20;           // rounds of moving balls apart
constexpr double kPushed = 0.1;       // ball radii from which a pushed ball is looked at again

int count_touching(const std::vector<FoundBall>& found, const cv::Point2d& p, double radius) {
  const auto count = std::count_if(found.begin(), found.end(), [&](const FoundBall& other) {
    const double apart = cv::norm(other.fit.position - p);
    return apart > 0.0 && apart < kInContact * 2.0 * radius;
  });
  return static_cast<int>(count);
}

// Places next to two balls that touch, away from all others.
std::vector<cv::Point2d> gaps_between(const std::vector<FoundBall>& found, double radius) {
  std::vector<cv::Point2d> places;
  for (const FoundBall& a : found) {
    for (const FoundBall& b : found) {
      const cv::Point2d across = b.fit.position - a.fit.position;
      const double apart = cv::norm(across);
      if (&a == &b || apart < 1e-6 || apart > kInContact * 2.0 * radius) continue;
      const double height = std::sqrt(std::max(0.0, 4.0 * radius * radius - 0.25 * apart * apart));
      const cv::Point2d aside(-across.y, across.x);
      const cv::Point2d p = 0.5 * (a.fit.position + b.fit.position) + aside * (height / apart);
      const bool free = std::none_of(found.begin(), found.end(), [&](const FoundBall& other) {
        return cv::norm(other.fit.position - p) < kRoughly * 2.0 * radius;
      });
      if (free) places.push_back(p);
    }
  }
  return places;
}

// What fills the place of a ball between others, and is not cloth, is one.
std::optional<FoundBall> ball_in_gap(const TableView& view, const BedImage& image,
                                     const std::vector<FoundBall>& found, const cv::Point2d& p) {
  const double radius = view.table.ball_radius;
  const auto disc = ball_image(view, p);
  const int holding = count_touching(found, p, radius);
  if (!disc || !lies_on_bed(view.table, p) || holding < kHolding) return std::nullopt;
  FoundBall ball;
  ball.fit.position = p;
  ball.fit.image = *disc;
  const Neighbours near = neighbours_of(view, found, ball.fit);
  const double fill = fill_of(image, *disc, near.before);
  // All around: a ball of the cloth's own hue, as no ring of balls keeps a place free.
  const bool enclosed =
      holding >= kEnclosing && outstanding_of(image, *disc, near.before) > kRoundFill;
  if (fill < kGapFill && !enclosed) return std::nullopt;
  ball.fit.sigma = kHeldSigma * radius;  // held in its place by the others
  ball.fit.covariance = ball.fit.sigma * ball.fit.sigma * cv::Matx22d::eye();
  ball.confidence =
      std::min(1.0, 0.5 + 0.1 * static_cast<double>(holding)) * std::max(fill, kRoundFill);
  return ball;
}

// By what little of its outline shows.
void fit_in_gap(const TableView& view, const BedImage& image, const std::vector<FoundBall>& found,
                FoundBall& ball) {
  FitOptions closely;
  closely.search = kLoosely;
  const cv::Point2d place = ball.fit.position;
  const Neighbours near = neighbours_of(view, found, ball.fit);
  const BallFit seen = fit_ball(image.features, view, place, near.touching, closely);
  const bool close = cv::norm(seen.position - place) < kLoosely * view.table.ball_radius;
  if (seen.open > 0.2 && close) ball.fit = seen;
}

// Moves them as far as they overlap, the surer one less, and none off the bed.
void push(const TableGeometry& table, std::vector<FoundBall>& found) {
  const double radius = table.ball_radius;
  std::vector<int> touching;
  std::vector<double> yield;
  for (const FoundBall& ball : found) {
    touching.push_back(count_touching(found, ball.fit.position, radius));
    const double sigma = ball.fit.sigma + kCrowdSigma * radius * touching.back();
    yield.push_back(sigma * sigma);
  }
  const auto move = [&](FoundBall& ball, const cv::Point2d& way) {
    const cv::Point2d place = ball.fit.position + way;
    if (lies_on_bed(table, place)) ball.fit.position = place;
  };
  for (int round = 0; round < kPushes; ++round) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const cv::Point2d across = found[j].fit.position - found[i].fit.position;
        const double apart = cv::norm(across);
        const double deep = 2.0 * radius - apart;
        if (deep <= 0.0 || apart == 0.0 || touching[i] + touching[j] < kCluster) continue;
        const cv::Point2d way = across * (deep / apart / (yield[i] + yield[j]));
        move(found[i], -yield[i] * way);
        move(found[j], yield[j] * way);
      }
    }
  }
}

// The surest first; each makes neighbours of the next, and room for itself.
void fill_gaps(const TableView& view, const BedImage& image, std::vector<FoundBall>& found) {
  while (found.size() < static_cast<std::size_t>(kMaxBalls)) {
    std::optional<FoundBall> best;
    for (const cv::Point2d& p : gaps_between(found, view.table.ball_radius)) {
      const auto ball = ball_in_gap(view, image, found, p);
      if (ball && (!best || ball->confidence > best->confidence)) best = ball;
    }
    if (!best) return;
    fit_in_gap(view, image, found, *best);
    std::vector<FoundBall> more = found;
    more.push_back(*best);
    push_apart(view, image, more);
    if (more.size() <= found.size()) return;
    found = std::move(more);
  }
}

}  // namespace

// A mistaken ball where two meet keeps both from their places: what makes room for more of them
// explains the picture better.
void complete_clusters(const TableView& view, const BedImage& image,
                       std::vector<FoundBall>& found) {
  fill_gaps(view, image, found);
  for (std::size_t i = 0; i < found.size();) {
    std::vector<FoundBall> without = found;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    if (found[i].confidence < kDoubtful) fill_gaps(view, image, without);
    const bool better = without.size() > found.size();
    if (better) found = std::move(without);
    if (!better) ++i;
  }
}

void refine_touching(const TableView& view, const BedImage& image, std::vector<FoundBall>& found) {
  const std::vector<FoundBall> all = found;
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

void push_apart(const TableView& view, const BedImage& image, std::vector<FoundBall>& found) {
  const std::vector<FoundBall> before = found;
  push(view.table, found);
  std::vector<FoundBall> kept;
  for (std::size_t i = 0; i < found.size(); ++i) {
    BallFit& fit = found[i].fit;
    const cv::Vec2d way(fit.position - before[i].fit.position);
    fit.covariance += way * way.t();
    fit.sigma = std::hypot(fit.sigma, cv::norm(way));
    fit.image = ball_image(view, fit.position).value_or(fit.image);
    const bool pushed = cv::norm(way) > kPushed * view.table.ball_radius;
    if (!pushed || outstanding_of(image, fit.image, {}) > kRoundFill) kept.push_back(found[i]);
  }
  found = std::move(kept);
}

}  // namespace billiard::vision
