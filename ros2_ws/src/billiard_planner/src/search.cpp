// SPDX-License-Identifier: Apache-2.0
#include "search.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace billiard {
namespace {

/// Part of the budget after which the winner is known.
constexpr double kCompareShare = 0.82;
/// Options that enter the comparison.
constexpr int kContenders = 48;
constexpr double kLeastSamples = 6.0;    // of each, where time is short
constexpr double kPromiseSamples = 4.0;  // what an option promised counts as so many samples
constexpr double kFewRounds = 4.0;       // of comparing that must be affordable
constexpr int kLeastWinnerSamples = 12;  // fewer are not told: those it was chosen by are
constexpr int kMaxWinnerSamples = 4000;
constexpr double kMaxSamples = 50000.0;  // of a contender in a round: known to 0.2 %
constexpr double kLeastShots = 360.0;  // ready-made ones that are tried, however few are affordable
constexpr std::size_t kBatch = 32;
constexpr std::size_t kLateBatch = 4;
constexpr double kMinSpeed = 0.5;  // [m/s] of the cue
constexpr double kMaxSpeed = 7.0;  // more is tried for breaks alone

/// Draws that only the winner sees.
constexpr std::uint64_t kFreshDraws = std::uint64_t{1} << 40;

/// Speeds as multiples of the slowest that arrives, and tip heights and sides [ball radii], the
/// most useful first.
constexpr std::array kSpeeds = {1.35, 1.9, 2.7, 1.05, 3.8};
constexpr std::array kHeights = {0.0, 0.3, -0.3, 0.15, -0.15, -0.42};
constexpr std::array kSides = {-0.25, 0.25};

/// Strokes by wave: wave 0 for every candidate, later ones for the best of them.
std::vector<Stroke> strokes(const Candidate& candidate, int wave, bool with_side) {
  std::vector<Stroke> list;
  const auto add = [&](double factor, double side, double height) {
    const double speed = std::clamp(factor * candidate.min_speed, kMinSpeed, kMaxSpeed);
    list.push_back({speed, side, height});
  };
  if (wave == 0) {
    add(kSpeeds[0], 0.0, 0.0);
  } else if (wave == 1) {
    for (const double speed : kSpeeds) {
      for (int h = 0; h < 3; ++h) {
        if (speed != kSpeeds[0] || h != 0) add(speed, 0.0, kHeights[static_cast<std::size_t>(h)]);
      }
    }
  } else {
    for (const double speed : kSpeeds) {
      for (std::size_t h = 3; h < kHeights.size(); ++h) add(speed, 0.0, kHeights[h]);
      if (!with_side) continue;
      for (const double side : kSides) {
        for (std::size_t h = 0; h < 3; ++h) add(speed, side, kHeights[h]);
      }
    }
  }
  return list;
}

constexpr int kWaves = 3;
/// Candidates that take part in each wave.
constexpr std::array kInWave = {40, 14, 6};

}  // namespace

std::optional<Option> Search::try_out(ShotRunner& runner, const Candidate& candidate,
                                      const Aimed& aimed) const {
  Option option;
  option.choice.shot = aimed.shot;
  option.choice.kind = candidate.kind;
  option.choice.call = candidate.call;
  option.choice.aim_window = aimed.window;
  option.choice.success_probability = window_probability(scene_, aimed.window);
  const Outcome outcome = runner.run(scene_.balls, aimed.shot);
  const Score s = score(scene_, request_.look_ahead, option.choice, outcome);
  if (!s.success) return std::nullopt;
  option.promise = s.value * option.choice.success_probability;
  if (scene_.certain()) option.tally.add(s);  // a perfect cue always plays it so
  return option;
}

int Search::aim_batch(std::span<const Aiming> batch, double share) {
  std::vector<std::optional<Option>> found(batch.size());
  std::vector<std::optional<Lead>> leads(batch.size());
  const auto done = workers_.run(
      static_cast<int>(batch.size()), budget_.deadline(share), [&](ShotRunner& runner, int i) {
        const auto index = static_cast<std::size_t>(i);
        const Candidate& candidate = *batch[index].candidate;
        const bool known = candidate.lead.has_value();
        const auto aimed = known ? follow(scene_, runner, candidate, batch[index].stroke)
                                 : refine(scene_, runner, candidate, batch[index].stroke);
        if (!aimed) return;
        found[index] = try_out(runner, candidate, *aimed);
        leads[index] = aimed->lead;
      });
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (done[i] == 0) continue;
    Candidate& candidate = *batch[i].candidate;
    if (leads[i]) candidate.lead = leads[i];
    if (!found[i]) continue;
    candidate.promise = std::max(candidate.promise, found[i]->promise);
    options_.push_back(*found[i]);
  }
  return static_cast<int>(std::count(done.begin(), done.end(), 1));
}

void Search::aim_all(std::span<const Aiming> waiting, double share, double latest) {
  while (!waiting.empty()) {
    // Late and empty-handed: a few at a time, as long as the budget lasts.
    const bool late = budget_.left(share) <= 0.0;
    if (late && (!options_.empty() || budget_.left(latest) <= 0.0)) return;
    const std::size_t size = late ? kLateBatch : kBatch;
    const auto batch = waiting.first(std::min(waiting.size(), size));
    const int begun = aim_batch(batch, late ? latest : share);
    waiting = waiting.subspan(static_cast<std::size_t>(begun));
  }
}

