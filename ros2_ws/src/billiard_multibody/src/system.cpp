// SPDX-License-Identifier: Apache-2.0
#include "billiard_multibody/system.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace billiard::multibody {
namespace {

/// Adds a force at a place of a body.
void push(Vector& g, int body, const Vec3& force, const Vec3& arm) {
  if (body == kGround) return;
  g.segment<3>(kMotion * body) += force;
  g.segment<3>(kMotion * body + 3) += arm.cross(force);
}

struct Stretch {
  PointMotion a, b;
  Vec3 direction;  ///< from b to a
  double length;
};

Stretch stretch_of(const Spring& spring, const Vector& y) {
  Stretch s{point_motion(y, spring.a.body, spring.a.local),
            point_motion(y, spring.b.body, spring.b.local), Vec3::UnitX(), 0.0};
  const Vec3 d = s.a.place - s.b.place;
  s.length = d.norm();
  if (s.length > 0.0) s.direction = d / s.length;
  return s;
}

}  // namespace

int System::add(const Body& body) {
  bodies_.push_back(body);
  return bodies() - 1;
}

void System::add(std::unique_ptr<Constraint> constraint) {
  rows_ += constraint->rows();
  constraints_.push_back(std::move(constraint));
}

void System::add(std::vector<std::unique_ptr<Constraint>> constraints) {
  for (auto& c : constraints) add(std::move(c));
}

Vector System::initial_state() const {
  Vector y = Vector::Zero((kPose + kMotion) * bodies());
  for (int i = 0; i < bodies(); ++i) {
    const Body& b = bodies_[static_cast<std::size_t>(i)];
    y.segment<3>(kPose * i) = b.position;
    y.segment<4>(kPose * i + 3) = b.euler.normalized();
    y.segment<3>(kPose * bodies() + kMotion * i) = b.velocity;
    y.segment<3>(kPose * bodies() + kMotion * i + 3) = b.spin;
  }
  return y;
}

Matrix System::inverse_mass_times(const Vector& y, const Matrix& x) const {
  Matrix result(x.rows(), x.cols());
  for (int i = 0; i < bodies(); ++i) {
    const Body& b = bodies_[static_cast<std::size_t>(i)];
    result.middleRows<3>(kMotion * i) = x.middleRows<3>(kMotion * i) / b.mass;
    const Mat3 turn = rotation_of(y, i);
    const Mat3 inverse = turn * b.inertia.cwiseInverse().asDiagonal() * turn.transpose();
    result.middleRows<3>(kMotion * i + 3) = inverse * x.middleRows<3>(kMotion * i + 3);
  }
  return result;
}

Vector System::inverse_mass_times(const Vector& y, const Vector& x) const {
  return inverse_mass_times(y, Matrix(x)).col(0);
}

Matrix System::mass_matrix(const Vector& y) const {
  Matrix m = Matrix::Zero(kMotion * bodies(), kMotion * bodies());
  for (int i = 0; i < bodies(); ++i) {
    const Body& b = bodies_[static_cast<std::size_t>(i)];
    const Mat3 turn = rotation_of(y, i);
    m.block<3, 3>(kMotion * i, kMotion * i) = b.mass * Mat3::Identity();
    m.block<3, 3>(kMotion * i + 3, kMotion * i + 3) =
        turn * b.inertia.asDiagonal() * turn.transpose();
  }
  return m;
}

Vector System::forces(const Vector& y) const {
  Vector g = Vector::Zero(kMotion * bodies());
  for (int i = 0; i < bodies(); ++i) {
    const Body& b = bodies_[static_cast<std::size_t>(i)];
    g.segment<3>(kMotion * i) = b.mass * gravity;
    const Mat3 turn = rotation_of(y, i);
    const Vec3 spin = spin_of(y, i);
    const Vec3 momentum = turn * (b.inertia.asDiagonal() * (turn.transpose() * spin));
    g.segment<3>(kMotion * i + 3) = -spin.cross(momentum);
  }
  for (const Spring& spring : springs_) {
    const Stretch s = stretch_of(spring, y);
    const double rate = s.direction.dot(s.a.velocity - s.b.velocity);
    const double pull = spring.stiffness * (s.length - spring.length) + spring.damping * rate;
    push(g, spring.a.body, -pull * s.direction, s.a.arm);
    push(g, spring.b.body, pull * s.direction, s.b.arm);
  }
  for (const Contact& c : contacts_) {
    if (ignore_new_contacts && c.impact_speed < 0.0) continue;
    const ContactState state = contact_state(c, y);
    if (!state.closed()) continue;
    const Vec3 force = contact_force(c, state);
    push(g, c.body, force, -c.radius * state.touch.normal);
    if (c.other != kGround) {
      push(g, c.other, -force, state.touch.place - position_of(y, c.other));
    }
  }
  return g;
}

Constrained System::constraints(const Vector& y) const {
  Constrained c{Vector::Zero(rows_), Vector::Zero(rows_), Vector::Zero(rows_),
                Matrix::Zero(rows_, kMotion * bodies())};
  int first = 0;
  for (const auto& constraint : constraints_) {
    constraint->evaluate(y, first, c);
    first += constraint->rows();
  }
  return c;
}

double System::energy(const Vector& y) const {
  double sum = 0.0;
  for (int i = 0; i < bodies(); ++i) {
    const Body& b = bodies_[static_cast<std::size_t>(i)];
    const Vec3 local_spin = rotation_of(y, i).transpose() * spin_of(y, i);
    sum += 0.5 * b.mass * velocity_of(y, i).squaredNorm() +
           0.5 * local_spin.dot(b.inertia.asDiagonal() * local_spin) -
           b.mass * gravity.dot(position_of(y, i));
  }
  for (const Spring& spring : springs_) {
    const double stretch = stretch_of(spring, y).length - spring.length;
    sum += 0.5 * spring.stiffness * stretch * stretch;
  }
  for (const Contact& c : contacts_) sum += c.law.elastic_energy(contact_state(c, y).touch.depth);
  return sum;
}

bool System::touching(const Vector& y) const {
  return std::any_of(contacts_.begin(), contacts_.end(),
                     [&](const Contact& c) { return contact_state(c, y).closed(); });
}

double System::new_depth(const Vector& y) const {
  double deepest = -std::numeric_limits<double>::infinity();
  for (const Contact& c : contacts_) {
    if (c.impact_speed < 0.0) deepest = std::max(deepest, contact_state(c, y).touch.depth);
  }
  return deepest;
}

void System::remember(Vector& y) {
  for (int i = 0; i < bodies(); ++i) y.segment<4>(kPose * i + 3).normalize();
  for (Contact& c : contacts_) {
    const ContactState state = contact_state(c, y);
    if (!state.closed()) {
      c.impact_speed = -1.0;
    } else if (c.impact_speed < 0.0) {
      c.impact_speed = std::max(0.0, state.rate);
    }
  }
}

}  // namespace billiard::multibody
