// SPDX-License-Identifier: Apache-2.0
#include "session/game_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "session/prediction_error.hpp"
#include "session/statistics.hpp"

namespace billiard::session {

namespace {

constexpr std::array kSeen = {0.05, 0.1, 0.2, 0.3, 0.5};  // [s] after the strike
constexpr double kJudged = 1.0;                           // [s] after the strike
constexpr double kNextPrediction = 0.05;                  // may come this late [s]
constexpr double kOtherClock = 60.0;                      // no latency is longer [s]

Timing timing_of(const std::vector<double>& seconds) {
  return {seconds.size(), 1e3 * quantile(seconds, 0.5), 1e3 * quantile(seconds, 0.99),
          1e3 * quantile(seconds, 1.0)};
}

void count_strokes(const Recording& recording, GameSummary& summary) {
  std::set<std::uint32_t> answered;
  std::map<std::uint32_t, int> strokes;
  for (const RecordedResult& result : recording.results) {
    answered.insert(result.shot_id);
    switch (result.outcome) {
      case StrokeOutcome::kFired:
        ++summary.fired;
        if (++strokes[result.shot_id] == 2) ++summary.fired_twice;
        break;
      case StrokeOutcome::kRefused:
        ++summary.refused;
        break;
      case StrokeOutcome::kRejected:
        ++summary.rejected;
        break;
      case StrokeOutcome::kAborted:
        ++summary.aborted;
        break;
    }
  }
  summary.commanded = static_cast<std::uint32_t>(recording.commands.size());
  for (const RecordedCommand& command : recording.commands)
    summary.unanswered += answered.contains(command.shot_id) ? 0 : 1;
}

const RecordedGame* last_state(const std::vector<RecordedGame>& states, double time,
                               std::uint32_t rack) {
  const RecordedGame* last = nullptr;
  for (const RecordedGame& state : states) {
    if (state.time >= time) break;
    if (rack == 0 || state.rack == rack) last = &state;
  }
  return last;
}

// By the referee: what the shot added to the rack's counts.
void judge_by_game(const Recording& recording, double next_strike, bool called, ShotSummary& shot) {
  const RecordedGame* before = last_state(recording.game, shot.shot.strike, 0);
  if (before == nullptr) return;
  shot.rack = before->rack;
  const RecordedGame* after = last_state(recording.game, next_strike, before->rack);
  if (!shot.shot.ended || after == before) return;
  shot.call = after->last_call;
  const bool potted = after->pots > before->pots;
  shot.outcome = after->fouls > before->fouls ? ShotOutcome::kFoul
                 : potted                     ? ShotOutcome::kPotted
                 : called                     ? ShotOutcome::kMissed
                                              : ShotOutcome::kPlayed;
}

// Without a referee: where the called ball is when everything rests.
void judge_by_balls(const RecordedPlan* plan, const BallsMoment& end, ShotSummary& shot) {
  const auto fell = [&](const std::string& id, const std::string& pocket) {
    const int i = end.layout.find(id);
    if (i < 0) return false;
    const Ball& ball = end.layout.balls[static_cast<std::size_t>(i)];
    return ball.motion == Motion::kPocketed &&
           (pocket.empty() || (ball.pocket >= 0 && pocket == name(PocketId(ball.pocket))));
  };
  const bool called = plan != nullptr && !plan->target.empty();
  shot.outcome = fell("cue", "")                              ? ShotOutcome::kFoul
                 : called && fell(plan->target, plan->pocket) ? ShotOutcome::kPotted
                 : called                                     ? ShotOutcome::kMissed
                                                              : ShotOutcome::kPlayed;
}

std::vector<ShotSummary> list_shots(const Recording& recording,
                                    const std::vector<BallsMoment>& moments) {
  std::vector<ShotSummary> list;
  for (const RecordedShot& shot : find_shots(recording.results, moments)) {
    ShotSummary summary;
    summary.shot = shot;
    for (std::size_t i = 0; i < recording.plans.size(); ++i) {
      if (shot.shot_id != 0 && recording.plans[i].shot_id == shot.shot_id)
        summary.plan = static_cast<int>(i);
    }
    for (const RecordedResult& result : recording.results) {
      if (shot.shot_id != 0 && result.shot_id == shot.shot_id)
        summary.speed_measured = result.speed_measured;
    }
    list.push_back(summary);
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    const RecordedPlan* plan =
        list[i].plan < 0 ? nullptr : &recording.plans[static_cast<std::size_t>(list[i].plan)];
    const double next = i + 1 < list.size() ? list[i + 1].shot.strike : 1e300;
    judge_by_game(recording, next, plan != nullptr && !plan->target.empty(), list[i]);
    const BallsMoment* end = last_before(moments, list[i].shot.end);
    if (recording.game.empty() && list[i].shot.ended && end != nullptr)
      judge_by_balls(plan, *end, list[i]);
  }
  return list;
}

// The recorded predictions against what came true.
class PredictionJudge {
 public:
  PredictionJudge(const std::vector<BallsMoment>& reference, const Table& table,
                  std::vector<ShotSummary>& shots)
      : reference_(reference), table_(table), shots_(shots) {}

