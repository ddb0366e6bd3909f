// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/camera.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

namespace billiard::vision {

namespace {

// Fixed-point iterations that undo the lens; 12 reach 1e-9 for every lens in config/cameras.
constexpr int kUndistortIterations = 12;

}  // namespace

Lens make_lens(int width, int height, double focal_px) {
  Lens lens;
  lens.width = width;
  lens.height = height;
  lens.fx = lens.fy = focal_px;
  lens.cx = 0.5 * (width - 1);
  lens.cy = 0.5 * (height - 1);
  return lens;
}

bool set_distortion(Lens& lens, const std::string& model, std::span<const double> coefficients) {
  if (model != "plumb_bob" && model != "rational_polynomial") return false;
  decltype(lens.distortion) distortion{};
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (!std::isfinite(coefficients[i])) return false;
    if (i >= distortion.size() && coefficients[i] != 0.0) return false;
    if (i < distortion.size()) distortion[i] = coefficients[i];
  }
  lens.distortion = distortion;
  return true;
}

Camera look_at(const Lens& lens, const cv::Vec3d& eye, const cv::Vec3d& target,
               const cv::Vec3d& up) {
  const cv::Vec3d z = cv::normalize(target - eye);
  cv::Vec3d x = z.cross(up);
  if (cv::norm(x) < 1e-9) x = z.cross(cv::Vec3d(0.0, 1.0, 0.0));  // looking along `up`
  x = cv::normalize(x);
  const cv::Vec3d y = z.cross(x);
  Camera camera;
  camera.lens = lens;
  camera.pose.R_CT = cv::Matx33d(x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]);
  camera.pose.t_CT = -(camera.pose.R_CT * eye);
  return camera;
}

cv::Vec3d camera_centre(const Camera& camera) { return -(camera.pose.R_CT.t() * camera.pose.t_CT); }

cv::Point2d distort(const Lens& lens, const cv::Point2d& n) {
  const auto& [k1, k2, p1, p2, k3] = lens.distortion;
  const double r2 = n.x * n.x + n.y * n.y;
  const double radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
  const double x = n.x * radial + 2.0 * p1 * n.x * n.y + p2 * (r2 + 2.0 * n.x * n.x);
  const double y = n.y * radial + p1 * (r2 + 2.0 * n.y * n.y) + 2.0 * p2 * n.x * n.y;
  return {lens.fx * x + lens.cx, lens.fy * y + lens.cy};
}

cv::Point2d undistort(const Lens& lens, const cv::Point2d& pixel) {
  const cv::Point2d start((pixel.x - lens.cx) / lens.fx, (pixel.y - lens.cy) / lens.fy);
  const auto& [k1, k2, p1, p2, k3] = lens.distortion;
  if (k1 == 0.0 && k2 == 0.0 && p1 == 0.0 && p2 == 0.0 && k3 == 0.0) return start;
  cv::Point2d n = start;
  for (int i = 0; i < kUndistortIterations; ++i) {
    const double r2 = n.x * n.x + n.y * n.y;
    const double radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
    const double dx = 2.0 * p1 * n.x * n.y + p2 * (r2 + 2.0 * n.x * n.x);
    const double dy = p1 * (r2 + 2.0 * n.y * n.y) + 2.0 * p2 * n.x * n.y;
    n = {(start.x - dx) / radial, (start.y - dy) / radial};
  }
  return n;
}

std::optional<cv::Point2d> project(const Camera& camera, const cv::Vec3d& p_T) {
  const cv::Vec3d p_C = camera.pose.R_CT * p_T + camera.pose.t_CT;
  if (p_C[2] < 1e-6) return std::nullopt;
  return distort(camera.lens, {p_C[0] / p_C[2], p_C[1] / p_C[2]});
}

cv::Point2d project_visible(const Camera& camera, const cv::Vec3d& p_T) {
  const cv::Vec3d p_C = camera.pose.R_CT * p_T + camera.pose.t_CT;
  const double depth = std::max(p_C[2], 1e-6);
  return distort(camera.lens, {p_C[0] / depth, p_C[1] / depth});
}

cv::Vec3d ray_direction(const Camera& camera, const cv::Point2d& pixel) {
  const cv::Point2d n = undistort(camera.lens, pixel);
  return cv::normalize(camera.pose.R_CT.t() * cv::Vec3d(n.x, n.y, 1.0));
}

std::optional<cv::Point2d> meet_plane(const Camera& camera, const cv::Point2d& pixel,
                                      double height) {
  const cv::Vec3d origin = camera_centre(camera);
  const cv::Vec3d d = ray_direction(camera, pixel);
  if (std::abs(d[2]) < 1e-9) return std::nullopt;
  const double t = (height - origin[2]) / d[2];
  if (t <= 0.0) return std::nullopt;
  return cv::Point2d(origin[0] + t * d[0], origin[1] + t * d[1]);
}

std::vector<cv::Point2d> sphere_outline(const Camera& camera, const cv::Vec3d& centre,
                                        double radius, int count) {
  // Tangent circle of the cone from the eye: centre c - d R^2/D^2, radius R sqrt(1 - R^2/D^2).
  const cv::Vec3d d = centre - camera_centre(camera);
  const double distance2 = d.dot(d);
  const double depth = (camera.pose.R_CT * centre + camera.pose.t_CT)[2];
  if (distance2 <= radius * radius || depth <= radius) return {};
  const double shrink = radius * radius / distance2;
  const cv::Vec3d middle = centre - shrink * d;
  const double ring = radius * std::sqrt(1.0 - shrink);
  const cv::Vec3d axis = d / std::sqrt(distance2);
  const cv::Vec3d right_C(camera.pose.R_CT(0, 0), camera.pose.R_CT(0, 1), camera.pose.R_CT(0, 2));
  const cv::Vec3d v = cv::normalize(axis.cross(right_C));
  const cv::Vec3d u = v.cross(axis);
  std::vector<cv::Point2d> outline;
  outline.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * CV_PI * i / count;
    outline.push_back(
        project_visible(camera, middle + ring * (std::cos(angle) * u + std::sin(angle) * v)));
  }
  return outline;
}

std::optional<ImageCircle> sphere_image(const Camera& camera, const cv::Vec3d& centre,
                                        double radius) {
  const std::vector<cv::Point2d> outline = sphere_outline(camera, centre, radius);
  if (outline.empty()) return std::nullopt;
  ImageCircle circle;
  cv::Point2d low = outline.front(), high = low;
  double twice_area = 0.0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const cv::Point2d& p = outline[i];
    const cv::Point2d& q = outline[(i + 1) % outline.size()];
    twice_area += p.cross(q);
    circle.center_px += p;
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  circle.center_px *= 1.0 / static_cast<double>(outline.size());
  // A regular 32-gon covers 0.9936 of its circle.
  const double n = static_cast<double>(outline.size());
  const double polygon = n * std::sin(2.0 * CV_PI / n) / (2.0 * CV_PI);
  circle.radius_px = std::sqrt(std::abs(twice_area) / (2.0 * CV_PI * polygon));
  circle.box_px = cv::Rect2d(low, high);
  return circle;
}

}  // namespace billiard::vision
