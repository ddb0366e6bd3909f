// SPDX-License-Identifier: Apache-2.0
#include "fit/physics_fit.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "fit/adjustable_physics.hpp"
#include "fit/shot_share.hpp"

namespace billiard {
namespace {

using Values = AdjustablePhysics::Values;
using Matrix = Eigen::MatrixXd;

/// What a fit looks at: first the beginnings of the shots, so that a poor first guess is drawn in,
/// then more; last it mistrusts all that noise does not explain.
struct Stage {
  double part;  ///< of the time
  double far;   ///< residuals beyond weigh less, in units of the noise
  bool anew;    ///< searches starts from nothing, too
  bool lag;     ///< fits the camera's lag, which would make up for poor physics before
};
constexpr Stage kStages[] = {{0.25, 30.0, false, false},
                             {0.5, 30.0, false, false},
                             {1.0, 30.0, false, true},
                             {1.0, 10.0, true, true},
                             {1.0, 5.0, true, true}};
constexpr int kIterations = 12;       // of a stage
constexpr int kStartIterations = 3;   // after each step of the physics
constexpr double kLongestStep = 0.3;  // of a logarithm
/// Spread of a logarithm around the first guess: keeps what the shots do not tell.
constexpr double kSpread = 0.5;

/// Runs `action(simulators, i)` for every shot on all cores, each with simulators of its own.
template <typename Action>
void for_each_shot(std::size_t count, const Table& table, const std::vector<Physics>& physics,
                   const Action& action) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    std::vector<Simulator> simulators;
    for (const Physics& p : physics) simulators.emplace_back(table, p);
    for (std::size_t i = next++; i < count; i = next++) action(simulators, i);
  };
  std::vector<std::jthread> threads;
  for (unsigned n = 1; n < std::thread::hardware_concurrency(); ++n) threads.emplace_back(work);
  work();
}

/// Slope of the cue in the middle of the strokes that have side spin; 0 where there are few.
double cue_slope(const std::vector<StrokeSpin>& strokes) {
  constexpr double kLeastSide = 0.25;
  constexpr std::size_t kFewest = 10;
  std::vector<double> slopes;
  for (const StrokeSpin& spin : strokes) {
    if (std::abs(spin.side) > kLeastSide) slopes.push_back(spin.swerve / spin.side);
  }
  if (slopes.size() < kFewest) return 0.0;
  const auto middle = slopes.begin() + static_cast<std::ptrdiff_t>(slopes.size() / 2);
  std::nth_element(slopes.begin(), middle, slopes.end());
  return std::max(*middle, 0.0);  // the butt is never below the tip
}

/// The fit as it goes on.
class Fitter {
 public:
  Fitter(std::vector<ShotModel> shots, const Table& table, const Physics& first)
      : shots_(std::move(shots)),
        table_(table),
        adjustable_(first),
        first_(Values::Zero(adjustable_.size() + kLags)),
        starts_(shots_.size()),
        costs_(shots_.size()),
        shares_(shots_.size()) {
    first_.head(adjustable_.size()) = adjustable_.first_values();
    values_ = first_;
    for (std::size_t i = 0; i < shots_.size(); ++i) starts_[i] = shots_[i].guess(0.4, 0.0);
  }

  /// Looks at another part of the shots, or with other weights. `anew_too` also searches the starts
  /// from nothing, not to stay where poor physics led.
  void look_at(const StartSearch& search, bool anew_too) {
    search_ = search;
    damping_ = 1e-2;
    for_each_shot(shots_.size(), table_, {adjustable_.physics(values_)},
                  [&](std::vector<Simulator>& own, std::size_t i) {
                    costs_[i] = extend_start(shots_[i], own[0], search_, starts_[i]);
                    if (!anew_too) return;
                    Start anew;
                    const double cost = fit_start(shots_[i], own[0], search_, anew);
                    if (cost >= costs_[i]) return;
                    costs_[i] = cost;
                    starts_[i] = anew;
                  });
    cost_ = total(values_, costs_);
  }

