// SPDX-License-Identifier: Apache-2.0
#include "fit/start_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

namespace billiard {
namespace {

constexpr double kFirstPart = 0.2;  ///< of a shot [s]; each next is this factor longer
constexpr double kGrowth = 1.6;
constexpr int kSeedIterations = 4;
constexpr double kWorthIt = 0.01;  ///< gain of the cost, where 1 is one sigma
/// A part is explained when the residuals' mean robust cost is below this (1: noise alone).
constexpr double kExplained = 1.5;

/// A struck ball is not faster, does not spin more, was not struck longer before or after, and
/// does not lie further from where it was seen. Units of Start.
Start limits(Eigen::Index size) {
  Start limit = Start::Constant(size, 10.0);
  limit.head<kStroke>() << 15.0, 15.0, 4.0, 4.0, 2.5, 4.0;
  return limit;
}

/// Changes that derivatives are taken over.
Start nudges(Eigen::Index size) {
  Start nudge = Start::Constant(size, 2e-3);
  nudge.head<kStroke>() << 2e-4, 2e-4, 5e-4, 5e-4, 5e-4, 2e-3;
  return nudge;
}

/// The start with more spin along its way (1: by what rolling has) and to the side.
Start with_spin(const Start& start, double follow, double side) {
  constexpr double kBallRadius = 0.03;  // close enough for a seed [m]
  Start seed = start;
  seed[2] -= follow * start[1] / kBallRadius / kSpinUnit;
  seed[3] += follow * start[0] / kBallRadius / kSpinUnit;
  seed[4] += side;
  return seed;
}

}  // namespace

double robust_cost(const Eigen::VectorXd& r, Eigen::Index prior, double far) {
  const Eigen::ArrayXd seen = r.head(r.size() - prior).array() / far;
  return (far * far) * (seen.square() + 1.0).log().sum() + r.tail(prior).squaredNorm();
}

void weigh(const Eigen::VectorXd& r, Eigen::Index prior, double far, Eigen::MatrixXd& jacobian,
           Eigen::VectorXd& weighted) {
  Eigen::ArrayXd w = ((r.array() / far).square() + 1.0).rsqrt();
  w.tail(prior).setOnes();
  weighted = (w * r.array()).matrix();
  jacobian.array().colwise() *= w;
}

Eigen::MatrixXd start_jacobian(const ShotModel& shot, Simulator& simulator, const Start& start,
                               double until, const Eigen::VectorXd& r) {
  const Start nudge = nudges(start.size());
  Eigen::MatrixXd j(r.size(), start.size());
  for (Eigen::Index i = 0; i < start.size(); ++i) {
    Start moved = start;
    moved[i] += nudge[i];
    j.col(i) = (shot.residuals(simulator, moved, until) - r) / nudge[i];
  }
  return j;
}

double refine_start(const ShotModel& shot, Simulator& simulator, const StartSearch& search,
                    Start& start) {
  const Start limit = limits(start.size());
  Eigen::VectorXd r = shot.residuals(simulator, start, search.until);
  double cost = robust_cost(r, start.size(), search.far);
  double damping = 1e-3;
  for (int i = 0; i < search.iterations; ++i) {
    Eigen::MatrixXd j = start_jacobian(shot, simulator, start, search.until, r);
    Eigen::VectorXd weighted;
    weigh(r, start.size(), search.far, j, weighted);
    const Eigen::MatrixXd h = j.transpose() * j;
    const Eigen::VectorXd g = j.transpose() * weighted;
    double gain = 0.0;
    for (int tries = 0; tries < 5 && !(gain > 0.0); ++tries) {
      Eigen::MatrixXd damped = h;
      damped.diagonal() *= 1.0 + damping;
      damped.diagonal().array() += 1e-9;
      Start next = start - damped.ldlt().solve(g);
      next = next.cwiseMax(-limit).cwiseMin(limit);
      const Eigen::VectorXd r_next = shot.residuals(simulator, next, search.until);
      const double next_cost = robust_cost(r_next, start.size(), search.far);
      damping *= next_cost < cost ? 0.1 : 8.0;
      if (!(next_cost < cost)) continue;
      gain = cost - next_cost;
      start = next;
      r = r_next;
      cost = next_cost;
    }
    if (gain < kWorthIt + 1e-5 * cost) break;
  }
  return cost;
}

double extend_start(const ShotModel& shot, Simulator& simulator, const StartSearch& search,
                    Start& start) {
  double cost = refine_start(shot, simulator, search, start);
  const Eigen::Index count = shot.residuals(simulator, start, search.until).size();
  if (cost < kExplained * static_cast<double>(count)) return cost;
  StartSearch brief = search;
  brief.iterations = kSeedIterations;
  const Start from = start;
  for (const double follow : {-0.5, 0.0, 0.5}) {
    for (const double side : {-1.0, -0.4, 0.0, 0.4, 1.0}) {
      Start seed = with_spin(from, follow, side);
      const double found = refine_start(shot, simulator, brief, seed);
      if (found >= cost) continue;
      cost = found;
      start = seed;
    }
  }
  return refine_start(shot, simulator, search, start);
}

double fit_start(const ShotModel& shot, Simulator& simulator, const StartSearch& search,
                 Start& start) {
  start = shot.guess(0.4, 0.0);
  for (double until = kFirstPart; until < search.until; until *= kGrowth) {
    (void)extend_start(shot, simulator, {until, search.far, search.iterations}, start);
  }
  return extend_start(shot, simulator, search, start);
}

}  // namespace billiard
