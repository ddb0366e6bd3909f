// SPDX-License-Identifier: Apache-2.0
#include "sharp_outline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>
#include <vector>

#include "ball_fit.hpp"
#include "cloth.hpp"

namespace billiard::vision {

namespace {

constexpr int kRays = 72;        // about one per pixel of outline at 1280x720 over a whole table
constexpr int kRounds = 2;       // of laying the outline and moving it
constexpr int kHalfSteps = 4;    // of a profile, on either side of the outline
constexpr double kReach = 0.09;  // of a profile to either side [radii]
constexpr double kLeastReach_px = 1.0;  // the blur of an edge is no narrower
constexpr double kMostReach_px = 2.5;
constexpr double kLeastContrast = 6.0;   // between ball and cloth [grey levels]
constexpr double kRadial = -0.1;         // light and shade narrow the outline by this [reaches]
constexpr double kRadialSigma = 0.1;     // more or less
constexpr double kLeastScale_px = 0.05;  // of the errors of single rays
constexpr double kOutlier = 3.0;         // of these scales, from which a ray does not count
constexpr double kPatterned = 0.15;  // change of the ball's colour along its rim, of the contrast
constexpr double kNeighbours = 2.0;  // rays beside each other share pixels: measured, as a factor
constexpr double kFloor = 1e-4;      // of a place from frame to frame, whatever the rays say [m]
constexpr double kFarthest = 0.1;    // from the start [ball radii]
constexpr int kLeastRays = 20;
constexpr double kDeep_px = 1.5;        // farther inside, where the paint should still be the same
constexpr double kOtherPaint = 1.0;     // change of colour, of the contrast, that no shading makes
constexpr double kRimChange = 0.25;     // likewise from ray to ray
constexpr double kShadeReach_px = 1.0;  // over which the cloth's shade is measured
constexpr int kShadeRays = 2;           // to either side of a ray, over which it is averaged
constexpr double kMostShade = 0.3;      // of the contrast per pixel

struct Ray {
  cv::Point2d at, outward;
  bool counts{false};
  double offset{0.0};    // of the edge, outwards [px]
  double contrast{0.0};  // [grey levels]
  double trust{0.0};     // less where the rim's colour changes
  double slope{0.0};     // of the cloth's colour beside it, of the contrast per pixel
  double weight{0.0};
  cv::Vec3f inside{};
  bool plain{true};
};

using Rays = std::array<Ray, kRays>;

bool lay(const TableView& view, const cv::Point2d& at, cv::Size size,
         std::span<const ImageCircle> occluders, Rays& rays) {
  const double radius = view.table.ball_radius;
  const auto outline = sphere_outline(view.camera, {at.x, at.y, radius}, radius, kRays);
  if (outline.size() != kRays) return false;
  const cv::Point2d middle = 0.5 * (outline[0] + outline[kRays / 2]);
  for (std::size_t i = 0; i < kRays; ++i) {
    const cv::Point2d along = outline[(i + 1) % kRays] - outline[(i + kRays - 1) % kRays];
    const double length = cv::norm(along);
    if (length < 1e-6) return false;
    Ray& ray = rays[i];
    ray = {};
    ray.at = outline[i];
    ray.outward = cv::Point2d(-along.y, along.x) * (1.0 / length);
    if (ray.outward.dot(outline[i] - middle) < 0.0) ray.outward = -ray.outward;
    ray.counts =
        ray.at.x > 4 && ray.at.y > 4 && ray.at.x < size.width - 5 && ray.at.y < size.height - 5;
    for (const ImageCircle& o : occluders) {
      if (cv::norm(ray.at - o.center_px) < o.radius_px) ray.counts = false;
    }
  }
  return true;
}

// With I(s) along the ray, outwards, projected on the change of colour, `in` and `out` its levels
// at either end: the edge lies where ∫ (I − out) / (in − out) ds puts it. Unlike the steepest place
// that hardly depends on how the edge lies between the pixels.
void measure(const cv::Mat& frame, double reach_px, Ray& ray) {
  constexpr int kCount = 2 * kHalfSteps + 3;  // one more at either end, for the levels
  const double step = reach_px / kHalfSteps;
  std::array<cv::Vec3f, kCount> colours;
  for (int k = 0; k < kCount; ++k) {
    colours[static_cast<std::size_t>(k)] =
        sample(frame, ray.at + ((k - kHalfSteps - 1) * step) * ray.outward);
  }
  const cv::Vec3f in = 0.5F * (colours[0] + colours[1]);
  const cv::Vec3f out = 0.5F * (colours[kCount - 1] + colours[kCount - 2]);
  const cv::Vec3f change = in - out;
  const double contrast2 = change.dot(change);
  ray.inside = in;
  ray.contrast = std::sqrt(contrast2);
  if (ray.contrast < kLeastContrast) {
    ray.counts = false;
    return;
  }
  double sum = 0.0;
  for (int k = 1; k + 1 < kCount; ++k) {
    const double weight = k == 1 || k + 2 == kCount ? 0.5 : 1.0;
    sum += weight * change.dot(colours[static_cast<std::size_t>(k)] - out) / contrast2;
  }
  ray.offset = sum * step - reach_px;
  const cv::Vec3f deep = sample(frame, ray.at - (reach_px + kDeep_px) * ray.outward);
  ray.plain = cv::norm(deep - colours[1]) < kOtherPaint * ray.contrast;
  const cv::Vec3f far = sample(frame, ray.at + (reach_px + kShadeReach_px) * ray.outward);
  ray.slope = change.dot(colours[kCount - 2] - far) / (contrast2 * kShadeReach_px);
}

// Shadows darken the cloth towards a ball: at the edge it is not what it is at the profile's end.
// The median over neighbours tells shade from grain.
void allow_for_shade(Rays& rays, double reach_px) {
  std::array<double, kRays> slopes{};
  for (int i = 0; i < kRays; ++i) {
    std::array<double, 2 * kShadeRays + 1> near{};
    int count = 0;
    for (int k = -kShadeRays; k <= kShadeRays; ++k) {
      const Ray& ray = rays[static_cast<std::size_t>((i + k + kRays) % kRays)];
      if (ray.counts) near[static_cast<std::size_t>(count++)] = ray.slope;
    }
    if (count == 0) continue;
    std::nth_element(near.begin(), near.begin() + count / 2, near.begin() + count);
    slopes[static_cast<std::size_t>(i)] = near[static_cast<std::size_t>(count / 2)];
  }
  for (std::size_t i = 0; i < kRays; ++i)
    rays[i].offset -= 0.5 * reach_px * reach_px * std::clamp(slopes[i], -kMostShade, kMostShade);
}

// Where a stripe or a number meets the rim, the level inside is neither paint's.
void judge_rim(Rays& rays) {
  for (std::size_t i = 0; i < kRays; ++i) {
    Ray& ray = rays[i];
    if (!ray.counts) continue;
    double change = 0.0;
    for (const std::size_t j : {(i + 1) % kRays, (i + kRays - 1) % kRays}) {
      if (rays[j].counts) change = std::max(change, cv::norm(rays[j].inside - ray.inside));
    }
    const double share = change / (kPatterned * ray.contrast);
    ray.trust = 1.0 / (1.0 + share * share);
    ray.plain = ray.plain && change < kRimChange * ray.contrast;
  }
}

double plain_share(const Rays& rays) {
  double plain = 0.0, all = 0.0;
  for (const Ray& ray : rays) {
    if (!ray.counts) continue;
    all += 1.0;
    plain += ray.plain ? 1.0 : 0.0;
  }
  return plain / std::max(1.0, all);
}

double error_of(const Ray& ray, const cv::Vec3d& solution) {
  return ray.offset - solution.dot({ray.outward.x, ray.outward.y, 1.0});
}

// Shift (du, dv) and widening of the outline, iteratively reweighted. Returns their covariance.
std::optional<cv::Matx33d> solve(Rays& rays, double reach_px, cv::Vec3d& solution) {
  cv::Matx33d normal;
  double scale = 1.0;
  const double known = std::pow(kRadialSigma * reach_px, -2);
  for (Ray& ray : rays) ray.weight = ray.counts ? ray.trust : 0.0;
  for (int round = 0; round < 6; ++round) {
    normal = cv::Matx33d::diag({1e-6, 1e-6, known});
    cv::Vec3d right(0, 0, known * kRadial * reach_px);
    for (const Ray& ray : rays) {
      const cv::Vec3d row(ray.outward.x, ray.outward.y, 1.0);
      normal += ray.weight * (row * row.t());
      right += ray.weight * ray.offset * row;
    }
    solution = normal.solve(right, cv::DECOMP_CHOLESKY);
    std::vector<double> errors;
    for (const Ray& ray : rays) {
      if (ray.counts) errors.push_back(std::abs(error_of(ray, solution)));
    }
    if (errors.size() < kLeastRays) return std::nullopt;
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    scale = std::max(kLeastScale_px, 1.48 * *middle);
    for (Ray& ray : rays) {
      if (!ray.counts) continue;
      const double e = error_of(ray, solution) / (kOutlier * scale);
      const double inside = std::max(0.0, 1.0 - e * e);
      ray.weight = ray.trust * inside * inside;
    }
  }
  const double sigma = kNeighbours * scale;
  return normal.inv(cv::DECOMP_CHOLESKY) * (sigma * sigma);
}

}  // namespace

std::optional<SharpOutline> sharpen(const cv::Mat& frame, const TableView& view,
                                    const cv::Point2d& start,
                                    std::span<const ImageCircle> occluders) {
  SharpOutline sharp;
  sharp.position = start;
  for (int round = 0; round < kRounds; ++round) {
    const auto image = ball_image(view, sharp.position);
    Rays rays;
    if (!image || !lay(view, sharp.position, frame.size(), occluders, rays)) return std::nullopt;
    const double reach = std::clamp(kReach * image->radius_px, kLeastReach_px, kMostReach_px);
    for (Ray& ray : rays) {
      if (ray.counts) measure(frame, reach, ray);
    }
    allow_for_shade(rays, reach);
    judge_rim(rays);
    cv::Vec3d solution;
    const auto covariance = solve(rays, reach, solution);
    if (!covariance) return std::nullopt;
    const cv::Matx22d inverse = image_jacobian(view, sharp.position).inv();
    const cv::Vec2d move = inverse * cv::Vec2d(solution[0], solution[1]);
    sharp.position += cv::Point2d(move[0], move[1]);
    sharp.covariance = inverse * covariance->get_minor<2, 2>(0, 0) * inverse.t() +
                       kFloor * kFloor * cv::Matx22d::eye();
    sharp.plain = plain_share(rays);
    if (cv::norm(sharp.position - start) > kFarthest * view.table.ball_radius) return std::nullopt;
  }
  return sharp;
}

}  // namespace billiard::vision