  /// From now on the camera may have a lag, or not.
  void fit_lag(bool fit) { fits_lag_ = fit; }

  /// Takes for noise what is left unexplained now, if that is more.
  void learn_noise() {
    std::vector<double> left;
    Simulator simulator(table_, adjustable_.physics(values_));
    for (std::size_t i = 0; i < shots_.size(); ++i) {
      const Eigen::VectorXd r = shots_[i].residuals(simulator, starts_[i], search_.until);
      for (const double x : r.head(r.size() - starts_[i].size())) left.push_back(std::abs(x));
    }
    if (left.empty()) return;
    const auto middle = left.begin() + static_cast<std::ptrdiff_t>(left.size() / 2);
    std::nth_element(left.begin(), middle, left.end());
    const double factor = std::max(1.0, *middle / 0.6745);  // the median of |x| is 0.6745 σ
    for (ShotModel& shot : shots_) shot.set_noise(factor * shot.noise());
  }

  /// One step of Levenberg–Marquardt; false when there is nothing more to gain.
  bool step() {
    const Values g = gather();
    for (int tries = 0; tries < 4; ++tries) {
      Matrix damped = curvature_;
      damped.diagonal() *= 1.0 + damping_;
      const Values change = -damped.ldlt().solve(g);
      const double gain = try_step(change.cwiseMax(-kLongestStep).cwiseMin(kLongestStep));
      damping_ *= gain > 0.0 ? 0.3 : 10.0;
      if (gain > 0.0) return gain > kWorthIt + 1e-5 * cost_;
    }
    return false;
  }

  [[nodiscard]] PhysicsFit result(int iterations) {
    (void)gather();
    PhysicsFit fit{adjustable_.physics(values_),
                   {},
                   starts_,
                   cue_slope(strokes()),
                   lag(values_),
                   {},
                   shots_[0].noise(),
                   cost_,
                   iterations};
    const Values sigma = uncertainty();
    fit.lag_sigma = lag(sigma);
    for (Eigen::Index i = 0; i < adjustable_.size(); ++i) {
      const double value = std::exp(values_[i]);
      fit.values.push_back({adjustable_.name(i), value, value * sigma[i]});
    }
    return fit;
  }

 private:
  static constexpr double kAstray = 1.1;    // growth of a shot's cost
  static constexpr double kWorthIt = 0.01;  // gain of the cost, where 1 is one sigma

  [[nodiscard]] static Vec2<double> lag(const Values& values) {
    return kLagUnit * values.tail<kLags>();
  }

  [[nodiscard]] Values limited(const Values& values) const {
    Values cut = values;
    cut.head(adjustable_.size()) = adjustable_.limited(values);
    return cut;
  }

  /// Spins of the strokes where the cue may have sloped.
  [[nodiscard]] std::vector<StrokeSpin> strokes() const {
    constexpr double kSwerveSpread = 0.03;
    std::vector<StrokeSpin> list(shots_.size());
    for_each_shot(shots_.size(), table_, {adjustable_.physics(values_)},
                  [&](std::vector<Simulator>& own, std::size_t i) {
                    ShotModel shot = shots_[i];
                    StrokePrior prior = shot.prior();
                    prior.swerve_spread = kSwerveSpread;
                    shot.set_prior(prior);
                    Start start = starts_[i];
                    (void)refine_start(shot, own[0], search_, start);
                    list[i] = shot.spin(start);
                  });
    return list;
  }

  [[nodiscard]] double total(const Values& values, const std::vector<double>& costs) const {
    double sum = ((values - first_) / kSpread).squaredNorm();
    for (const double cost : costs) sum += cost;
    return sum;
  }

