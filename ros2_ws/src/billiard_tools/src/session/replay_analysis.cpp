// SPDX-License-Identifier: Apache-2.0
#include "session/replay_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "billiard_engine/settle.hpp"
#include "billiard_engine/simulator.hpp"
#include "session/statistics.hpp"

namespace billiard::session {

namespace {

constexpr double kExact_mm = 5.0;      // an error that does not matter
constexpr double kJudgedAfter = 1.0;   // after the strike [s]
constexpr double kLongestRun = 15.0;   // of a drawn prediction [s]
constexpr double kDrawnPeriod = 0.01;  // samples of a drawn prediction [s]
constexpr std::int64_t kMostSteps = 5000000;
constexpr double kMoves = 0.02;  // a ball faster than this moves [m/s]

using Errors = std::vector<double>;
using HorizonErrors = std::array<Errors, kHorizons.size()>;

void append(Errors& to, const std::vector<BallError>& errors) {
  for (const BallError& e : errors) to.push_back(e.error);
}

HorizonSpreads spreads_of(const HorizonErrors& errors) {
  HorizonSpreads spreads;
  for (std::size_t i = 0; i < errors.size(); ++i) spreads[i] = spread_of(errors[i]);
  return spreads;
}

// Balls in play, as the engine can take them.
Layout playable(const Layout& seen, const Settings& settings) {
  Layout layout;
  for (std::size_t i = 0; i < seen.balls.size(); ++i) {
    if (!seen.balls[i].in_play() || layout.balls.size() >= std::size_t{kMaxBalls}) continue;
    layout.ids.push_back(seen.ids[i]);
    layout.balls.push_back(seen.balls[i]);
  }
  // What cannot be mended is predicted as it is: the error shows it.
  (void)settle(layout.balls, settings.table, settings.physics);
  return layout;
}

// Predicts and judges; all sums are kept here.
class Analysis {
 public:
  explicit Analysis(const ReplayInput& input)
      : input_(input),
        reference_(input.truth.empty() ? input.tracked : input.truth),
        simulator_(input.settings.table, input.settings.physics) {}

  void add_shot(const RecordedShot& shot) {
    const BallsMoment* rest = last_before(reference_, shot.strike);
    if (rest == nullptr) return;
    report_.shots.push_back({shot, {}, std::nullopt});
    std::size_t next_seen = 0;
    std::array<Errors, kSeenTimes.size()> own;
    for (const BallsMoment& moment : between(input_.tracked, shot.strike, shot.end)) {
      const double since = moment.time - shot.strike;
      const BallsMoment* now = moment_at(reference_, moment.time);
      if (now == nullptr) continue;
      const Layout start = playable(moment.layout, input_.settings);
      if (next_seen < kSeenTimes.size() && since >= kSeenTimes[next_seen]) {
        while (next_seen + 1 < kSeenTimes.size() && since >= kSeenTimes[next_seen + 1]) ++next_seen;
        judge_after_one_second(shot, moment.time, start, *now, *rest, own[next_seen]);
        if (kSeenTimes[next_seen] == kSeenForDrawing)
          report_.shots.back().prediction = draw(start, moment.time);
        ++next_seen;
      }
      judge_horizons(moment.time, since, start, *now, *rest);
      ++report_.predictions;
    }
    for (std::size_t i = 0; i < own.size(); ++i) {
      report_.shots.back().after_one_second[i] = spread_of(own[i]);
      after_one_second_[i].insert(after_one_second_[i].end(), own[i].begin(), own[i].end());
    }
  }

  [[nodiscard]] ReplayReport finish() {
    report_.against_truth = !input_.truth.empty();
    for (std::size_t i = 0; i < after_one_second_.size(); ++i)
      report_.after_one_second[i] = spread_of(after_one_second_[i]);
    for (std::size_t i = kSeenTimes.size(); i-- > 0;) {
      const Spread& spread = report_.after_one_second[i];
      if (spread.count == 0 || spread.median_mm > kExact_mm) break;
      report_.within_5mm_from = kSeenTimes[i];
    }
    report_.by_horizon = spreads_of(by_horizon_);
    for (const auto& [ball, errors] : by_ball_) report_.by_ball[ball] = spreads_of(errors);
    for (std::size_t i = 0; i < by_since_.size(); ++i)
      report_.by_since_strike[i] = spreads_of(by_since_[i]);
    return std::move(report_);
  }

