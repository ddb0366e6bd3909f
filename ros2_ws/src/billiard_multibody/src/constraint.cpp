// SPDX-License-Identifier: Apache-2.0
#include "billiard_multibody/constraint.hpp"

namespace billiard::multibody {
namespace {

/// Adds to a row of D the derivative of `direction` · (velocity of a point).
void add_point(Constrained& out, int row, int body, const Vec3& direction, const Vec3& arm) {
  if (body == kGround) return;
  out.jacobian.block<1, 3>(row, kMotion * body) += direction.transpose();
  // n · (ω × s) = ω · (s × n)
  out.jacobian.block<1, 3>(row, kMotion * body + 3) += arm.cross(direction).transpose();
}

void add_turn(Constrained& out, int row, int body, const Vec3& direction) {
  if (body != kGround) out.jacobian.block<1, 3>(row, kMotion * body + 3) += direction.transpose();
}

Vec3 turning(const Vector& y, int body) {
  return body == kGround ? Vec3::Zero() : spin_of(y, body);
}

/// Local direction of a body that points along `direction` of the ground at the start.
Vec3 to_local(const Body& body, const Vec3& direction) {
  return rotation(body.euler).transpose() * direction;
}

}  // namespace

void Rod::evaluate(const Vector& y, int first, Constrained& out) const {
  const PointMotion a = point_motion(y, a_.body, a_.local);
  const PointMotion b = point_motion(y, b_.body, b_.local);
  const Vec3 d = a.place - b.place;
  const Vec3 d_rate = a.velocity - b.velocity;
  out.phi[first] = 0.5 * (d.squaredNorm() - length_ * length_);
  out.phi_rate[first] = d.dot(d_rate);
  out.gamma[first] = -(d_rate.squaredNorm() + d.dot(a.bias - b.bias));
  add_point(out, first, a_.body, d, a.arm);
  add_point(out, first, b_.body, -d, b.arm);
}

void BallJoint::evaluate(const Vector& y, int first, Constrained& out) const {
  const PointMotion a = point_motion(y, a_.body, a_.local);
  const PointMotion b = point_motion(y, b_.body, b_.local);
  out.phi.segment<3>(first) = a.place - b.place;
  out.phi_rate.segment<3>(first) = a.velocity - b.velocity;
  out.gamma.segment<3>(first) = b.bias - a.bias;
  for (int i = 0; i < 3; ++i) {
    add_point(out, first + i, a_.body, Vec3::Unit(i), a.arm);
    add_point(out, first + i, b_.body, -Vec3::Unit(i), b.arm);
  }
}

void Square::evaluate(const Vector& y, int first, Constrained& out) const {
  const Vec3 a = rotation_of(y, a_.body) * a_.local;
  const Vec3 b = rotation_of(y, b_.body) * b_.local;
  const Vec3 wa = turning(y, a_.body);
  const Vec3 wb = turning(y, b_.body);
  const Vec3 a_rate = wa.cross(a);
  const Vec3 b_rate = wb.cross(b);
  out.phi[first] = a.dot(b);
  out.phi_rate[first] = a_rate.dot(b) + a.dot(b_rate);
  out.gamma[first] =
      -(wa.cross(a_rate).dot(b) + 2.0 * a_rate.dot(b_rate) + a.dot(wb.cross(b_rate)));
  add_turn(out, first, a_.body, a.cross(b));
  add_turn(out, first, b_.body, b.cross(a));
}

std::vector<std::unique_ptr<Constraint>> make_hinge(const Body& body, int index, const Vec3& place,
                                                    const Vec3& axis) {
  const Vec3 unit = axis.normalized();
  const Vec3 first = unit.unitOrthogonal();
  const Vec3 second = unit.cross(first);
  std::vector<std::unique_ptr<Constraint>> list;
  list.push_back(std::make_unique<BallJoint>(Point{index, to_local(body, place - body.position)},
                                             Point{kGround, place}));
  for (const Vec3& direction : {first, second}) {
    list.push_back(
        std::make_unique<Square>(Point{index, to_local(body, unit)}, Point{kGround, direction}));
  }
  return list;
}

std::vector<std::unique_ptr<Constraint>> make_fixed(const Body& body, int index) {
  auto list = make_hinge(body, index, body.position, Vec3::UnitZ());
  list.push_back(std::make_unique<Square>(Point{index, to_local(body, Vec3::UnitX())},
                                          Point{kGround, Vec3::UnitY()}));
  return list;
}

}  // namespace billiard::multibody
