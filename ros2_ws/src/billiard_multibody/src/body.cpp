// SPDX-License-Identifier: Apache-2.0
#include "billiard_multibody/body.hpp"

namespace billiard::multibody {

Body make_sphere(double mass, double radius) {
  Body body;
  body.mass = mass;
  body.inertia = Vec3::Constant(0.4 * mass * radius * radius);
  return body;
}

Mat3 rotation(const Eigen::Vector4d& euler) {
  return Eigen::Quaterniond(euler[0], euler[1], euler[2], euler[3]).normalized().toRotationMatrix();
}

Mat3 rotation_of(const Vector& y, int body) {
  return body == kGround ? Mat3::Identity() : rotation(euler_of(y, body));
}

Eigen::Vector4d euler_rate(const Eigen::Vector4d& euler, const Vec3& spin) {
  const Vec3 e = euler.tail<3>();
  Eigen::Vector4d rate;
  rate[0] = -0.5 * spin.dot(e);
  rate.tail<3>() = 0.5 * (euler[0] * spin + spin.cross(e));
  return rate;
}

PointMotion point_motion(const Vector& y, int body, const Vec3& local) {
  if (body == kGround) return {local, Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  const Vec3 arm = rotation_of(y, body) * local;
  const Vec3 spin = spin_of(y, body);
  const Vec3 turning = spin.cross(arm);
  return {position_of(y, body) + arm, arm, velocity_of(y, body) + turning, spin.cross(turning)};
}

}  // namespace billiard::multibody
