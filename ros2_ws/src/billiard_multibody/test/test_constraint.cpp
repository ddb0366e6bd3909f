// SPDX-License-Identifier: Apache-2.0
#include "billiard_multibody/constraint.hpp"

#include <gtest/gtest.h>

#include <random>

#include "billiard_multibody/solver.hpp"

namespace billiard::multibody {
namespace {

Body random_body(std::mt19937& random) {
  std::uniform_real_distribution<double> some(-1.0, 1.0);
  const auto any = [&] { return Vec3{some(random), some(random), some(random)}; };
  Body body;
  body.inertia = {0.3, 0.5, 0.7};
  body.position = any();
  body.velocity = any();
  body.spin = any();
  body.euler = Eigen::Vector4d{some(random), some(random), some(random), some(random)}.normalized();
  return body;
}

/// Two bodies, one of each constraint between them and to the ground.
System one_of_each(std::mt19937& random) {
  System system;
  system.add(random_body(random));
  system.add(random_body(random));
  const Point a{0, {0.1, 0.2, 0.3}};
  const Point b{1, {-0.2, 0.1, 0.4}};
  system.add(std::make_unique<Rod>(a, b, 0.7));
  system.add(std::make_unique<BallJoint>(a, b));
  system.add(std::make_unique<Square>(a, b));
  system.add(std::make_unique<Rod>(a, Point{kGround, {1.0, 1.0, 1.0}}, 0.7));
  system.add(std::make_unique<Square>(b, Point{kGround, {0.0, 1.0, 0.0}}));
  return system;
}

/// The state a little later, with velocities unchanged.
Vector moved(const Vector& y, double h) {
  Vector next = y;
  for (int i = 0; i < 2; ++i) {
    next.segment<3>(7 * i) += h * velocity_of(y, i);
    // Exact rotation, so that only the constraint is differentiated.
    const Vec3 turn = h * spin_of(y, i);
    const double angle = turn.norm();
    const Eigen::Quaterniond dq(Eigen::AngleAxisd(angle, turn / angle));
    const Eigen::Vector4d e = euler_of(y, i);
    const Eigen::Quaterniond q = dq * Eigen::Quaterniond(e[0], e[1], e[2], e[3]);
    next.segment<4>(7 * i + 3) = Eigen::Vector4d{q.w(), q.x(), q.y(), q.z()};
  }
  return next;
}

TEST(Constraint, RateIsJacobianTimesVelocityAndTheDerivativeOfPhi) {
  std::mt19937 random(1);
  for (int n = 0; n < 20; ++n) {
    const System system = one_of_each(random);
    const Vector y = system.initial_state();
    const Constrained c = system.constraints(y);
    constexpr double kStep = 1e-5;
    const Vector numeric =
        (system.constraints(moved(y, kStep)).phi - system.constraints(moved(y, -kStep)).phi) /
        (2.0 * kStep);

    EXPECT_LT((c.jacobian * y.tail(12) - c.phi_rate).norm(), 1e-12);
    EXPECT_LT((numeric - c.phi_rate).norm(), 1e-8);  // central difference: h² and round-off/h
  }
}

TEST(Constraint, GammaIsWhatTheRateChangesByItself) {
  std::mt19937 random(2);
  for (int n = 0; n < 20; ++n) {
    const System system = one_of_each(random);
    const Vector y = system.initial_state();
    constexpr double kStep = 1e-5;
    const Vector numeric = (system.constraints(moved(y, kStep)).phi_rate -
                            system.constraints(moved(y, -kStep)).phi_rate) /
                           (2.0 * kStep);

    EXPECT_LT((numeric + system.constraints(y).gamma).norm(), 1e-7);
  }
}

TEST(Constraint, EveryMethodGivesAccelerationsThatKeepTheConstraints) {
  // From a state that meets them: a hinge at the start, spinning about its axis.
  Body bar;
  bar.inertia = {0.3, 0.5, 0.7};
  bar.position = {0.5, 0.0, 0.0};
  bar.spin = {0.0, 2.0, 0.0};
  bar.velocity = bar.spin.cross(bar.position);
  System system;
  system.add(bar);
  system.add(make_hinge(bar, 0, Vec3::Zero(), Vec3::UnitY()));
  const Vector y = system.initial_state();
  const Constrained c = system.constraints(y);
  ASSERT_LT(c.phi.norm() + c.phi_rate.norm(), 1e-14);

  for (const Method method : kMethods) {
    Cost cost;
    const Vector acceleration = rate(system, y, method, cost).tail(6);
    EXPECT_LT((c.jacobian * acceleration - c.gamma).norm(), 1e-6) << name(method);
    // A physical pendulum: α = m g L/(J + m L²).
    EXPECT_NEAR(acceleration[4], 9.81 * 0.5 / (0.5 + 0.25), 1e-6) << name(method);
  }
}

TEST(Constraint, DirectCorrectionBringsAWrongStateBack) {
  Body bar;
  bar.position = {0.5, 0.0, 0.0};
  System system;
  system.add(bar);
  system.add(make_hinge(bar, 0, Vec3::Zero(), Vec3::UnitY()));
  Vector y = system.initial_state();
  y.head(3) += Vec3(0.01, -0.02, 0.005);
  y.segment<4>(3) += Eigen::Vector4d{0.0, 0.02, 0.0, -0.01};
  y.segment<4>(3).normalize();
  y.tail(6).setConstant(0.1);
  Cost cost;

  correct(system, y, Method::kDirectCorrection, cost);

  const Constrained c = system.constraints(y);
  EXPECT_LT(c.phi.norm(), 1e-13);
  EXPECT_LT(c.phi_rate.norm(), 1e-13);
}

}  // namespace
}  // namespace billiard::multibody
