// SPDX-License-Identifier: Apache-2.0
#include "fit/aim.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace billiard {
namespace {

constexpr double kMostSide = 1.3;     // spin as part of rolling; more is a miscue [-]
constexpr double kSideStep = 0.1;     // [-]
constexpr double kSideSpread = 1.0;   // of what players use [-]
constexpr double kSlopeSpread = 0.3;  // slopes of the cue differ by this part of the usual one [-]
constexpr double kHeld = 0.5;         // spread of the side that is tried [rad/s]
constexpr double kMissSpread = 0.2;   // of strokes that were meant to score [m]
constexpr double kNotMeant = 0.02;    // weight of strokes that do not come near
constexpr double kLongest = 9.0;      // looked ahead for a score [s]
constexpr double kFar = 1.0;          // stands for every miss that is further [m]
/// What was seen counts by this less once the cue ball has met a ball: the laws of that contact are
/// not right to the fraction of a degree by which side spin throws a ball.
constexpr double kContactDoubt = 10.0;

/// A stroke that may have been played.
struct Candidate {
  double side = 0.0;  ///< as part of rolling [-]
  double cost = 0.0;  ///< of what was seen
  double miss = 0.0;  ///< see score_miss() [m]
  Path path;
};

/// What the cue ball has met so far.
struct Meetings {
  int first = -1;   ///< ball
  int second = -1;  ///< the other one
  int cushions = 0;
  double open = std::numeric_limits<double>::infinity();  ///< a score is possible from here [s]

  void add(const Event& event, int cue) {
    if (event.kind == EventKind::kBallCushion && event.ball == cue) ++cushions;
    if (event.kind == EventKind::kBallBall && (event.ball == cue || event.other == cue)) {
      const int met = event.ball == cue ? event.other : event.ball;
      if (first < 0) first = met;
      if (met != first) second = met;
    }
    if (first >= 0 && cushions >= 3) open = std::min(open, event.time);
  }
};

double squared_distance(const Path& a, const Path& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]).squaredNorm();
  return sum;
}

Path mean_path(const std::vector<Path>& paths, const std::vector<double>& weights) {
  Path mean(paths.at(0).size(), Vec2<double>::Zero());
  double total = 0.0;
  for (std::size_t k = 0; k < paths.size(); ++k) {
    total += weights[k];
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += weights[k] * paths[k][i];
  }
  for (Vec2<double>& p : mean) p /= total;
  return mean;
}

/// The strokes with sides from `first` on by `step`, each found from the one before.
void add_candidates(ShotModel& shot, Simulator& simulator, Start start, double first, double step,
                    double seen, double to, std::vector<Candidate>& list) {
  const std::vector<Ball> balls = shot.balls(start);
  const auto cue = static_cast<std::size_t>(shot.cue());
  const double rolls = start.head<2>().norm() / balls[cue].position.z();
  StrokePrior prior = shot.prior();
  prior.side_spread = kHeld;
  for (double side = first; std::abs(side) < kMostSide + 0.5 * kSideStep; side += step) {
    prior.side = side * rolls;
    start[4] = prior.side / kSpinUnit;
    shot.set_prior(prior);
    const double cost = refine_start(shot, simulator, {.until = seen, .iterations = 6}, start);
    list.push_back({side, cost, score_miss(simulator, shot.balls(start), shot.cue()),
                    shot.cue_path(simulator, start, to)});
  }
}

/// Whether balls have met by then.
bool balls_met(Simulator& simulator, const std::vector<Ball>& balls, double until) {
  Recorder recorder(until, 2, 100);
  simulator.reset(balls);
  (void)simulator.run({.time = until}, &recorder);
  return std::any_of(recorder.events().begin(), recorder.events().end(),
                     [](const Event& event) { return event.kind == EventKind::kBallBall; });
}

double weight(const Candidate& candidate, double least, double doubt) {
  const double seen = (candidate.cost - least) / doubt;
  const double usual = std::pow(candidate.side / kSideSpread, 2);
  const double miss = std::pow(candidate.miss / kMissSpread, 2);
  return std::exp(-0.5 * (seen + usual)) * (kNotMeant + std::exp(-0.5 * miss));
}

}  // namespace

double score_miss(Simulator& simulator, const std::vector<Ball>& balls, int cue) {
  constexpr double kPeriod = 0.02;
  Recorder recorder(kPeriod, static_cast<int>(kLongest / kPeriod) + 1, 400);
  simulator.reset(balls);
  (void)simulator.run({.time = kLongest}, &recorder);
  Meetings met;
  double end = kLongest;
  for (const Event& event : recorder.events()) {
    met.add(event, cue);
    if (met.second < 0) continue;
    if (met.cushions >= 3) return 0.0;
    end = event.time;
    break;
  }
  double least = kFar;
  const auto at = static_cast<std::size_t>(cue);
  for (const Recorder::Sample& sample : recorder.samples()) {
    if (sample.time < met.open || sample.time > end) continue;
    for (std::size_t b = 0; b < balls.size(); ++b) {
      if (b == at || static_cast<int>(b) == met.first) continue;
      const double apart = (sample.balls[b].position - sample.balls[at].position).norm();
      least = std::min(least, apart - 2.0 * balls[b].position.z());
    }
  }
  return std::max(least, 0.0);
}

Path median_path(const std::vector<Path>& paths, const std::vector<double>& weights) {
  constexpr int kIterations = 30;
  constexpr double kNear = 1e-3;  // [m]
  Path median = mean_path(paths, weights);
  for (int i = 0; i < kIterations; ++i) {  // Weiszfeld
    std::vector<double> nearness;
    for (std::size_t k = 0; k < paths.size(); ++k) {
      nearness.push_back(weights[k] /
                         std::sqrt(squared_distance(paths[k], median) + kNear * kNear));
    }
    median = mean_path(paths, nearness);
  }
  return median;
}

Path expected_path(ShotModel shot, Simulator& simulator, double seen, double to) {
  StrokePrior prior = shot.prior();
  prior.swerve_spread = std::max(prior.swerve_spread, kSlopeSpread * prior.slope);
  shot.set_prior(prior);
  Start best;
  double least = fit_start(shot, simulator, {.until = seen}, best);
  const Ball cue = shot.balls(best)[static_cast<std::size_t>(shot.cue())];
  const double rolls = std::max(cue.velocity.norm(), 1e-3) / cue.position.z();
  const double side =
      std::clamp(kSideStep * std::round(cue.spin.z() / rolls / kSideStep), -kMostSide, kMostSide);
  std::vector<Candidate> list;
  add_candidates(shot, simulator, best, side, kSideStep, seen, to, list);
  add_candidates(shot, simulator, best, side - kSideStep, -kSideStep, seen, to, list);
  for (const Candidate& c : list) least = std::min(least, c.cost);
  // Where even the best does not explain what was seen, the laws err, and the others may be right.
  const auto count =
      static_cast<double>(shot.residuals(simulator, best, seen).size() - best.size());
  const double doubt = std::max(1.0, least / count) *
                       (balls_met(simulator, shot.balls(best), seen) ? kContactDoubt : 1.0);
  std::vector<Path> paths;
  std::vector<double> weights;
  for (Candidate& c : list) {
    weights.push_back(weight(c, least, doubt));
    paths.push_back(std::move(c.path));
  }
  return median_path(paths, weights);
}

}  // namespace billiard
