// SPDX-License-Identifier: Apache-2.0
#include "ball_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>

#include "ball_outline.hpp"
#include "cloth.hpp"

namespace billiard::vision {

namespace {

constexpr int kRays = 40;                // around the outline
constexpr double kStep_px = 0.5;         // along a ray
constexpr double kRadialSigma_px = 0.4;  // blur and threshold may widen the outline by this
constexpr double kJudge =
    0.32;  // how far from the final outline stronger edges would tell against it [radii]
constexpr double kOutermost = 0.25;  // of the strongest edge that an outer one must reach
constexpr double kJudgeBias = 0.75;
constexpr double kShadowDistrust = 0.75;  // of the edge towards the cloth, seen level
constexpr double kOccluding = 0.97;       // of an occluder's radius: on its rim outlines meet
constexpr double kOpen_px = 1e3;          // room of a ray that meets no occluder
constexpr double kFloor = 2e-4;           // what no averaging removes: lens, table, roundness [m]

struct Ray : OutlinePoint {
  bool open{false};
  bool edge{false};
  double offset{0.0};    // of the edge, outwards [px]
  double strength{0.0};  // [grey levels]
  double weight{0.0};
  double trust{1.0};         // less towards the ball's own shadow
  double room_px{kOpen_px};  // outwards to the next occluder, whose edge is not this ball's
};

using Rays = std::array<Ray, kRays>;

// The strongest edge across the outline at a ray; one that is farther away counts less, by `bias`.
// Where a neighbour begins the search ends: across a narrow gap its edge is as strong.
void find_edge(const cv::Mat& features, double reach_px, double half_gap, double least, Ray& ray,
               double bias = 0.6) {
  const int steps = std::max(2, static_cast<int>(std::lround(reach_px / kStep_px)));
  const int gap = std::max(1, static_cast<int>(std::lround(half_gap / kStep_px)));
  std::array<cv::Vec3f, 96> colours;
  const int reach = std::min(steps, 40 - gap);
  const int count = 2 * (reach + gap) + 1;
  for (int k = 0; k < count; ++k) {
    colours[static_cast<std::size_t>(k)] =
        sample(features, ray.at + ((k - reach - gap) * kStep_px) * ray.outward);
  }
  const auto strength = [&](int k) {  // k in -reach..reach
    const cv::Vec3f d = colours[static_cast<std::size_t>(k + reach + 2 * gap)] -
                        colours[static_cast<std::size_t>(k + reach)];
    return double(std::abs(d[0]) + std::abs(d[1]) + std::abs(d[2]));
  };
  const auto value = [&](int k) {
    const double far = static_cast<double>(k) / (reach + 1);
    return strength(k) * (1.0 - bias * far * far);
  };
  double best = 0.0;
  int at = 0;
  const int outermost = std::min(reach, static_cast<int>(ray.room_px / kStep_px));
  for (int k = -reach; k <= outermost; ++k) {
    if (value(k) > best) {
      best = value(k);
      at = k;
    }
  }
  // A stripe inside the ball may be stronger than its edge against the cloth: of several, take the
  // outermost that is not much weaker.
  for (int k = std::min(outermost, reach - 1); k > at + gap; --k) {
    if (value(k) > kOutermost * best && value(k) > least && value(k) >= value(k - 1) &&
        value(k) >= value(k + 1)) {
      at = k;
      break;
    }
  }
  ray.strength = strength(at);
  ray.edge = ray.strength > least;
  double refine = 0.0;
  if (at > -reach && at < reach) {
    const double a = strength(at - 1), b = strength(at), c = strength(at + 1);
    const double bend = a - 2 * b + c;
    if (bend < -1e-9) refine = std::clamp(0.5 * (a - c) / bend, -1.0, 1.0);
  }
  ray.offset = (at + refine) * kStep_px;
}

// Solves for the shift in the image (du, dv) and the common radial offset; returns the normal
// matrix of the three.
cv::Matx33d solve_shift(const Rays& rays, double radial_sigma, cv::Vec3d& solution) {
  cv::Matx33d normal = cv::Matx33d::zeros();
  cv::Vec3d right(0, 0, 0);
  for (const Ray& ray : rays) {
    if (ray.weight <= 0.0) continue;
    const cv::Vec3d row(ray.outward.x, ray.outward.y, 1.0);
    normal += ray.weight * (row * row.t());
    right += ray.weight * ray.offset * row;
  }
  normal(2, 2) += 1.0 / (radial_sigma * radial_sigma);
  normal(0, 0) += 1e-6;
  normal(1, 1) += 1e-6;
  solution = normal.solve(right, cv::DECOMP_CHOLESKY);
  return normal;
}

// Iteratively reweighted: edges of stripes, numbers and shadows are outliers. Returns the scale
// of the inliers' errors [px].
double solve_robust(Rays& rays, cv::Vec3d& solution, cv::Matx33d& normal) {
  for (Ray& ray : rays) ray.weight = ray.edge && ray.open ? ray.trust : 0.0;
  double scale = 1.0;
  solution = {0, 0, 0};
  for (int i = 0; i < 5; ++i) {
    normal = solve_shift(rays, kRadialSigma_px, solution);
    std::vector<double> errors;
    for (const Ray& ray : rays) {
      if (!ray.edge || !ray.open) continue;
      errors.push_back(std::abs(ray.offset - solution.dot({ray.outward.x, ray.outward.y, 1.0})));
    }
    if (errors.size() < 4) return 1e3;
    std::nth_element(errors.begin(),
                     errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2), errors.end());
    scale = std::max(0.15, 1.48 * errors[errors.size() / 2]);
    for (Ray& ray : rays) {
      if (!ray.edge || !ray.open) continue;
      const double e =
          (ray.offset - solution.dot({ray.outward.x, ray.outward.y, 1.0})) / (2.5 * scale);
      const double inside = std::max(0.0, 1.0 - e * e);
      ray.weight = ray.trust * inside * inside;
    }
  }
  return scale;
}

// Along a ray, outwards [px]; negative inside.
double distance_to(const ImageCircle& disc, const Ray& ray) {
  const cv::Point2d way = disc.center_px - ray.at;
  const double ahead = ray.outward.dot(way), square = disc.radius_px * disc.radius_px;
  const double aside = way.dot(way) - ahead * ahead;
  if (way.dot(way) < square) return -1.0;
  return ahead > 0.0 && aside < square ? ahead - std::sqrt(square - aside) : kOpen_px;
}

bool lay_rays(const TableView& view, const cv::Point2d& at, cv::Size size,
              std::span<const ImageCircle> occluders, Rays& rays) {
  const auto points = outline_points(view, at, kRays);
  if (points.empty()) return false;
  for (std::size_t i = 0; i < kRays; ++i) {
    Ray& ray = rays[i];
    ray = Ray{points[i]};
    ray.open =
        ray.at.x > 2 && ray.at.y > 2 && ray.at.x < size.width - 3 && ray.at.y < size.height - 3;
    for (ImageCircle o : occluders) {
      o.radius_px *= kOccluding;
      ray.room_px = std::min(ray.room_px, distance_to(o, ray));
    }
    ray.open = ray.open && ray.room_px >= 0.0;
  }
  // Seen from the side, the lower edge lies in the ball's own shadow.
  const cv::Point2d down = project_visible(view.camera, {at.x, at.y, 0.0}) -
                           project_visible(view.camera, {at.x, at.y, view.table.ball_radius});
  const double radius_px = 0.5 * cv::norm(points[0].at - points[kRays / 2].at);
  for (Ray& ray : rays) {
    const double lower = ray.outward.dot(down) / std::max(radius_px, 1e-6);
    ray.trust = 1.0 - kShadowDistrust * std::clamp(lower, 0.0, 1.0);
  }
  return true;
}

// How well the edges around the final outline support it: the strongest edge of a wide search must
// lie on the outline, which a hand or a shadow seldom achieves all around.
void judge(const cv::Mat& features, const TableView& view, std::span<const ImageCircle> occluders,
           const FitOptions& options, BallFit& fit) {
  Rays rays;
  if (!lay_rays(view, fit.position, features.size(), occluders, rays)) return;
  const double radius = fit.image.radius_px, near = std::max(0.9, 0.10 * radius);
  for (Ray& ray : rays) {
    if (ray.open)
      find_edge(features, std::max(3.0, kJudge * radius), 1.0, options.least_contrast, ray,
                kJudgeBias);
  }
  double open = 0.0, good = 0.0, run = 0.0, longest = 0.0, all = 0.0;
  std::vector<double> strengths;
  for (std::size_t k = 0; k < 2 * kRays; ++k) {  // twice round, so that runs may wrap
    const Ray& ray = rays[k % kRays];
    if (k < kRays) all += ray.trust;
    if (!ray.open) continue;
    const bool supports = ray.edge && std::abs(ray.offset - fit.radial_px) < near;
    run = supports ? 0.0 : run + ray.trust;
    longest = std::max(longest, run);
    if (k >= kRays) continue;
    open += ray.trust;
    if (!supports) continue;
    good += ray.trust;
    strengths.push_back(ray.strength);
  }
  fit.open = open / all;
  fit.support = open > 0.0 ? good / open : 0.0;
  fit.gap = std::min(1.0, longest / all);
  if (strengths.empty()) return;
  const auto middle = strengths.begin() + static_cast<std::ptrdiff_t>(strengths.size() / 2);
  std::nth_element(strengths.begin(), middle, strengths.end());
  fit.contrast = *middle;
}

}  // namespace

