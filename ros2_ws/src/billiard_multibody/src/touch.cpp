// SPDX-License-Identifier: Apache-2.0
#include "billiard_multibody/touch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace billiard::multibody {
namespace {

using Vec2 = Eigen::Vector2d;

/// Unit vector along v; `otherwise` for a centre that lies exactly on the other's.
Vec3 unit(const Vec3& v, const Vec3& otherwise) {
  const double length = v.norm();
  return length > 0.0 ? Vec3(v / length) : otherwise;
}

Vec3 to_local(const Pose& pose, const Vec3& place) {
  return pose.axes.transpose() * (place - pose.position);
}

Vec3 to_ground(const Pose& pose, const Vec3& local) { return pose.position + pose.axes * local; }

/// The sphere against one nearest place outside of which its centre lies.
Touch from_nearest(const Vec3& centre, double radius, const Vec3& nearest) {
  const Vec3 d = centre - nearest;
  return {radius - d.norm(), unit(d, Vec3::UnitZ()), nearest};
}

struct Nearest {
  Vec2 place = Vec2::Zero();
  Vec2 outward = Vec2::UnitX();  ///< of its edge
  double inside = 0.0;           ///< how deep the asked point is; negative outside
};

/// Edge of a triangle nearest to a point, and the place on it.
Nearest nearest_on_triangle(const Vec2& p, const std::array<Vec2, 3>& corners) {
  Nearest best;
  double least = std::numeric_limits<double>::infinity();
  bool within = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2& from = corners[i];
    const Vec2 along = corners[(i + 1) % 3] - from;
    const double part = std::clamp((p - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    const Vec2 place = from + part * along;
    const Vec2 outward = Vec2(along.y(), -along.x()).normalized();
    within = within && (p - from).dot(outward) < 0.0;
    const double distance = (p - place).norm();
    if (distance < least) {
      least = distance;
      best = {place, outward, distance};
    }
  }
  if (!within) best.inside = -best.inside;
  return best;
}

}  // namespace

Touch sphere_sphere(const Vec3& centre, double radius, const Vec3& other, double other_radius) {
  const Vec3 normal = unit(centre - other, Vec3::UnitZ());
  return {radius + other_radius - (centre - other).norm(), normal, other + other_radius * normal};
}

Touch sphere_inside_sphere(const Vec3& centre, double radius, const Vec3& other,
                           double other_radius) {
  const Vec3 outward = unit(centre - other, Vec3::UnitZ());
  return {radius + (centre - other).norm() - other_radius, -outward,
          other + other_radius * outward};
}

Touch sphere_plane(const Vec3& centre, double radius, const Pose& plane) {
  const Vec3 normal = plane.axes.col(2);
  const double distance = normal.dot(centre - plane.position);
  return {radius - distance, normal, centre - distance * normal};
}

Touch sphere_box(const Vec3& centre, double radius, const Pose& box, const Vec3& half_lengths) {
  const Vec3 c = to_local(box, centre);
  const Vec3 nearest = c.cwiseMax(-half_lengths).cwiseMin(half_lengths);
  if (nearest != c) return from_nearest(centre, radius, to_ground(box, nearest));
  // The centre is inside: out through the nearest face.
  int axis = 0;
  (half_lengths - c.cwiseAbs()).minCoeff(&axis);
  const double side = c[axis] < 0.0 ? -1.0 : 1.0;
  Vec3 face = c;
  face[axis] = side * half_lengths[axis];
  return {radius + half_lengths[axis] - std::abs(c[axis]), side * box.axes.col(axis),
          to_ground(box, face)};
}

Touch sphere_prism(const Vec3& centre, double radius, const Pose& prism,
                   const std::array<Eigen::Vector2d, 3>& corners, double half_length) {
  const Vec3 c = to_local(prism, centre);
  const Nearest n = nearest_on_triangle(c.head<2>(), corners);
  const double z = std::clamp(c.z(), -half_length, half_length);
  const bool within = n.inside > 0.0;
  if (!within || z != c.z()) {
    const Vec2 flat = within ? Vec2(c.head<2>()) : n.place;
    return from_nearest(centre, radius, to_ground(prism, {flat.x(), flat.y(), z}));
  }
  const double to_end = half_length - std::abs(c.z());
  if (to_end < n.inside) {
    const double side = c.z() < 0.0 ? -1.0 : 1.0;
    return {radius + to_end, side * prism.axes.col(2),
            to_ground(prism, {c.x(), c.y(), side * half_length})};
  }
  return {radius + n.inside, prism.axes * Vec3(n.outward.x(), n.outward.y(), 0.0),
          to_ground(prism, {n.place.x(), n.place.y(), c.z()})};
}

Touch sphere_cylinder(const Vec3& centre, double radius, const Pose& cylinder,
                      double cylinder_radius, double half_length) {
  const Vec3 c = to_local(cylinder, centre);
  const Vec3 outward = unit({c.x(), c.y(), 0.0}, Vec3::UnitX());
  if (std::abs(c.z()) <= half_length) {
    return {radius + cylinder_radius - c.head<2>().norm(), cylinder.axes * outward,
            to_ground(cylinder, cylinder_radius * outward + Vec3(0.0, 0.0, c.z()))};
  }
  const double end = c.z() < 0.0 ? -half_length : half_length;
  const double across = std::min(c.head<2>().norm(), cylinder_radius);
  return from_nearest(centre, radius, to_ground(cylinder, across * outward + Vec3(0.0, 0.0, end)));
}

Touch sphere_inside_cylinder(const Vec3& centre, double radius, const Pose& cylinder,
                             double cylinder_radius) {
  const Vec3 c = to_local(cylinder, centre);
  const Vec3 outward = unit({c.x(), c.y(), 0.0}, Vec3::UnitX());
  return {radius + c.head<2>().norm() - cylinder_radius, -(cylinder.axes * outward),
          to_ground(cylinder, cylinder_radius * outward + Vec3(0.0, 0.0, c.z()))};
}

}  // namespace billiard::multibody
