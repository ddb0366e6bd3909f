// SPDX-License-Identifier: Apache-2.0
// How the covariances of all balls go on in a step.
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "motion_model.hpp"

namespace billiard::vision {

namespace {

// What the engine's laws may be wrong by.
constexpr double kFrictionShare = 0.1;   // of the speed that friction takes or gives
constexpr double kAcceleration = 0.05;   // likewise, whatever it takes [m/s^2]
constexpr double kSpinDrift = 8.0;       // of spin [rad/s^2]
constexpr double kContactShare = 0.01;   // of the speed after a contact
constexpr double kContactSpeed = 0.002;  // likewise, whatever the speed [m/s]
constexpr double kCrowdShare = 0.06;     // of the speed where many balls touch at once
constexpr double kSpinShare = 0.1;       // of the spin about level axes that a contact gives
constexpr double kContactSpin = 0.5;     // likewise, whatever it gives [rad/s]
constexpr double kContactSide = 2.0;     // of the side spin after a contact [rad/s]
constexpr double kSideShare = 0.05;      // of the side spin that a contact gives or takes
constexpr double kSideBend = 0.15;       // of what is not known of it: friction is not linear
constexpr double kCrowdSide = 8.0;       // of side spin where many balls touch at once [rad/s]
constexpr double kLeaves = 0.012;        // a ball this fast after a contact leaves its place [m/s]

Eigen::Index at(std::size_t ball) { return kStates * static_cast<Eigen::Index>(ball); }

bool moves(const Ball& ball) { return ball.velocity.norm() > 0.0 || ball.spin.norm() > 0.0; }

// A square root of a covariance: columns one standard deviation long, and what takes a state back
// to shares of them. Columns that are zero are left out.
struct Root {
  Eigen::Matrix<double, kStates, Eigen::Dynamic> columns;
  Eigen::Matrix<double, Eigen::Dynamic, kStates> shares;
};

Root root_of(const StateMatrix& covariance) {
  const Eigen::LDLT<StateMatrix> factors(covariance);
  const StateMatrix lower = factors.matrixL();
  const StateMatrix order = factors.transpositionsP() * StateMatrix::Identity();
  const StateMatrix inverse = lower.inverse() * order;
  const StateVector diagonal = factors.vectorD();
  const auto count = (diagonal.array() > 1e-18).count();
  Root root{{kStates, count}, {count, kStates}};
  for (int k = 0, at = 0; k < kStates; ++k) {
    if (diagonal[k] <= 1e-18) continue;
    const double sigma = std::sqrt(diagonal[k]);
    root.columns.col(at) = order.transpose() * lower.col(k) * sigma;
    root.shares.row(at++) = inverse.row(k) / sigma;
  }
  return root;
}

// What may be added to a covariance in a step: errors of friction and of contacts' laws.
void add_noise(Eigen::Ref<StateMatrix> covariance, double dt, double speed_sigma,
               const Eigen::Vector3d& spin_sigma) {
  const double q = speed_sigma * speed_sigma;
  for (int i = 0; i < 2; ++i) {
    covariance(i, i) += 0.25 * q * dt * dt;
    covariance(i, i + 2) += 0.5 * q * dt;
    covariance(i + 2, i) += 0.5 * q * dt;
    covariance(i + 2, i + 2) += q;
  }
  for (int i = 4; i < kStates; ++i) covariance(i, i) += spin_sigma[i - 4] * spin_sigma[i - 4];
}

}  // namespace

// How the states `who` after `dt` follow from those before, by starting each ball off by the
// columns l of √P to either side: F l = ½ (f(x + l) − f(x − l)). What is left of the two,
// ½ (f(x + l) + f(x − l)) − f(x), bends, and is as good as noise.
MotionModel::Spread MotionModel::spread(const std::vector<Track>& tracks, const Step& step,
                                        const std::vector<std::size_t>& who) {
  const auto outcomes = [&](std::size_t from, const StateVector& state) {
    std::vector<Ball> balls;
    for (const std::size_t i : who) balls.push_back(step.before[i]);
    set_state(balls[from], state);
    separate(balls);
    const std::vector<Ball> after = advance(balls, step, who);
    Eigen::VectorXd states(at(who.size()));
    for (std::size_t k = 0; k < who.size(); ++k)
      states.segment<kStates>(at(k)) = state_of(after[k]);
    return states;
  };
  const Eigen::Index size = at(who.size());
  Spread spread{Eigen::MatrixXd::Zero(size, size), Eigen::MatrixXd::Zero(size, size)};
  const Eigen::VectorXd mean = outcomes(0, state_of(step.before[who[0]]));
  for (std::size_t from = 0; from < who.size(); ++from) {
    const StateVector start = state_of(step.before[who[from]]);
    const Root root = root_of(tracks[who[from]].covariance);
    Eigen::MatrixXd change(size, root.columns.cols());
    for (Eigen::Index c = 0; c < root.columns.cols(); ++c) {
      const Eigen::VectorXd more = outcomes(from, start + root.columns.col(c)),
                            less = outcomes(from, start - root.columns.col(c));
      change.col(c) = 0.5 * (more - less);
      const Eigen::VectorXd bend = 0.5 * (more + less) - mean;
      spread.bend += bend * bend.transpose();
    }
    spread.slope.middleCols<kStates>(at(from)) = change * root.shares;
  }
  return spread;
}

// P' = F P Fᵀ + Q over all balls that move.
void MotionModel::carry_covariances(std::vector<Track>& tracks, const Step& step) {
  // Those that met come first, the others follow one by one.
  std::vector<std::size_t> active = step.together;
  for (std::size_t i = 0; i < step.before.size(); ++i) {
    const bool met = step.touched[i] && !step.crowd;
    if (!met && (moves(step.before[i]) || moves(tracks[i].ball))) active.push_back(i);
  }
  const Eigen::MatrixXd covariance = joint(tracks, active);
  Eigen::MatrixXd slope = Eigen::MatrixXd::Zero(at(active.size()), at(active.size()));
  Eigen::MatrixXd noise = slope;
  const auto take = [&](const std::vector<std::size_t>& who, std::size_t first) {
    const Spread part = spread(tracks, step, who);
    slope.block(at(first), at(first), part.slope.rows(), part.slope.cols()) = part.slope;
    noise.block(at(first), at(first), part.bend.rows(), part.bend.cols()) = part.bend;
  };
  if (!step.together.empty()) take(step.together, 0);
  for (std::size_t k = step.together.size(); k < active.size(); ++k) take({active[k]}, k);
  for (std::size_t k = 0; k < active.size(); ++k)
    add_errors(tracks[active[k]], step, active[k], noise.block<kStates, kStates>(at(k), at(k)));
  Eigen::MatrixXd after = slope * covariance * slope.transpose() + noise;
  // Side spin fades at the same rate whatever it is: where it may be large, it is known no better
  // for it, though small ones end.
  for (std::size_t k = 0; k < active.size(); ++k) {
    const Eigen::Index side = at(k) + kStates - 1;
    if (moves(tracks[active[k]].ball))
      after(side, side) = std::max(after(side, side), covariance(side, side));
  }
  set_joint(tracks, active, after);
}

void MotionModel::add_errors(Track& track, const Step& step, std::size_t i,
                             Eigen::Ref<StateMatrix> noise) {
  const double speed = track.ball.velocity.norm();
  double sigma = kAcceleration * step.dt;
  Eigen::Vector3d spin_sigma = Eigen::Vector3d::Constant(kSpinDrift * step.dt);
  if (step.touched[i] || step.bounced[i]) {
    const bool crowd = step.touched[i] && step.crowd;
    sigma += kContactSpeed + (crowd ? kCrowdShare : kContactShare) * speed;
    const double side = std::sqrt(track.covariance(kStates - 1, kStates - 1));
    const bool many = step.touched[i] && (step.crowd || step.together.size() > 2);
    if (many) track.since_crowd = 0.0;
    const double turned = std::abs(track.ball.spin.z() - step.before[i].spin.z());
    const double given = (track.ball.spin - step.before[i].spin).head<2>().norm();
    spin_sigma.head<2>().array() += kContactSpin + kSpinShare * given;
    spin_sigma.z() +=
        kContactSide + kSideShare * turned + kSideBend * side + (many ? kCrowdSide : 0.0);
    track.still = 0.0;
    if (speed > kLeaves || step.stirred) track.stay_count = 0;
    track.side_spin.reset();
  } else {
    sigma += kFrictionShare * (track.ball.velocity - step.before[i].velocity).norm();
  }
  add_noise(noise, step.dt, sigma, spin_sigma);
}

Eigen::MatrixXd MotionModel::joint(const std::vector<Track>& tracks,
                                   const std::vector<std::size_t>& who) const {
  Eigen::MatrixXd all(at(who.size()), at(who.size()));
  for (std::size_t a = 0; a < who.size(); ++a) {
    for (std::size_t b = 0; b < who.size(); ++b) {
      all.block<kStates, kStates>(at(a), at(b)) =
          a == b ? tracks[who[a]].covariance
                 : correlations_.between(tracks[who[a]].id, tracks[who[b]].id);
    }
  }
  return all;
}

// One that has come to rest tells nothing of the others any more.
void MotionModel::set_joint(std::vector<Track>& tracks, const std::vector<std::size_t>& who,
                            const Eigen::MatrixXd& all) {
  for (std::size_t a = 0; a < who.size(); ++a) {
    const StateMatrix own = all.block<kStates, kStates>(at(a), at(a));
    tracks[who[a]].covariance = 0.5 * (own + own.transpose());
    for (std::size_t b = a + 1; b < who.size(); ++b) {
      const Track &one = tracks[who[a]], &other = tracks[who[b]];
      const bool linked = moves(one.ball) && moves(other.ball);
      const StateMatrix block = all.block<kStates, kStates>(at(a), at(b));
      correlations_.set(one.id, other.id, linked ? block : StateMatrix::Zero());
    }
  }
}

}  // namespace billiard::vision
