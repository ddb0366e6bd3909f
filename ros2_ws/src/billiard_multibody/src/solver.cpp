// SPDX-License-Identifier: Apache-2.0
#include "billiard_multibody/solver.hpp"

#include <Eigen/Cholesky>

namespace billiard::multibody {
namespace {

// Baumgarte, G §2.3.
constexpr double kAlpha = 5.0;  // [1/s]
constexpr double kBeta = 5.0;   // [1/s]
// Augmented Lagrangian: penalty, natural frequency and damping ratio of the penalty system, as
// usual after García de Jalón and Bayo 1994.
constexpr double kPenalty = 1e7;
constexpr double kFrequency = 10.0;  // [1/s]
constexpr double kDamping = 1.0;
constexpr double kConverged = 1e-9;  // relative change of the accelerations
constexpr int kMostIterations = 50;
// Direct correction: Newton on Φ.
constexpr double kExact = 1e-14;  // [m] or [-]
constexpr int kMostCorrections = 5;

/// v̇ = M⁻¹ (g + Dᵀ λ) with D v̇ = target: the system G(2.20) by its Schur complement.
Vector multipliers(const System& system, const Vector& y, const Constrained& c,
                   const Vector& target, Cost& cost) {
  const Vector free = system.inverse_mass_times(y, system.forces(y));
  if (c.phi.size() == 0) return free;
  const Matrix mobility = system.inverse_mass_times(y, Matrix(c.jacobian.transpose()));
  const Vector lambda = (c.jacobian * mobility).ldlt().solve(target - c.jacobian * free);
  ++cost.solves;
  return free + mobility * lambda;
}

/// G(2.21), iterated to G(2.22).
Vector augmented(const System& system, const Vector& y, const Constrained& c, Cost& cost) {
  Vector now = system.inverse_mass_times(y, system.forces(y));
  if (c.phi.size() == 0) return now;
  const Matrix mass = system.mass_matrix(y);
  const Eigen::LDLT<Matrix> lead(mass + kPenalty * c.jacobian.transpose() * c.jacobian);
  const Vector push =
      kPenalty * c.jacobian.transpose() *
      (c.gamma - 2.0 * kDamping * kFrequency * c.phi_rate - kFrequency * kFrequency * c.phi);
  for (int i = 0; i < kMostIterations; ++i) {
    const Vector next = lead.solve(mass * now + push);
    ++cost.solves;
    const double change = (next - now).norm();
    now = next;
    if (change <= kConverged * (1.0 + now.norm())) break;
  }
  return now;
}

Vector accelerations(const System& system, const Vector& y, Method method, Cost& cost) {
  const Constrained c = system.constraints(y);
  switch (method) {
    case Method::kBaumgarte:
      return multipliers(system, y, c, c.gamma - 2.0 * kAlpha * c.phi_rate - kBeta * kBeta * c.phi,
                         cost);
    case Method::kAugmented:
      return augmented(system, y, c, cost);
    case Method::kLagrange:
    case Method::kDirectCorrection:
      break;
  }
  return multipliers(system, y, c, c.gamma, cost);
}

/// Moves bodies by small displacements and rotations (six numbers each).
void displace(Vector& y, const Vector& delta) {
  const auto n = static_cast<int>(body_count(y));
  for (int i = 0; i < n; ++i) {
    y.segment<3>(kPose * i) += delta.segment<3>(kMotion * i);
    y.segment<4>(kPose * i + 3) += euler_rate(euler_of(y, i), delta.segment<3>(kMotion * i + 3));
    y.segment<4>(kPose * i + 3).normalize();
  }
}

}  // namespace

const char* name(Method method) noexcept {
  switch (method) {
    case Method::kLagrange:
      return "Lagrange multipliers";
    case Method::kBaumgarte:
      return "Baumgarte";
    case Method::kAugmented:
      return "augmented Lagrangian";
    case Method::kDirectCorrection:
      break;
  }
  return "direct correction";
}

Vector rate(const System& system, const Vector& y, Method method, Cost& cost) {
  ++cost.evaluations;
  const int n = system.bodies();
  Vector d((kPose + kMotion) * n);
  for (int i = 0; i < n; ++i) {
    d.segment<3>(kPose * i) = velocity_of(y, i);
    d.segment<4>(kPose * i + 3) = euler_rate(euler_of(y, i), spin_of(y, i));
  }
  d.tail(kMotion * n) = accelerations(system, y, method, cost);
  return d;
}

void correct(const System& system, Vector& y, Method method, Cost& cost) {
  if (method != Method::kDirectCorrection || system.rows() == 0) return;
  Constrained c = system.constraints(y);
  for (int i = 0; i < kMostCorrections && c.phi.lpNorm<Eigen::Infinity>() > kExact; ++i) {
    const Matrix square = c.jacobian * c.jacobian.transpose();
    displace(y, -c.jacobian.transpose() * square.ldlt().solve(c.phi));
    ++cost.solves;
    c = system.constraints(y);
  }
  const Matrix square = c.jacobian * c.jacobian.transpose();
  y.tail(kMotion * system.bodies()) -= c.jacobian.transpose() * square.ldlt().solve(c.phi_rate);
  ++cost.solves;
}

}  // namespace billiard::multibody
