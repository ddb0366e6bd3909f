// SPDX-License-Identifier: Apache-2.0
#include "motion_model.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace billiard::vision {

namespace {

constexpr double kAcceleration = 0.12;    // what the engine's friction may be wrong by [m/s^2]
constexpr double kSpinDrift = 8.0;        // likewise for spin [rad/s^2]
constexpr double kContactShare = 0.015;   // of the speed that a contact's laws leave uncertain
constexpr double kContactSpeed = 0.004;   // likewise, whatever the speed [m/s]
constexpr double kCrowdShare = 0.06;      // of the speed where many balls touch at once
constexpr double kContactSpin = 4.0;      // of the spin after a contact [rad/s]
constexpr std::size_t kMostTogether = 8;  // balls whose errors are carried through a contact
constexpr double kNearPocket = 0.13;      // no cushion holds a ball this close to a pocket [m]
constexpr std::int64_t kMostSteps = 200000;

bool moves(const Ball& ball) { return ball.velocity.norm() > 0.0 || ball.spin.norm() > 0.0; }

// Columns of a square root of the covariance; those that are zero are left out.
std::vector<StateVector> deviations(const StateMatrix& covariance) {
  const Eigen::LDLT<StateMatrix> factors(covariance);
  const StateMatrix lower = factors.matrixL();
  const StateVector diagonal = factors.vectorD();
  std::vector<StateVector> columns;
  for (int k = 0; k < kStates; ++k) {
    if (diagonal[k] <= 1e-18) continue;
    const StateVector column = lower.col(k) * std::sqrt(diagonal[k]);
    columns.emplace_back(factors.transpositionsP().transpose() * column);
  }
  return columns;
}

void add_noise(StateMatrix& covariance, double dt, double speed_sigma, double spin_sigma) {
  const double q = speed_sigma * speed_sigma;
  for (int i = 0; i < 2; ++i) {
    covariance(i, i) += 0.25 * q * dt * dt;
    covariance(i, i + 2) += 0.5 * q * dt;
    covariance(i + 2, i) += 0.5 * q * dt;
    covariance(i + 2, i + 2) += q;
  }
  for (int i = 4; i < kStates; ++i) covariance(i, i) += spin_sigma * spin_sigma;
}

}  // namespace

MotionModel::MotionModel(const Table& table, const Physics& physics)
    : table_(table),
      radius_(physics.ball.radius),
      simulator_(table, physics),
      recorder_(0.0, 0, 256) {}

// Measured positions may overlap a little; for the engine that would be a violent contact.
void MotionModel::separate(std::span<Ball> balls) const {
  const double x = 0.5 * table_.spec.length - radius_, y = 0.5 * table_.spec.width - radius_;
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < balls.size(); ++i) {
      for (std::size_t j = i + 1; j < balls.size(); ++j) {
        const Vec3<double> d = balls[j].position - balls[i].position;
        const double gap = d.norm(), least = 2.0 * radius_ + 1e-7;
        if (gap >= least || gap < 1e-9) continue;
        const Vec3<double> push = d * (0.5 * (least - gap) / gap);
        balls[i].position -= push;
        balls[j].position += push;
      }
      const auto* pockets = table_.pockets.data();
      const bool at_pocket =
          std::any_of(pockets, pockets + table_.pocket_count, [&](const auto& p) {
            return (balls[i].position.template head<2>() - p.centre).norm() < kNearPocket;
          });
      if (at_pocket) continue;
      balls[i].position.x() = std::clamp(balls[i].position.x(), -x, x);
      balls[i].position.y() = std::clamp(balls[i].position.y(), -y, y);
    }
  }
}

void MotionModel::run(std::span<const Ball> balls, double dt) {
  recorder_.clear();
  simulator_.reset(balls);
  result_ = simulator_.run({dt, kMostSteps}, &recorder_);
}

