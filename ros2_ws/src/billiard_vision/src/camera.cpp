// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/camera.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

namespace billiard::vision {

namespace {

constexpr int kUndistortIterations = 60;  // at most; a lens of a narrow view needs some ten
constexpr double kUndistorted = 1e-12;    // change that ends them [-]
constexpr double kWidest = 1.55;  // angle to the axis, beyond which a fisheye is not followed [rad]

struct Model {
  const char* name;
  std::size_t count;  // of coefficients
};
constexpr std::array<Model, 3> kModels{
    {{"plumb_bob", 5}, {"rational_polynomial", 8}, {"equidistant", 4}}};

// By how much a point at the squared distance r2 from the axis moves out.
double radial_factor(const Lens& lens, double r2) {
  const auto& [k1, k2, p1, p2, k3, k4, k5, k6] = lens.distortion;
  return (1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))) / (1.0 + r2 * (k4 + r2 * (k5 + r2 * k6)));
}

// By how much it moves aside, as the lens stands askew.
cv::Point2d aside(const Lens& lens, const cv::Point2d& n) {
  const double p1 = lens.distortion[2];
  const double p2 = lens.distortion[3];
  const double r2 = n.x * n.x + n.y * n.y;
  return {2.0 * p1 * n.x * n.y + p2 * (r2 + 2.0 * n.x * n.x),
          p1 * (r2 + 2.0 * n.y * n.y) + 2.0 * p2 * n.x * n.y};
}

cv::Point2d bend_by_distance(const Lens& lens, const cv::Point2d& n) {
  return radial_factor(lens, n.x * n.x + n.y * n.y) * n + aside(lens, n);
}

cv::Point2d unbend_by_distance(const Lens& lens, const cv::Point2d& bent) {
  if (lens.distortion == decltype(lens.distortion){}) return bent;
  cv::Point2d n = bent;
  for (int i = 0; i < kUndistortIterations; ++i) {
    const cv::Point2d before = n;
    n = (bent - aside(lens, n)) / radial_factor(lens, n.x * n.x + n.y * n.y);
    if (std::abs(n.x - before.x) + std::abs(n.y - before.y) < kUndistorted) break;
  }
  return n;
}

cv::Point2d bend_by_angle(const Lens& lens, const cv::Point2d& n) {
  const double r = std::hypot(n.x, n.y);
  if (r < 1e-12) return n;
  const double t = std::atan(r);
  const double t2 = t * t;
  const auto& k = lens.distortion;
  return n * (t * (1.0 + t2 * (k[0] + t2 * (k[1] + t2 * (k[2] + t2 * k[3])))) / r);
}

cv::Point2d unbend_by_angle(const Lens& lens, const cv::Point2d& bent) {
  const double reach = std::hypot(bent.x, bent.y);
  if (reach < 1e-12) return bent;
  const auto& k = lens.distortion;
  double t = std::min(reach, kWidest);
  for (int i = 0; i < kUndistortIterations; ++i) {  // Newton's
    const double t2 = t * t;
    const double value = t * (1.0 + t2 * (k[0] + t2 * (k[1] + t2 * (k[2] + t2 * k[3])))) - reach;
    const double slope =
        1.0 + t2 * (3.0 * k[0] + t2 * (5.0 * k[1] + t2 * (7.0 * k[2] + t2 * 9.0 * k[3])));
    const double before = t;
    t = std::clamp(t - value / slope, 0.0, kWidest);
    if (std::abs(t - before) < kUndistorted) break;
  }
  return bent * (std::tan(t) / reach);
}

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

const char* name(LensModel model) { return kModels[static_cast<std::size_t>(model)].name; }

std::span<const double> coefficients(const Lens& lens) {
  return std::span(lens.distortion).first(kModels[static_cast<std::size_t>(lens.model)].count);
}

bool set_distortion(Lens& lens, const std::string& model, std::span<const double> coefficients) {
  const auto* found = std::find_if(kModels.begin(), kModels.end(),
                                   [&](const Model& known) { return model == known.name; });
  if (found == kModels.end()) return false;
  decltype(lens.distortion) distortion{};
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (!std::isfinite(coefficients[i])) return false;
    if (i >= found->count && coefficients[i] != 0.0) return false;
    if (i < found->count) distortion[i] = coefficients[i];
  }
  lens.model = static_cast<LensModel>(found - kModels.begin());
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
  const cv::Point2d bent =
      lens.model == LensModel::kEquidistant ? bend_by_angle(lens, n) : bend_by_distance(lens, n);
  return {lens.fx * bent.x + lens.cx, lens.fy * bent.y + lens.cy};
}

cv::Point2d undistort(const Lens& lens, const cv::Point2d& pixel) {
  const cv::Point2d bent((pixel.x - lens.cx) / lens.fx, (pixel.y - lens.cy) / lens.fy);
  return lens.model == LensModel::kEquidistant ? unbend_by_angle(lens, bent)
                                               : unbend_by_distance(lens, bent);
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
  if (!(std::abs(d[2]) > 1e-9)) return std::nullopt;  // also where the lens cannot be undone
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