 private:
  [[nodiscard]] std::vector<BallError> judge(const Layout& start, const BallsMoment& now,
                                             const BallsMoment& then, const BallsMoment& rest,
                                             double from) {
    const Result result = simulator_.run({then.time - from, kMostSteps});
    const std::vector<Ball> balls(result.balls.begin(), result.balls.begin() + result.ball_count);
    return forecast_errors({start, balls, now.layout, then.layout, rest.layout},
                           input_.settings.table);
  }
  void judge_after_one_second(const RecordedShot& shot, double time, const Layout& start,
                              const BallsMoment& now, const BallsMoment& rest, Errors& errors) {
    const BallsMoment* then = moment_at(reference_, shot.strike + kJudgedAfter);
    if (then == nullptr || then->time <= time) return;
    simulator_.reset(start.balls);
    append(errors, judge(start, now, *then, rest, time));
  }
  // One run of the engine, stopped at every horizon.
  void judge_horizons(double time, double since, const Layout& start, const BallsMoment& now,
                      const BallsMoment& rest) {
    const auto since_class = static_cast<std::size_t>(
        std::lower_bound(kSinceStrike.begin(), kSinceStrike.end(), since) - kSinceStrike.begin());
    simulator_.reset(start.balls);
    for (std::size_t h = 0; h < kHorizons.size(); ++h) {
      const BallsMoment* then = moment_at(reference_, time + kHorizons[h]);
      if (then == nullptr || then->time <= time) continue;
      for (const BallError& e : judge(start, now, *then, rest, time)) {
        by_horizon_[h].push_back(e.error);
        by_ball_[e.ball][h].push_back(e.error);
        if (since_class < by_since_.size()) by_since_[since_class][h].push_back(e.error);
      }
    }
  }
  [[nodiscard]] RecordedPrediction draw(const Layout& start, double time) {
    Recorder recorder(kDrawnPeriod, static_cast<int>(kLongestRun / kDrawnPeriod) + 2);
    simulator_.reset(start.balls);
    const Result result = simulator_.run({kLongestRun, kMostSteps}, &recorder);
    RecordedPrediction prediction;
    prediction.time = time;
    for (std::size_t i = 0; i < start.balls.size(); ++i) {
      PredictedPath path{start.ids[i], "", {}};
      if (result.balls[i].pocket >= 0)
        path.pocket = name(static_cast<PocketId>(result.balls[i].pocket));
      for (const Recorder::Sample& sample : recorder.samples()) {
        const Ball& ball = sample.balls[i];
        if (!ball.in_play()) break;
        path.points.push_back({sample.time, ball.position.head<2>(), ball.velocity.head<2>()});
      }
      prediction.paths.push_back(std::move(path));
    }
    return prediction;
  }

  const ReplayInput& input_;
  std::span<const BallsMoment> reference_;
  Simulator simulator_;
  ReplayReport report_;
  std::array<Errors, kSeenTimes.size()> after_one_second_;
  HorizonErrors by_horizon_;
  std::map<std::string, HorizonErrors> by_ball_;
  std::array<HorizonErrors, kSinceStrike.size()> by_since_;
};

TrackingErrors judge_tracking(const ReplayInput& input) {
  TrackingErrors errors;
  Errors resting, moving, speeds;
  for (const BallsMoment& moment : input.tracked) {
    const BallsMoment* real = moment_at(input.truth, moment.time);
    if (real == nullptr || std::abs(real->time - moment.time) > 1e-3) continue;
    const std::vector<int> match = match_balls(moment.layout, real->layout);
    std::vector<bool> found(real->layout.balls.size(), false);
    for (std::size_t i = 0; i < match.size(); ++i) {
      const Ball& seen = moment.layout.balls[i];
      if (match[i] < 0) {
        errors.invented += seen.in_play() ? 1 : 0;
        continue;
      }
      found[static_cast<std::size_t>(match[i])] = true;
      const Ball& ball = real->layout.balls[static_cast<std::size_t>(match[i])];
      const bool moves = ball.velocity.norm() > kMoves;
      (moves ? moving : resting).push_back((seen.position - ball.position).head<2>().norm());
      if (moves) speeds.push_back((seen.velocity - ball.velocity).head<2>().norm());
    }
    for (std::size_t k = 0; k < found.size(); ++k)
      errors.unseen += real->layout.balls[k].in_play() && !found[k] ? 1 : 0;
  }
  errors.resting = spread_of(resting);
  errors.moving = spread_of(moving);
  errors.speed_median_mm_s = 1e3 * quantile(speeds, 0.5);
  errors.speed_p90_mm_s = 1e3 * quantile(speeds, 0.9);
  return errors;
}

}  // namespace

Spread spread_of(const std::vector<double>& metres) {
  return {metres.size(), 1e3 * quantile(metres, 0.5), 1e3 * quantile(metres, 0.9)};
}

ReplayReport analyse(const ReplayInput& input, const std::function<void(double)>& progress) {
  Analysis analysis(input);
  for (std::size_t i = 0; i < input.shots.size(); ++i) {
    analysis.add_shot(input.shots[i]);
    progress(static_cast<double>(i + 1) / static_cast<double>(input.shots.size()));
  }
  ReplayReport report = analysis.finish();
  if (!input.truth.empty()) report.tracking = judge_tracking(input);
  return report;
}

}  // namespace billiard::session
