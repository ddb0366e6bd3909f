// SPDX-License-Identifier: Apache-2.0
#include "sharp_outline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>

#include "ball_outline.hpp"
#include "cloth.hpp"

namespace billiard::vision {

namespace {

constexpr int kRays = 60;         // nearly one per pixel of outline at 1280x720 over a whole table
constexpr int kRounds = 2;        // of laying the outline and moving it
constexpr double kDone_px = 0.2;  // a smaller move needs no further round
constexpr double kShown = 0.63;   // of how far an edge is off: blur reaches the profile's ends
constexpr int kSolutions = 3;     // of a round, each without the last one's outliers
constexpr int kHalfSteps = 4;     // of a profile, on either side of the outline
constexpr double kReach = 0.11;   // of a profile to either side [radii]
constexpr double kLeastReach_px = 1.3;  // the blur of an edge is no narrower
constexpr double kMostReach_px = 2.5;
constexpr double kBeyond_px = 1.0;       // past the profile, where the cloth's shade is measured
constexpr double kMostShade = 0.3;       // of the contrast per pixel
constexpr float kShadeLeftOut = 0.9F;    // share of what only makes the cloth darker or lighter
constexpr double kLeastContrast = 6.0;   // between ball and cloth [grey levels]
constexpr double kRadial = -0.1;         // light and shade narrow the outline by this [reaches]
constexpr double kRadialSigma = 0.4;     // more or less
constexpr double kNarrowest = -0.19;     // more: a stripe along the rim that is like the cloth
constexpr double kLeastScale_px = 0.05;  // of the errors of single rays
constexpr double kOutlier = 3.0;         // of these scales, from which a ray does not count
constexpr double kPatterned = 0.15;  // change of the ball's colour along its rim, of the contrast
constexpr double kNeighbours = 2.0;  // rays beside each other share pixels: measured, as a factor
constexpr double kFloor = 5e-5;      // of a place from frame to frame, whatever the rays say [m]
constexpr double kLikeCloth = 5e-4;  // likewise where such a stripe leads rays astray [m]
constexpr int kLeastRays = 16;

struct Ray : OutlinePoint {
  bool counts{false};
  double offset{0.0};    // of the edge, outwards [px]
  double contrast{0.0};  // [grey levels]
  double shade{0.0};     // slope of the cloth's colour beside it, of the contrast per pixel
  double trust{0.0};     // less where the rim's colour changes
  double weight{0.0};
  cv::Vec3f inside{};
};

using Rays = std::array<Ray, kRays>;

const Ray& beside(const Rays& rays, std::size_t i, int by) {
  return rays[(i + static_cast<std::size_t>(kRays + by)) % kRays];
}

// Rays count that no occluder meets up to their outer end.
bool lay(const TableView& view, const cv::Point2d& at, cv::Size size,
         std::span<const ImageCircle> occluders, double end_px, Rays& rays) {
  const auto points = outline_points(view, at, kRays);
  if (points.empty()) return false;
  const cv::Rect2d inside(4, 4, size.width - 9, size.height - 9);
  for (std::size_t i = 0; i < kRays; ++i) {
    Ray& ray = rays[i];
    ray = Ray{points[i]};
    const cv::Point2d end = ray.at + end_px * ray.outward;
    const auto hides = [&](const ImageCircle& o) {
      return std::min(cv::norm(ray.at - o.center_px), cv::norm(end - o.center_px)) < o.radius_px;
    };
    ray.counts = inside.contains(ray.at) && std::none_of(occluders.begin(), occluders.end(), hides);
  }
  return true;
}

// With I(s) the colours along the ray, outwards, `in` and `out` those at either end, and a the
// change in − out with most of what is along `out` taken away, as shadows only scale the cloth's
// colour: the edge lies where ∫ a·(I − out) / a·(in − out) ds puts it. Unlike the steepest place
// that hardly depends on how the edge lies between the pixels.
void measure(const cv::Mat& frame, double reach_px, Ray& ray) {
  constexpr int kCount = 2 * kHalfSteps + 3;  // one more at either end, for the levels
  const double step = reach_px / kHalfSteps;
  std::array<cv::Vec3f, kCount> colours;
  cv::Vec3f sum(0, 0, 0);
  for (int k = 0; k < kCount; ++k) {
    cv::Vec3f& colour = colours[static_cast<std::size_t>(k)];
    colour = sample(frame, ray.at + ((k - kHalfSteps - 1) * step) * ray.outward);
    if (k > 0 && k + 1 < kCount) sum += (k == 1 || k + 2 == kCount ? 0.5F : 1.0F) * colour;
  }
  ray.inside = 0.5F * (colours[0] + colours[1]);
  const cv::Vec3f out = 0.5F * (colours[kCount - 1] + colours[kCount - 2]);
  const cv::Vec3f change = ray.inside - out;
  const cv::Vec3f axis =
      change - kShadeLeftOut * change.dot(out) / std::max(1.0F, out.dot(out)) * out;
  const double contrast2 = change.dot(axis);
  ray.contrast = std::sqrt(contrast2);
  ray.counts = ray.contrast > kLeastContrast;
  if (!ray.counts) return;
  ray.offset = axis.dot(sum - 2.0F * kHalfSteps * out) / contrast2 * step - reach_px;
  const cv::Vec3f far = sample(frame, ray.at + (reach_px + kBeyond_px) * ray.outward);
  ray.shade = axis.dot(colours[kCount - 2] - far) / (contrast2 * kBeyond_px);
}

// Shadows darken the cloth towards a ball: at the edge it is not what it is at the profile's end.
// The median over five rays tells shade from grain.
void allow_for_shade(Rays& rays, double reach_px) {
  for (std::size_t i = 0; i < kRays; ++i) {
    std::array<double, 5> near{};
    int count = 0;
    for (int k = -2; k <= 2; ++k) {
      const Ray& ray = beside(rays, i, k);
      if (ray.counts) near[static_cast<std::size_t>(count++)] = ray.shade;
    }
    if (count == 0) continue;
    std::nth_element(near.begin(), near.begin() + count / 2, near.begin() + count);
    const double shade = near[static_cast<std::size_t>(count / 2)];
    rays[i].offset -= 0.5 * reach_px * reach_px * std::clamp(shade, -kMostShade, kMostShade);
  }
}

// Where a stripe or a number meets the rim, the level inside is neither paint's.
void judge_rim(Rays& rays) {
  for (std::size_t i = 0; i < kRays; ++i) {
    Ray& ray = rays[i];
    double change = 0.0;
    for (const int by : {-1, 1}) {
      const Ray& next = beside(rays, i, by);
      if (ray.counts && next.counts)
        change = std::max(change, cv::norm(next.inside - ray.inside) / ray.contrast);
    }
    ray.trust = ray.counts ? 1.0 / (1.0 + std::pow(change / kPatterned, 2)) : 0.0;
  }
}

// Tukey's weights by the errors against a solution. Returns their scale [px].
double weigh(Rays& rays, const cv::Vec3d& solution) {
  std::array<double, kRays> errors{};
  auto last = errors.begin();
  const auto error_of = [&](const Ray& ray) {
    return std::abs(ray.offset - solution.dot({ray.outward.x, ray.outward.y, 1.0}));
  };
  for (const Ray& ray : rays) {
    if (ray.counts) *last++ = error_of(ray);
  }
  const auto middle = errors.begin() + (last - errors.begin()) / 2;
  std::nth_element(errors.begin(), middle, last);
  const double scale = std::max(kLeastScale_px, 1.48 * *middle);
  for (Ray& ray : rays) {
    if (!ray.counts) continue;
    const double e = error_of(ray) / (kOutlier * scale);
    ray.weight = ray.trust * std::pow(std::max(0.0, 1.0 - e * e), 2);
  }
  return scale;
}

// Shift (du, dv) and widening of the outline, iteratively reweighted. Returns their covariance.
cv::Matx33d solve(Rays& rays, double reach_px, cv::Vec3d& solution) {
  cv::Matx33d normal;
  double scale = 1.0;
  const double known = std::pow(kRadialSigma * reach_px, -2);
  for (Ray& ray : rays) ray.weight = ray.trust;
  for (int i = 0; i < kSolutions; ++i) {
    normal = cv::Matx33d::diag({1e-6, 1e-6, known});
    cv::Vec3d right(0, 0, known * kRadial * reach_px);
    for (const Ray& ray : rays) {
      const cv::Vec3d row(ray.outward.x, ray.outward.y, 1.0);
      normal += ray.weight * (row * row.t());
      right += ray.weight * ray.offset * row;
    }
    solution = normal.solve(right, cv::DECOMP_CHOLESKY);
    scale = weigh(rays, solution);
  }
  return normal.inv(cv::DECOMP_CHOLESKY) * std::pow(kNeighbours * scale, 2);
}

}  // namespace

bool sharpen(const cv::Mat& frame, const TableView& view, std::span<const ImageCircle> occluders,
             double farthest, BallFit& fit) {
  const auto image = ball_image(view, fit.position);
  if (!image) return false;
  const double reach = std::clamp(kReach * image->radius_px, kLeastReach_px, kMostReach_px);
  const cv::Matx22d inverse = image_jacobian(view, fit.position).inv();
  cv::Point2d place = fit.position;
  cv::Matx33d covariance;
  cv::Vec3d solution(kDone_px, 0, 0);
  bool narrow = false;
  for (int i = 0; i < kRounds && std::hypot(solution[0], solution[1]) >= kDone_px; ++i) {
    Rays rays;
    if (!lay(view, place, frame.size(), occluders, reach + kBeyond_px, rays)) return false;
    for (Ray& ray : rays) {
      if (ray.counts) measure(frame, reach, ray);
    }
    const auto count = std::count_if(rays.begin(), rays.end(), [](auto& r) { return r.counts; });
    if (count < kLeastRays) return false;
    judge_rim(rays);
    allow_for_shade(rays, reach);
    covariance = solve(rays, reach, solution);
    const cv::Vec2d move = inverse * cv::Vec2d(solution[0], solution[1]) / kShown;
    place += cv::Point2d(move[0], move[1]);
    if (cv::norm(place - fit.position) > farthest * view.table.ball_radius) return false;
    narrow |= solution[2] < kNarrowest * reach;
  }
  fit.position = place;
  fit.covariance = inverse * covariance.get_minor<2, 2>(0, 0) * inverse.t() +
                   std::pow(narrow ? kLikeCloth : kFloor, 2) * cv::Matx22d::eye();
  return true;
}

}  // namespace billiard::vision
