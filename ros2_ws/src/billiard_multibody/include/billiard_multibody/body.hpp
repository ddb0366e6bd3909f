// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace billiard::multibody {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// A body stands for the ground where its index is this.
inline constexpr int kGround = -1;

/// One rigid body with its state at the start. Its frame sits in the centre of mass along the
/// principal axes.
struct Body {
  double mass = 1.0;                          ///< [kg]
  Vec3 inertia = Vec3::Ones();                ///< about the principal axes [kg m²]
  Vec3 position = Vec3::Zero();               ///< of the centre of mass [m]
  Eigen::Vector4d euler{1.0, 0.0, 0.0, 0.0};  ///< Euler parameters e0, e1, e2, e3 of G(2.5)–(2.7)
  Vec3 velocity = Vec3::Zero();               ///< [m/s]
  Vec3 spin = Vec3::Zero();                   ///< angular velocity in the ground's frame [rad/s]
};

/// A solid sphere.
[[nodiscard]] Body make_sphere(double mass, double radius);

/// Numbers per body: coordinates (r, p), and velocities (ṙ, ω).
inline constexpr Eigen::Index kPose = 7;
inline constexpr Eigen::Index kMotion = 6;

/// Coordinates q = (r, p) of G(2.8) and velocities (ṙ, ω) of all bodies in one vector:
/// seven numbers per body, then six per body.
[[nodiscard]] inline Eigen::Index body_count(const Vector& y) {
  return y.size() / (kPose + kMotion);
}
[[nodiscard]] inline Vec3 position_of(const Vector& y, int body) {
  return y.segment<3>(kPose * body);
}
[[nodiscard]] inline Eigen::Vector4d euler_of(const Vector& y, int body) {
  return y.segment<4>(kPose * body + 3);
}
[[nodiscard]] inline Vec3 velocity_of(const Vector& y, int body) {
  return y.segment<3>(kPose * body_count(y) + kMotion * body);
}
[[nodiscard]] inline Vec3 spin_of(const Vector& y, int body) {
  return y.segment<3>(kPose * body_count(y) + kMotion * body + 3);
}

/// Rotation matrix A of G(2.3) from Euler parameters of any length but zero.
[[nodiscard]] Mat3 rotation(const Eigen::Vector4d& euler);
/// The same for a body of a state; the unit matrix for the ground.
[[nodiscard]] Mat3 rotation_of(const Vector& y, int body);
/// ṗ of a body that turns with ω (ground's frame): ½ (0, ω) ∘ p.
[[nodiscard]] Eigen::Vector4d euler_rate(const Eigen::Vector4d& euler, const Vec3& spin);

/// Motion of a point that is fixed to a body, or to the ground, where it stands still.
struct PointMotion {
  Vec3 place = Vec3::Zero();     ///< [m]
  Vec3 arm = Vec3::Zero();       ///< from the centre of mass [m]
  Vec3 velocity = Vec3::Zero();  ///< [m/s]
  Vec3 bias = Vec3::Zero();      ///< acceleration at v̇ = ω̇ = 0: ω × (ω × arm) [m/s²]
};
[[nodiscard]] PointMotion point_motion(const Vector& y, int body, const Vec3& local);

}  // namespace billiard::multibody