// A ball by itself: P' = Σ ½ (f(x ± l) − f(x))(…)ᵀ over the columns l of √P.
void MotionModel::spread_alone(Track& track, const Ball& before, double dt) {
  const auto outcome = [&](const StateVector& state) -> StateVector {
    Ball ball = before;
    set_state(ball, state);
    separate({&ball, 1});
    simulator_.reset({&ball, 1});
    return state_of(simulator_.run({dt, kMostSteps}).balls[0]);
  };
  const StateVector start = state_of(before), mean = outcome(start);
  StateMatrix spread = StateMatrix::Zero();
  for (const StateVector& column : deviations(track.covariance)) {
    for (const double sign : {-1.0, 1.0}) {
      const StateVector miss = outcome(start + sign * column) - mean;
      spread += 0.5 * miss * miss.transpose();
    }
  }
  track.covariance = spread;
}

// The same through a contact: an error of one ball becomes errors of all that it meets.
void MotionModel::spread_together(std::vector<Track>& tracks, const std::vector<Ball>& before,
                                  const std::vector<std::size_t>& who, double dt) {
  std::vector<StateMatrix> spread(who.size(), StateMatrix::Zero());
  for (const std::size_t from : who) {
    for (const StateVector& column : deviations(tracks[from].covariance)) {
      for (const double sign : {-1.0, 1.0}) {
        std::vector<Ball> moved = before;
        set_state(moved[from], state_of(moved[from]) + sign * column);
        separate(moved);
        simulator_.reset(moved);
        const Result result = simulator_.run({dt, kMostSteps});
        for (std::size_t k = 0; k < who.size(); ++k) {
          const StateVector miss = state_of(result.balls[who[k]]) - state_of(tracks[who[k]].ball);
          spread[k] += 0.5 * miss * miss.transpose();
        }
      }
    }
  }
  for (std::size_t k = 0; k < who.size(); ++k) tracks[who[k]].covariance = spread[k];
}

Ball MotionModel::move_alone(const Ball& ball, double dt) {
  simulator_.reset({&ball, 1});
  return simulator_.run({dt, kMostSteps}).balls[0];
}

void MotionModel::move(std::vector<Track>& tracks, double dt) {
  std::vector<Ball> before;
  for (const Track& track : tracks) before.push_back(track.ball);
  if (before.size() > static_cast<std::size_t>(kMaxBalls)) before.resize(kMaxBalls);
  if (std::none_of(before.begin(), before.end(), moves)) return;
  separate(before);
  run(before, dt);
  std::vector<bool> touched(tracks.size(), false), bounced(tracks.size(), false);
  for (const Event& e : recorder_.events()) {
    if (e.kind == EventKind::kBallCushion) bounced[static_cast<std::size_t>(e.ball)] = true;
    if (e.kind != EventKind::kBallBall) continue;
    touched[static_cast<std::size_t>(e.ball)] = touched[static_cast<std::size_t>(e.other)] = true;
  }
  std::vector<std::size_t> together;
  for (std::size_t i = 0; i < before.size(); ++i) {
    tracks[i].side_spin.shift(result_.balls[i].spin.z() - before[i].spin.z());
    tracks[i].ball = result_.balls[i];
    if (touched[i]) together.push_back(i);
  }
  const bool crowd = together.size() > kMostTogether;
  if (!crowd) spread_together(tracks, before, together, dt);
  for (std::size_t i = 0; i < before.size(); ++i) {
    Track& track = tracks[i];
    const bool contact = touched[i] || bounced[i];
    if (!moves(before[i]) && !moves(track.ball)) continue;
    if (!touched[i] || crowd) spread_alone(track, before[i], dt);
    const double speed = track.ball.velocity.norm();
    double sigma = kAcceleration * dt, spin_sigma = kSpinDrift * dt;
    if (contact) {
      sigma += kContactSpeed + (touched[i] && crowd ? kCrowdShare : kContactShare) * speed;
      spin_sigma += kContactSpin;
      track.still = 0.0;
      track.side_spin.reset();
    }
    add_noise(track.covariance, dt, sigma, spin_sigma);
  }
}

}  // namespace billiard::vision
