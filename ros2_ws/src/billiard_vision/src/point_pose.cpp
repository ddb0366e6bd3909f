// SPDX-License-Identifier: Apache-2.0
#include "point_pose.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/core.hpp>
#include <vector>

namespace billiard::vision {

namespace {

constexpr int kUnknowns = 7;  // rotation 3, translation 3, log focal
constexpr int kResiduals =
    9;  // u, v of each point, and the focal length's distance from a usual one
using Step = cv::Vec<double, kUnknowns>;
using Residuals = cv::Vec<double, kResiduals>;

constexpr double kUsualFocal = 1.3;  // image widths
constexpr double kFocalPull_px =
    0.5;                            // per unit of log focal: 0.5 is as odd as a point 0.25 px off
constexpr double kWidest = 0.5;     // focal length of the first start, in image widths
constexpr double kFocalStep = 1.5;  // from one start to the next
constexpr int kFocalStarts = 8;     // up to 8.5 image widths

struct Problem {
  const std::array<cv::Vec3d, 4>& points_T;
  const std::array<cv::Point2d, 4>& pixels;
  bool free_focal{false};
};

Residuals residuals_of(const Problem& problem, const Camera& camera) {
  Residuals out = Residuals::all(0.0);
  for (int i = 0; i < 4; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const cv::Point2d miss = project_visible(camera, problem.points_T[k]) - problem.pixels[k];
    out[2 * i] = miss.x;
    out[2 * i + 1] = miss.y;
  }
  if (problem.free_focal) {
    out[8] = kFocalPull_px * std::log(camera.lens.fx / (kUsualFocal * camera.lens.width));
  }
  return out;
}

Camera moved_by(const Step& step, const Camera& camera) {
  Camera out = camera;
  cv::Matx33d turn;
  cv::Rodrigues(cv::Vec3d(step[0], step[1], step[2]), turn);
  out.pose.R_CT = turn * camera.pose.R_CT;
  // A longer lens goes with a larger distance, as in fit_pose().
  out.pose.t_CT[2] *= std::exp(step[6]);
  out.pose.t_CT += cv::Vec3d(step[3], step[4], step[5]);
  out.lens.fx *= std::exp(step[6]);
  out.lens.fy *= std::exp(step[6]);
  return out;
}

cv::Matx<double, kResiduals, kUnknowns> jacobian_of(const Problem& problem, const Camera& camera) {
  constexpr double kDelta = 1e-6;
  cv::Matx<double, kResiduals, kUnknowns> out;
  for (int p = 0; p < kUnknowns; ++p) {
    Step step = Step::all(0.0);
    step[p] = kDelta;
    const Residuals slope = (residuals_of(problem, moved_by(step, camera)) -
                             residuals_of(problem, moved_by(-step, camera))) *
                            (0.5 / kDelta);
    for (int r = 0; r < kResiduals; ++r) out(r, p) = slope[r];
  }
  if (!problem.free_focal) {
    for (int r = 0; r < kResiduals; ++r) out(r, 6) = 0.0;
  }
  return out;
}

// Levenberg–Marquardt.
Camera improve(const Problem& problem, Camera camera) {
  Residuals here = residuals_of(problem, camera);
  double damping = 1e-3;
  for (int iteration = 0; iteration < 60 && damping < 1e8; ++iteration) {
    const auto slopes = jacobian_of(problem, camera);
    cv::Matx<double, kUnknowns, kUnknowns> normal = slopes.t() * slopes;
    if (!problem.free_focal) normal(6, 6) = 1.0;  // which keeps its step at zero
    for (int p = 0; p < kUnknowns; ++p) normal(p, p) *= 1.0 + damping;
    cv::Mat step;
    damping *= 10.0;  // unless this step turns out well
    if (!cv::solve(normal, -(slopes.t() * here), step, cv::DECOMP_CHOLESKY)) continue;
    const Camera next = moved_by(Step(step.ptr<double>()), camera);
    const Residuals there = residuals_of(problem, next);
    if (!(there.dot(there) < here.dot(here))) continue;
    const bool done = here.dot(here) - there.dot(there) < 1e-9 * here.dot(here);
    camera = next;
    here = there;
    damping = std::max(1e-9, 0.02 * damping);
    if (done) break;
  }
  return camera;
}

// The homography H from the plane of the points to normalised pixels is [r1 r2 t] up to a factor
// (Zhang 2000, section 3.1), with r1 and r2 the first columns of the rotation.
std::vector<Camera> starts(const Problem& problem, const Lens& lens) {
  std::vector<cv::Point2d> object, normalised;
  for (const cv::Vec3d& p : problem.points_T) object.emplace_back(p[0], p[1]);
  for (const cv::Point2d& p : problem.pixels) normalised.push_back(undistort(lens, p));
  const cv::Mat found = cv::findHomography(object, normalised);
  if (found.empty()) return {};
  cv::Matx33d h(found.ptr<double>());
  h *= std::copysign(2.0 / (cv::norm(h.col(0)) + cv::norm(h.col(1))), h(2, 2));
  const cv::Vec3d r1(h(0, 0), h(1, 0), h(2, 0)), r2(h(0, 1), h(1, 1), h(2, 1)), r3 = r1.cross(r2);
  const cv::Vec3d t(h(0, 2), h(1, 2), h(2, 2));
  cv::Matx31d w;
  cv::Matx33d u, vt;
  cv::SVD::compute(cv::Matx33d(r1[0], r2[0], r3[0], r1[1], r2[1], r3[1], r1[2], r2[2], r3[2]), w, u,
                   vt);
  // Tilted as much the other way about the line of sight d, a plane far away looks the same.
  const cv::Vec3d d = cv::normalize(t);
  const cv::Matx33d mirror = 2.0 * (d * d.t()) - cv::Matx33d::eye();
  const cv::Matx33d R_CT = u * vt, half_turn(-1, 0, 0, 0, -1, 0, 0, 0, 1);
  std::vector<Camera> out;
  for (const cv::Matx33d& turn : {R_CT, mirror * R_CT * half_turn}) {
    const cv::Vec3d height = turn * cv::Vec3d(0.0, 0.0, problem.points_T[0][2]);
    out.push_back({lens, {turn, t - height}});
  }
  return out;
}

}  // namespace

PointPose pose_from_points(const std::array<cv::Vec3d, 4>& points_T,
                           const std::array<cv::Point2d, 4>& pixels, const Lens& lens,
                           bool free_focal) {
  const Problem problem{points_T, pixels, free_focal};
  PointPose best;
  best.camera.lens = lens;
  for (int k = 0; k < (free_focal ? kFocalStarts : 1); ++k) {
    Lens start = lens;
    if (free_focal) start.fx = start.fy = kWidest * lens.width * std::pow(kFocalStep, k);
    for (const Camera& guess : starts(problem, start)) {
      const Camera camera = improve(problem, guess);
      if (camera_centre(camera)[2] <= points_T[0][2]) continue;  // from below the table
      const Residuals off = residuals_of(problem, camera);
      if (!(off.dot(off) < best.cost)) continue;
      best.cost = off.dot(off);
      best.error_px = std::sqrt((best.cost - off[8] * off[8]) / 4.0);
      best.camera = camera;
    }
  }
  return best;
}

}  // namespace billiard::vision
