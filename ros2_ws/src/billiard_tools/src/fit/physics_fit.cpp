// SPDX-License-Identifier: Apache-2.0
#include "fit/physics_fit.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "fit/adjustable_physics.hpp"

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
};
constexpr Stage kStages[] = {{0.25, 30.0, false},
                             {0.5, 30.0, false},
                             {1.0, 30.0, false},
                             {1.0, 10.0, true},
                             {1.0, 5.0, true}};
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

/// What one shot adds to the equations of the physics once its start is eliminated.
struct Share {
  Matrix h;
  Values g;
  Eigen::VectorXd own;   ///< step of the start with the physics held
  Eigen::MatrixXd with;  ///< and what each value of the physics adds to it
};

/// `simulators` are those of nudged(), which moved the values by `nudges`.
Share share_of(const ShotModel& shot, std::vector<Simulator>& simulators, const Values& nudges,
               const Start& start, const StartSearch& search) {
  const Eigen::VectorXd r = shot.residuals(simulators[0], start, search.until);
  const Eigen::Index size = start.size();
  const Eigen::Index count = nudges.size();
  Eigen::MatrixXd j(r.size(), count + size);
  for (Eigen::Index i = 0; i < count; ++i) {
    Simulator& moved = simulators[static_cast<std::size_t>(i) + 1];
    j.col(i) = (shot.residuals(moved, start, search.until) - r) / nudges[i];
  }
  j.rightCols(size) = start_jacobian(shot, simulators[0], start, search.until, r);
  Eigen::VectorXd weighted;
  weigh(r, start.size(), search.far, j, weighted);
  const Eigen::MatrixXd jp = j.leftCols(count);
  const Eigen::MatrixXd js = j.rightCols(size);
  Eigen::MatrixXd hss = js.transpose() * js;
  hss.diagonal().array() += 1e-6;
  const Eigen::LDLT<Eigen::MatrixXd> inverse(hss);
  Share share;
  const Eigen::MatrixXd hps = jp.transpose() * js;
  const Eigen::VectorXd gs = js.transpose() * weighted;
  share.own = inverse.solve(gs);
  share.with = inverse.solve(hps.transpose());
  share.h = jp.transpose() * jp - hps * share.with;
  share.g = jp.transpose() * weighted - hps * share.own;
  return share;
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
        values_(adjustable_.first_values()),
        starts_(shots_.size()),
        costs_(shots_.size()),
        shares_(shots_.size()) {
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
                   shots_[0].noise(),
                   cost_,
                   iterations};
    const Values sigma = uncertainty();
    for (Eigen::Index i = 0; i < adjustable_.size(); ++i) {
      const double value = std::exp(values_[i]);
      fit.values.push_back({adjustable_.name(i), value, value * sigma[i]});
    }
    return fit;
  }

 private:
  static constexpr double kAstray = 1.1;    // growth of a shot's cost
  static constexpr double kWorthIt = 0.01;  // gain of the cost, where 1 is one sigma

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
    double sum = ((values - adjustable_.first_values()) / kSpread).squaredNorm();
    for (const double cost : costs) sum += cost;
    return sum;
  }

  /// Moves the physics, and the starts with it, if that is better. Returns the gain.
  double try_step(const Values& change) {
    const Values next = adjustable_.limited(values_ + change);
    std::vector<Start> starts = starts_;
    std::vector<double> costs = costs_;
    StartSearch search = search_;
    search.iterations = kStartIterations;
    for_each_shot(shots_.size(), table_, {adjustable_.physics(next)},
                  [&](std::vector<Simulator>& own, std::size_t i) {
                    starts[i] -= shares_[i].own + shares_[i].with * (next - values_);
                    costs[i] = refine_start(shots_[i], own[0], search, starts[i]);
                    if (costs[i] < kAstray * costs_[i]) return;
                    Start kept = starts_[i];  // the straight step leads astray
                    const double cost = refine_start(shots_[i], own[0], search, kept);
                    if (cost < costs[i]) {
                      costs[i] = cost;
                      starts[i] = kept;
                    }
                  });
    const double gain = cost_ - total(next, costs);
    if (!(gain > 0.0)) return 0.0;
    values_ = next;
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
    const Eigen::Index size = adjustable_.size();
    curvature_ = Matrix::Identity(size, size) / (kSpread * kSpread);
    Values g = (values_ - adjustable_.first_values()) / (kSpread * kSpread);
    for (const Share& share : shares_) {
      curvature_ += share.h;
      g += share.g;
    }
    return g;
  }

  /// Standard deviations of the logarithms.
  [[nodiscard]] Values uncertainty() const {
    const Matrix covariance = curvature_.inverse();
    Matrix spread = Matrix::Zero(adjustable_.size(), adjustable_.size());
    for (const Share& share : shares_) spread += share.g * share.g.transpose();
    const auto shots = static_cast<double>(shares_.size());
    const double few = shots / std::max(shots - 1.0, 1.0);
    const Matrix disagreement = few * covariance * spread * covariance;
    return covariance.diagonal().cwiseMax(disagreement.diagonal()).cwiseSqrt();
  }

  std::vector<ShotModel> shots_;
  const Table& table_;
  AdjustablePhysics adjustable_;
  Values values_;
  std::vector<Start> starts_;
  std::vector<double> costs_;
  std::vector<Share> shares_;
  Matrix curvature_;
  StartSearch search_;
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