  void take(const RecordedPrediction& prediction) {
    while (shot_ + 1 < shots_.size() && prediction.time >= shots_[shot_ + 1].shot.strike) {
      ++shot_;
      next_ = 0;
    }
    if (shot_ >= shots_.size() || next_ >= kSeen.size()) return;
    ShotSummary& shot = shots_[shot_];
    if (prediction.time < shot.shot.strike + kSeen[next_]) return;
    const bool in_time = prediction.time <= shot.shot.strike + kSeen[next_] + kNextPrediction;
    if (in_time) judge(prediction, shot);
    ++next_;
  }
  [[nodiscard]] std::vector<SeenError> errors() const {
    std::vector<SeenError> list;
    for (std::size_t i = 0; i < kSeen.size(); ++i) {
      list.push_back({kSeen[i], judged_[i], errors_[i].size(), 1e3 * quantile(errors_[i], 0.5),
                      1e3 * quantile(errors_[i], 0.9)});
    }
    return list;
  }

 private:
  void judge(const RecordedPrediction& prediction, ShotSummary& shot) {
    const bool headline = kSeen[next_] == kSeenForHeadline;
    if (kSeen[next_] == kSeenForDrawing) shot.prediction = prediction;
    const BallsMoment* rest = last_before(reference_, shot.shot.strike);
    const BallsMoment* start = moment_at(reference_, prediction.time);
    const BallsMoment* then = moment_at(reference_, shot.shot.strike + kJudged);
    if (rest == nullptr || start == nullptr || then == nullptr) return;
    const std::vector<Ball> balls =
        balls_at(prediction, std::max(then->time, prediction.time) - prediction.time, table_);
    std::vector<double> own;
    for (const BallError& e : forecast_errors(
             {start_of(prediction), balls, start->layout, then->layout, rest->layout}, table_))
      own.push_back(e.error);
    if (headline && !own.empty()) shot.error_mm = 1e3 * quantile(own, 0.5);
    if (!own.empty()) ++judged_[next_];
    errors_[next_].insert(errors_[next_].end(), own.begin(), own.end());
  }