  /// Moves the physics, and the starts with it, if that is better. Returns the gain.
  double try_step(const Values& change) {
    const Values next = limited(values_ + change);
    std::vector<ShotModel> shots = shots_;
    for (ShotModel& shot : shots) shot.set_lag(lag(next));
    std::vector<Start> starts = starts_;
    std::vector<double> costs = costs_;
    StartSearch search = search_;
    search.iterations = kStartIterations;
    for_each_shot(shots_.size(), table_, {adjustable_.physics(next)},
                  [&](std::vector<Simulator>& own, std::size_t i) {
                    starts[i] -= shares_[i].own + shares_[i].with * (next - values_);
                    costs[i] = refine_start(shots[i], own[0], search, starts[i]);
                    if (costs[i] < kAstray * costs_[i]) return;
                    Start kept = starts_[i];  // the straight step leads astray
                    const double cost = refine_start(shots[i], own[0], search, kept);
                    if (cost < costs[i]) {
                      costs[i] = cost;
                      starts[i] = kept;
                    }
                  });
    const double gain = cost_ - total(next, costs);
    if (!(gain > 0.0)) return 0.0;
    values_ = next;
    shots_ = std::move(shots);
    starts_ = std::move(starts);
    costs_ = std::move(costs);
    cost_ -= gain;
    return gain;
  }

  /// Curvature and gradient of the cost.
  Values gather() {
    const Values nudges = adjustable_.nudges(values_);
    for_each_shot(shots_.size(), table_, adjustable_.nudged(values_),
                  [&](std::vector<Simulator>& own, std::size_t i) {
                    shares_[i] = share_of(shots_[i], own, nudges, starts_[i], search_);
                  });
    const Eigen::Index size = values_.size();
    curvature_ = Matrix::Identity(size, size) / (kSpread * kSpread);
    Values g = (values_ - first_) / (kSpread * kSpread);
    for (const ShotShare& share : shares_) {
      curvature_ += share.h;
      g += share.g;
    }
    if (!fits_lag_) {
      g.tail<kLags>().setZero();
      curvature_.rightCols<kLags>().setZero();
      curvature_.bottomRows<kLags>().setZero();
      curvature_.bottomRightCorner<kLags, kLags>().setIdentity();
    }
    return g;
  }

  /// Standard deviations of the logarithms.
  [[nodiscard]] Values uncertainty() const {
    const Matrix covariance = curvature_.inverse();
    Matrix spread = Matrix::Zero(values_.size(), values_.size());
    for (const ShotShare& share : shares_) spread += share.g * share.g.transpose();
    const auto shots = static_cast<double>(shares_.size());
    const double few = shots / std::max(shots - 1.0, 1.0);
    const Matrix disagreement = few * covariance * spread * covariance;
    return covariance.diagonal().cwiseMax(disagreement.diagonal()).cwiseSqrt();
  }

  std::vector<ShotModel> shots_;
  const Table& table_;
  AdjustablePhysics adjustable_;
  Values first_;   ///< of the physics, then the lag
  Values values_;  ///< in the same order
  std::vector<Start> starts_;
  std::vector<double> costs_;
  std::vector<ShotShare> shares_;
  Matrix curvature_;
  StartSearch search_;
  bool fits_lag_ = false;
  double damping_ = 1e-2;
  double cost_ = 0.0;
};

}  // namespace

PhysicsFit fit_physics(std::vector<ShotModel> shots, const Table& table, const Physics& first,
                       double until, const std::function<void(double)>& progress) {
  Fitter fitter(std::move(shots), table, first);
  int iterations = 0;
  double done = 0.0;
  for (const Stage& stage : kStages) {
    fitter.fit_lag(stage.lag);
    fitter.look_at({.until = stage.part * until, .far = stage.far}, stage.anew);
    for (int i = 0; i < kIterations; ++i) {
      progress((done + static_cast<double>(i) / kIterations) / std::size(kStages));
      ++iterations;
      if (!fitter.step()) break;
    }
    if (done == 0.0) fitter.learn_noise();
    done += 1.0;
  }
  return fitter.result(iterations);
}

}  // namespace billiard