std::optional<ImageCircle> ball_image(const TableView& view, const cv::Point2d& at) {
  const double radius = view.table.ball_radius;
  return sphere_image(view.camera, {at.x, at.y, radius}, radius);
}

cv::Matx22d image_jacobian(const TableView& view, const cv::Point2d& at) {
  constexpr double h = 1e-4;
  const double z = view.table.ball_radius;
  const cv::Point2d o = project_visible(view.camera, {at.x, at.y, z});
  const cv::Point2d x = project_visible(view.camera, {at.x + h, at.y, z});
  const cv::Point2d y = project_visible(view.camera, {at.x, at.y + h, z});
  return {(x.x - o.x) / h, (y.x - o.x) / h, (x.y - o.y) / h, (y.y - o.y) / h};
}

BallFit fit_ball(const cv::Mat& features, const TableView& view, const cv::Point2d& start,
                 std::span<const ImageCircle> occluders, const FitOptions& options) {
  BallFit fit;
  fit.position = start;
  for (int i = 0; i < options.iterations; ++i) {
    const auto image = ball_image(view, fit.position);
    Rays rays;
    if (!image || !lay_rays(view, fit.position, features.size(), occluders, rays)) return fit;
    const double shrink = i == 0 ? 1.0 : (i == 1 ? 0.6 : 0.4);
    const double reach = std::max(2.0, options.search * shrink * image->radius_px);
    const double half_gap = std::clamp(0.08 * image->radius_px, 0.75, 2.5);
    for (Ray& ray : rays) {
      if (ray.open) find_edge(features, reach, half_gap, options.least_contrast, ray);
    }
    cv::Vec3d solution;
    cv::Matx33d normal;
    const double scale = solve_robust(rays, solution, normal);
    if (scale > 100.0) return fit;
    const cv::Matx22d inverse = image_jacobian(view, fit.position).inv();
    cv::Vec2d move = inverse * cv::Vec2d(solution[0], solution[1]);
    const double most = options.search * view.table.ball_radius;
    const double length = cv::norm(move);
    if (length > most) move *= most / length;
    fit.position += cv::Point2d(move[0], move[1]);
    fit.radial_px = solution[2];
    if (i + 1 < options.iterations && length > options.enough) continue;
    const cv::Matx33d covariance = normal.inv(cv::DECOMP_CHOLESKY) * (scale * scale);
    const cv::Matx22d image_covariance(covariance(0, 0), covariance(0, 1), covariance(1, 0),
                                       covariance(1, 1));
    fit.covariance =
        inverse * image_covariance * inverse.t() + kFloor * kFloor * cv::Matx22d::eye();
    const double trace = fit.covariance(0, 0) + fit.covariance(1, 1);
    const double det = cv::determinant(fit.covariance);
    fit.sigma = std::sqrt(0.5 * trace + std::sqrt(std::max(0.0, 0.25 * trace * trace - det)));
    break;
  }
  if (const auto image = ball_image(view, fit.position)) fit.image = *image;
  judge(features, view, occluders, options, fit);
  return fit;
}

}  // namespace billiard::vision
