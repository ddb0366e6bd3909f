// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "billiard_multibody/body.hpp"

namespace billiard::multibody {

/// How deep a sphere is in another surface, G §3.2 and E §2.1. No contact while depth ≤ 0.
struct Touch {
  double depth = 0.0;           ///< δ [m]
  Vec3 normal = Vec3::UnitZ();  ///< unit, the way the sphere is pushed
  Vec3 place = Vec3::Zero();    ///< on the other surface [m]
};

/// A place with directions: columns of `axes` are the local x, y and z.
struct Pose {
  Vec3 position = Vec3::Zero();  ///< [m]
  Mat3 axes = Mat3::Identity();
};

/// E(1): two spheres side by side.
[[nodiscard]] Touch sphere_sphere(const Vec3& centre, double radius, const Vec3& other,
                                  double other_radius);
/// E(2): a sphere inside a larger one.
[[nodiscard]] Touch sphere_inside_sphere(const Vec3& centre, double radius, const Vec3& other,
                                         double other_radius);
/// E(8): the plane through the pose's position, with its z as normal.
[[nodiscard]] Touch sphere_plane(const Vec3& centre, double radius, const Pose& plane);
/// G Fig. 5: a box with half its edge lengths along the local axes. The nearest place may be on a
/// face, an edge or a corner (the three cases of G Fig. 4).
[[nodiscard]] Touch sphere_box(const Vec3& centre, double radius, const Pose& box,
                               const Vec3& half_lengths);
/// G Fig. 3: a triangle in the local x–y plane (corners counter-clockwise), drawn out along z by
/// half a length to each side.
[[nodiscard]] Touch sphere_prism(const Vec3& centre, double radius, const Pose& prism,
                                 const std::array<Eigen::Vector2d, 3>& corners, double half_length);
/// E Fig. 3a: a cylinder about the local z, from outside; past its ends the rim is touched.
[[nodiscard]] Touch sphere_cylinder(const Vec3& centre, double radius, const Pose& cylinder,
                                    double cylinder_radius, double half_length);
/// The same from inside, without end: a bearing's outer race.
[[nodiscard]] Touch sphere_inside_cylinder(const Vec3& centre, double radius, const Pose& cylinder,
                                           double cylinder_radius);

}  // namespace billiard::multibody
