// SPDX-License-Identifier: Apache-2.0
#include "billiard_multibody/contact.hpp"

#include <cmath>

namespace billiard::multibody {
namespace {

struct Find {
  const Vec3& centre;
  double radius;
  const Pose& pose;

  Touch operator()(const SphereShape& s) const {
    return s.inside ? sphere_inside_sphere(centre, radius, pose.position, s.radius)
                    : sphere_sphere(centre, radius, pose.position, s.radius);
  }
  Touch operator()(const PlaneShape&) const { return sphere_plane(centre, radius, pose); }
  Touch operator()(const BoxShape& s) const {
    return sphere_box(centre, radius, pose, s.half_lengths);
  }
  Touch operator()(const PrismShape& s) const {
    return sphere_prism(centre, radius, pose, s.corners, s.half_length);
  }
  Touch operator()(const CylinderShape& s) const {
    return s.inside ? sphere_inside_cylinder(centre, radius, pose, s.radius)
                    : sphere_cylinder(centre, radius, pose, s.radius, s.half_length);
  }
};

Pose pose_at(const Contact& contact, const Vector& y) {
  if (contact.other == kGround) return contact.pose;
  const Mat3 turn = rotation_of(y, contact.other);
  return {position_of(y, contact.other) + turn * contact.pose.position, turn * contact.pose.axes};
}

Vec3 other_velocity(const Contact& contact, const Vector& y, const Vec3& place, const Pose& pose) {
  const Vec3 driven = contact.surface_spin.cross(place - pose.position);
  if (contact.other == kGround) return driven;
  const Vec3 arm = place - position_of(y, contact.other);
  return velocity_of(y, contact.other) + spin_of(y, contact.other).cross(arm) + driven;
}

}  // namespace

double effective_radius(double sphere_radius, const Shape& other) {
  const double own = 1.0 / sphere_radius;
  if (const auto* s = std::get_if<SphereShape>(&other)) {
    return 1.0 / (own + (s->inside ? -1.0 : 1.0) / s->radius);
  }
  if (const auto* s = std::get_if<CylinderShape>(&other)) {
    return 1.0 / std::sqrt(own * (own + (s->inside ? -1.0 : 1.0) / s->radius));
  }
  return sphere_radius;
}

ContactState contact_state(const Contact& contact, const Vector& y) {
  const Pose pose = pose_at(contact, y);
  const Vec3 centre = position_of(y, contact.body);
  ContactState state;
  state.touch = std::visit(Find{centre, contact.radius, pose}, contact.shape);
  if (!state.closed()) return state;
  // Both surfaces at the touching place; the sphere's arm is its radius along the normal.
  const Vec3 arm = -contact.radius * state.touch.normal;
  const Vec3 relative = velocity_of(y, contact.body) + spin_of(y, contact.body).cross(arm) -
                        other_velocity(contact, y, state.touch.place, pose);
  const double along = relative.dot(state.touch.normal);
  state.rate = -along;
  state.slip = relative - along * state.touch.normal;
  return state;
}

Vec3 contact_force(const Contact& contact, const ContactState& state) {
  if (!state.closed()) return Vec3::Zero();
  // A contact that began within this very step has its present rate as impact speed.
  const double impact = contact.impact_speed >= 0.0 ? contact.impact_speed : state.rate;
  const double normal = contact.law.normal_force(state.touch.depth, state.rate, impact);
  return normal *
         (state.touch.normal - contact.law.friction_per_speed(state.slip.norm()) * state.slip);
}

}  // namespace billiard::multibody
