// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <variant>

#include "billiard_engine/contact_laws.hpp"
#include "billiard_multibody/touch.hpp"

namespace billiard::multibody {

/// What a sphere may touch. Each moves with its body, or stands on the ground.
struct SphereShape {
  double radius = 1.0;  ///< [m]
  bool inside = false;  ///< the other sphere is inside this one
};
struct PlaneShape {};
struct BoxShape {
  Vec3 half_lengths = Vec3::Ones();  ///< [m]
};
struct PrismShape {
  std::array<Eigen::Vector2d, 3> corners{};  ///< [m]
  double half_length = 1.0;                  ///< [m]
};
struct CylinderShape {
  double radius = 1.0;       ///< [m]
  double half_length = 1.0;  ///< unused from inside [m]
  bool inside = false;       ///< the sphere is inside
};
using Shape = std::variant<SphereShape, PlaneShape, BoxShape, PrismShape, CylinderShape>;

/// Radius that enters Hertz's stiffness: of curvatures 1/R ± 1/R_other in the two principal planes
/// the geometric mean (a sphere on a cylinder touches in an ellipse; this is its circle).
[[nodiscard]] double effective_radius(double sphere_radius, const Shape& other);

/// A sphere fixed to one body and what it may touch on another.
struct Contact {
  int body = 0;         ///< that carries the sphere, centred in its centre of mass
  double radius = 1.0;  ///< of the sphere [m]
  int other = kGround;
  Shape shape = PlaneShape{};
  Pose pose{};                       ///< of the shape in the other body's frame
  Vec3 surface_spin = Vec3::Zero();  ///< of the shape on its axis, for a driven race [rad/s]
  ContactLaw law;

  /// δ̇⁻ of the contact that lasts, or −1 between contacts [m/s]. Kept by System::remember().
  double impact_speed = -1.0;
};

/// A contact is closed beyond this depth: bodies that rest side by side overlap by round-off, and
/// that is no contact [m].
inline constexpr double kClosedDepth = 1e-12;

/// Depth and motion of a contact at a state.
struct ContactState {
  Touch touch;
  [[nodiscard]] bool closed() const { return touch.depth > kClosedDepth; }
  double rate = 0.0;         ///< δ̇ [m/s]
  Vec3 slip = Vec3::Zero();  ///< of the sphere's surface over the other one, tangential [m/s]
};
[[nodiscard]] ContactState contact_state(const Contact& contact, const Vector& y);

/// Force on the sphere at the touching place; zero without contact [N].
[[nodiscard]] Vec3 contact_force(const Contact& contact, const ContactState& state);

}  // namespace billiard::multibody
