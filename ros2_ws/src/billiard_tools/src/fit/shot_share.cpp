// SPDX-License-Identifier: Apache-2.0
#include "fit/shot_share.hpp"

#include <Eigen/Cholesky>

namespace billiard {
namespace {

constexpr double kLagNudge = 2e-3;  // that derivatives are taken over

/// Columns ∂r/∂values. `r` are the residuals of the first simulator.
Eigen::MatrixXd value_jacobian(const ShotModel& shot, std::vector<Simulator>& simulators,
                               const Eigen::VectorXd& nudges, const Start& start, double until,
                               const Eigen::VectorXd& r) {
  Eigen::MatrixXd j(r.size(), nudges.size() + kLags);
  for (Eigen::Index i = 0; i < nudges.size(); ++i) {
    Simulator& moved = simulators[static_cast<std::size_t>(i) + 1];
    j.col(i) = (shot.residuals(moved, start, until) - r) / nudges[i];
  }
  for (Eigen::Index axis = 0; axis < kLags; ++axis) {
    ShotModel later = shot;
    later.set_lag(shot.lag() + kLagUnit * kLagNudge * Vec2<double>::Unit(axis));
    j.col(nudges.size() + axis) = (later.residuals(simulators[0], start, until) - r) / kLagNudge;
  }
  return j;
}

}  // namespace

ShotShare share_of(const ShotModel& shot, std::vector<Simulator>& simulators,
                   const Eigen::VectorXd& nudges, const Start& start, const StartSearch& search) {
  const Eigen::VectorXd r = shot.residuals(simulators[0], start, search.until);
  const Eigen::Index size = start.size();
  const Eigen::Index count = nudges.size() + kLags;
  Eigen::MatrixXd j(r.size(), count + size);
  j.leftCols(count) = value_jacobian(shot, simulators, nudges, start, search.until, r);
  j.rightCols(size) = start_jacobian(shot, simulators[0], start, search.until, r);
  Eigen::VectorXd weighted;
  weigh(r, start.size(), search.far, j, weighted);
  const Eigen::MatrixXd jp = j.leftCols(count);
  const Eigen::MatrixXd js = j.rightCols(size);
  Eigen::MatrixXd hss = js.transpose() * js;
  hss.diagonal().array() += 1e-6;
  const Eigen::LDLT<Eigen::MatrixXd> inverse(hss);
  ShotShare share;
  const Eigen::MatrixXd hps = jp.transpose() * js;
  const Eigen::VectorXd gs = js.transpose() * weighted;
  share.own = inverse.solve(gs);
  share.with = inverse.solve(hps.transpose());
  share.h = jp.transpose() * jp - hps * share.with;
  share.g = jp.transpose() * weighted - hps * share.own;
  return share;
}

}  // namespace billiard
