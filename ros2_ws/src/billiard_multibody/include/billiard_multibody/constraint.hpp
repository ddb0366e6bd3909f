// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "billiard_multibody/body.hpp"

namespace billiard::multibody {

/// All constraints at one state: Φ = 0 of G(2.9), Φ̇ = D v, and D v̇ = γ of G(2.11).
struct Constrained {
  Vector phi;       ///< violation of positions
  Vector phi_rate;  ///< violation of velocities
  Vector gamma;     ///< −Ḋ v
  Matrix jacobian;  ///< D, over (ṙ, ω) of all bodies
};

/// A holonomic joint of one or more equations.
class Constraint {
 public:
  virtual ~Constraint() = default;
  [[nodiscard]] virtual int rows() const = 0;
  /// Fills its rows, which start at `first` and are zero.
  virtual void evaluate(const Vector& y, int first, Constrained& out) const = 0;
};

/// A point of a body, or of the ground (kGround, then in the ground's frame).
struct Point {
  int body = kGround;
  Vec3 local = Vec3::Zero();  ///< [m]
};

/// A massless rod between two points: ½ (|d|² − L²) = 0.
class Rod : public Constraint {
 public:
  Rod(const Point& a, const Point& b, double length) : a_(a), b_(b), length_(length) {}
  [[nodiscard]] int rows() const override { return 1; }
  void evaluate(const Vector& y, int first, Constrained& out) const override;

 private:
  Point a_, b_;
  double length_;
};

/// Two points stay together: a ball-and-socket joint.
class BallJoint : public Constraint {
 public:
  BallJoint(const Point& a, const Point& b) : a_(a), b_(b) {}
  [[nodiscard]] int rows() const override { return 3; }
  void evaluate(const Vector& y, int first, Constrained& out) const override;

 private:
  Point a_, b_;
};

/// A direction of one body stays square to one of another.
class Square : public Constraint {
 public:
  /// `local` of each is a direction in the body's frame.
  Square(const Point& a, const Point& b) : a_(a), b_(b) {}
  [[nodiscard]] int rows() const override { return 1; }
  void evaluate(const Vector& y, int first, Constrained& out) const override;

 private:
  Point a_, b_;
};

/// A hinge at `place` about `axis`, both in the ground's frame, between a body at its starting
/// state and the ground: five equations.
[[nodiscard]] std::vector<std::unique_ptr<Constraint>> make_hinge(const Body& body, int index,
                                                                  const Vec3& place,
                                                                  const Vec3& axis);
/// A body held where it is: six equations.
[[nodiscard]] std::vector<std::unique_ptr<Constraint>> make_fixed(const Body& body, int index);

}  // namespace billiard::multibody