  const std::vector<BallsMoment>& reference_;
  const Table& table_;
  std::vector<ShotSummary>& shots_;
  std::size_t shot_{0}, next_{0};
  std::array<std::vector<double>, kSeen.size()> errors_;
  std::array<std::size_t, kSeen.size()> judged_{};  // shots
};

// "before shot 3 of rack 1", or "at the end".
std::string describe_moment(const std::vector<ShotSummary>& list, std::size_t next) {
  if (next == list.size()) return "at the end";
  const std::uint32_t rack = list[next].rack;
  const auto earlier = std::count_if(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(next),
                                     [&](const ShotSummary& shot) { return shot.rack == rack; });
  return fmt::format("before shot {} of rack {}", earlier + 1, rack);
}

// Compares one layout; balls that were missed or invented become notes.
void compare_layout(const Layout& seen, const Layout& real, const std::string& moment,
                    std::vector<double>& errors, GameSummary& summary) {
  const std::vector<int> match = match_balls(seen, real, 0.03);
  std::set<int> matched;
  for (std::size_t i = 0; i < match.size(); ++i) {
    if (match[i] < 0) {
      if (!seen.balls[i].in_play()) continue;
      ++summary.balls_invented;
      summary.notes.push_back(fmt::format("ball {} was invented {}", seen.ids[i], moment));
      continue;
    }
    matched.insert(match[i]);
    const auto& there = real.balls[static_cast<std::size_t>(match[i])].position;
    errors.push_back((seen.balls[i].position - there).head<2>().norm());
  }
  for (std::size_t i = 0; i < real.balls.size(); ++i) {
    if (!real.balls[i].in_play() || matched.contains(static_cast<int>(i))) continue;
    ++summary.balls_missed;
    summary.notes.push_back(fmt::format("ball {} was missed {}", real.ids[i], moment));
  }
}

// What the camera made of every layout at rest: before each strike, and the last one.
void compare_layouts(const Recording& recording, GameSummary& summary) {
  std::vector<double> errors;
  for (std::size_t next = 0; next <= summary.list.size(); ++next) {
    const double time = next < summary.list.size() ? summary.list[next].shot.strike : 1e300;
    const BallsMoment* seen = last_before(recording.balls, time);
    const BallsMoment* real = seen == nullptr ? nullptr : moment_at(recording.truth, seen->time);
    if (real == nullptr || !seen->at_rest || !real->at_rest) continue;
    ++summary.layouts;
    compare_layout(seen->layout, real->layout, describe_moment(summary.list, next), errors,
                   summary);
  }
  summary.rest_error_mm = 1e3 * quantile(errors, 0.5);
}

void add_results(const Recording& recording, GameSummary& summary) {
  std::vector<double> promised, realised;
  std::set<std::uint32_t> racks, finished;
  for (const RecordedGame& state : recording.game) {
    if (state.rack == 0) continue;
    racks.insert(state.rack);
    if (state.over) finished.insert(state.rack);
  }
  summary.racks = summary.racks_asked = static_cast<std::uint32_t>(racks.size());
  summary.racks_finished = static_cast<std::uint32_t>(finished.size());
  summary.shots = static_cast<std::uint32_t>(summary.list.size());
  for (const ShotSummary& shot : summary.list) {
    summary.pots += shot.outcome == ShotOutcome::kPotted ? 1 : 0;
    summary.fouls += shot.outcome == ShotOutcome::kFoul ? 1 : 0;
    if (shot.plan < 0 || shot.outcome == ShotOutcome::kUnknown) continue;
    const RecordedPlan& plan = recording.plans[static_cast<std::size_t>(shot.plan)];
    if (plan.target.empty()) continue;
    promised.push_back(plan.probability);
    realised.push_back(shot.outcome == ShotOutcome::kPotted ? 1.0 : 0.0);
  }
  summary.called = static_cast<std::uint32_t>(promised.size());
  summary.promised = mean(promised);
  summary.realised = mean(realised);
}

void add_timings(const Recording& recording, GameSummary& summary) {
  std::vector<double> published, recorded, prediction, planning;
  const auto keep = [](double time, std::vector<double>& times) {
    if (time >= 0.0 && time < kOtherClock) times.push_back(time);
  };
  double last = -1.0;
  for (const PredictionTiming& timing : recording.predictions) {
    prediction.push_back(timing.compute_time);
    if (timing.time == last) continue;  // an old frame again: none has come since
    last = timing.time;
    keep(timing.published, published);
    keep(timing.recorded, recorded);
  }
  for (const RecordedPlan& plan : recording.plans) planning.push_back(plan.elapsed);
  summary.frame_to_prediction = timing_of(published);
  summary.frame_to_recorder = timing_of(recorded);
  summary.prediction = timing_of(prediction);
  summary.planning = timing_of(planning);
}

}  // namespace

const char* name(ShotOutcome outcome) {
  switch (outcome) {
    case ShotOutcome::kUnknown:
      return "unknown";
    case ShotOutcome::kPotted:
      return "potted";
    case ShotOutcome::kPlayed:
      return "played";
    case ShotOutcome::kMissed:
      return "missed";
    case ShotOutcome::kFoul:
      return "foul";
  }
  return "unknown";
}

GameSummary summarise(Recording& recording, const Table& table,
                      const PredictionSource& predictions) {
  if (is_half_turned(recording.truth, recording.balls)) turn_by_half(recording.truth);
  const std::vector<BallsMoment>& reference =
      recording.truth.empty() ? recording.balls : recording.truth;
  GameSummary summary;
  summary.notes = recording.notes;
  if (!recording.game.empty()) summary.game = recording.game.back().game;
  summary.list = list_shots(recording, reference);
  count_strokes(recording, summary);
  add_results(recording, summary);
  PredictionJudge judge(reference, table, summary.list);
  predictions([&](const RecordedPrediction& prediction) { judge.take(prediction); });
  summary.errors = judge.errors();
  compare_layouts(recording, summary);
  add_timings(recording, summary);
  return summary;
}

}  // namespace billiard::session