void Search::aim(Candidates candidates, double share, double latest) {
  // What the engine found counts before any guess.
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.promise != b.promise ? a.promise > b.promise : a.estimate > b.estimate;
  };
  const bool with_side = request_.game.game != Game::kFree;
  for (int wave = 0; wave < kWaves; ++wave) {
    std::stable_sort(candidates.begin(), candidates.end(), better);
    std::vector<Aiming> waiting;
    const int count =
        std::min(static_cast<int>(candidates.size()), kInWave[static_cast<std::size_t>(wave)]);
    for (int c = 0; c < count; ++c) {
      Candidate& candidate = candidates[static_cast<std::size_t>(c)];
      for (const Stroke& s : strokes(candidate, wave, with_side)) {
        waiting.push_back({&candidate, s});
      }
    }
    aim_all(waiting, share, latest);
  }
}

double Search::best_promise() const noexcept {
  double best = 0.0;
  for (const Option& option : options_) best = std::max(best, option.promise);
  return best;
}

void Search::add_shots(std::vector<Choice> shots, double share, bool or_foul) {
  if (budget_.counts_simulations()) {
    const double affordable = std::max(budget_.left(share), kLeastShots);
    if (static_cast<double>(shots.size()) > affordable)
      shots.resize(static_cast<std::size_t>(affordable));
  }
  std::vector<std::optional<Option>> found(shots.size());
  std::vector<std::optional<Option>> fouls(shots.size());
  const auto done = workers_.run(
      static_cast<int>(shots.size()), budget_.deadline(share), [&](ShotRunner& runner, int i) {
        const auto index = static_cast<std::size_t>(i);
        const Outcome outcome = runner.run(scene_.balls, shots[index].shot);
        const Score s = score(scene_, request_.look_ahead, shots[index], outcome);
        Option option{shots[index], {}, s.value};
        option.choice.success_probability = s.success ? 1.0 : 0.0;
        if (scene_.certain()) option.tally.add(s);
        const bool legal = s.success || shots[index].kind == ShotKind::kBreak;
        (legal ? found : fouls)[index] = option;
      });
  const auto take = [&](const std::vector<std::optional<Option>>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (done[i] != 0 && list[i]) options_.push_back(*list[i]);
    }
  };
  take(found);
  if (or_foul && options_.empty()) take(fouls);
}

void Search::sample(int count, int samples, double share) {
  // Draw by draw, so that a deadline leaves every contender with the same draws (but one).
  std::vector<Score> scores(static_cast<std::size_t>(count * samples));
  const auto done =
      workers_.run(count * samples, budget_.deadline(share), [&](ShotRunner& runner, int i) {
        const Choice& choice = options_[static_cast<std::size_t>(i % count)].choice;
        const std::uint64_t draw = next_draw_ + static_cast<std::uint64_t>(i / count);
        scores[static_cast<std::size_t>(i)] =
            score(scene_, request_.look_ahead, choice,
                  runner.repeat(scene_, choice.shot, request_.seed, draw));
      });
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (done[i] == 0) continue;
    options_[i % static_cast<std::size_t>(count)].tally.add(scores[i]);
  }
  next_draw_ += static_cast<std::uint64_t>(samples);
}

void Search::rank(int count) {
  const auto worth = [](const Option& o) {  // a few draws say little
    return (o.tally.value + o.promise * kPromiseSamples) / (o.tally.samples + kPromiseSamples);
  };
  std::stable_sort(options_.begin(), options_.begin() + count,
                   [&](const Option& a, const Option& b) { return worth(a) > worth(b); });
}

void Search::sample_winner() {
  const int wanted = static_cast<int>(
      std::clamp(budget_.left(kWinnerShare), 0.0, static_cast<double>(kMaxWinnerSamples)));
  if (wanted <= 0 || options_.empty()) return;
  const Tally chosen_by = options_.front().tally;
  options_.front().tally = {};
  next_draw_ = kFreshDraws;
  sample(1, wanted, kWinnerShare);
  if (options_.front().tally.samples < kLeastWinnerSamples) options_.front().tally = chosen_by;
}

void Search::compare() {
  std::stable_sort(options_.begin(), options_.end(),
                   [](const Option& a, const Option& b) { return a.promise > b.promise; });
  if (options_.empty() || scene_.certain()) return;
  int contenders = static_cast<int>(std::min<std::size_t>(options_.size(), kContenders));
  const double affordable = budget_.left(kCompareShare) / (kFewRounds * kLeastSamples);
  contenders = static_cast<int>(std::clamp(affordable, 1.0, static_cast<double>(contenders)));
  // Sequential halving (Karnin, Koren, Somekh 2013): each round spends the same, on half as many.
  int rounds = 1 + static_cast<int>(std::log2(contenders));
  for (; rounds > 0; --rounds) {
    const double left = budget_.left(kCompareShare);
    const int samples = static_cast<int>(std::min(left / (rounds * contenders), kMaxSamples));
    if (samples < 1) break;
    sample(contenders, samples, kCompareShare);
    rank(contenders);
    contenders = std::max(2, contenders / 2);
    contenders = std::min(contenders, static_cast<int>(options_.size()));
  }
  sample_winner();
}

}  // namespace billiard
