// SPDX-License-Identifier: Apache-2.0
#include "search.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace billiard {
namespace {

// How the budget is shared out; the rest is left for finishing.
constexpr double kCompareShare = 0.82;
constexpr double kFinishShare = 0.97;
/// Options that enter the comparison, and how many samples each gets at first.
constexpr int kContenders = 48;
constexpr int kFirstSamples = 12;
constexpr int kMaxWinnerSamples = 4000;
constexpr int kBatch = 32;
constexpr double kMinSpeed = 0.5;  // [m/s] of the cue
constexpr double kMaxSpeed = 7.0;

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
constexpr std::array kInWave = {40, 12, 5};

}  // namespace

void Search::aim_batch(const Candidates& candidates, const std::vector<Aiming>& batch,
                       double share) {
  std::vector<std::optional<Option>> found(batch.size());
  workers_.run(
      static_cast<int>(batch.size()), budget_.deadline(share), [&](ShotRunner& runner, int i) {
        const auto index = static_cast<std::size_t>(i);
        const Aiming& aiming = batch[index];
        const Candidate& candidate = candidates[static_cast<std::size_t>(aiming.candidate)];
        const auto aimed = refine(scene_, runner, candidate, aiming.stroke);
        if (!aimed) return;
        Option option;
        option.choice.shot = aimed->shot;
        option.choice.kind = candidate.kind;
        option.choice.call = candidate.call;
        option.choice.aim_window = aimed->window;
        const Outcome outcome = runner.run(scene_.balls, aimed->shot);
        const Score s = score(scene_, request_.look_ahead, option.choice, outcome);
        if (!s.success) return;
        option.promise = s.value * window_probability(scene_, aimed->window);
        found[index] = option;
      });
  for (const auto& option : found) {
    if (option) options_.push_back(*option);
  }
}

void Search::aim(Candidates candidates, double share) {
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.estimate > b.estimate;
  };
  std::stable_sort(candidates.begin(), candidates.end(), better);
  const bool with_side = request_.game.game != Game::kFree;
  for (int wave = 0; wave < kWaves; ++wave) {
    std::vector<Aiming> waiting;
    const int count =
        std::min(static_cast<int>(candidates.size()), kInWave[static_cast<std::size_t>(wave)]);
    for (int c = 0; c < count; ++c) {
      const Candidate& candidate = candidates[static_cast<std::size_t>(c)];
      for (const Stroke& s : strokes(candidate, wave, with_side)) waiting.push_back({c, s});
    }
    for (std::size_t i = 0; i < waiting.size() && budget_.left(share) > 0.0; i += kBatch) {
      const std::size_t end = std::min(waiting.size(), i + kBatch);
      aim_batch(candidates,
                {waiting.begin() + static_cast<std::ptrdiff_t>(i),
                 waiting.begin() + static_cast<std::ptrdiff_t>(end)},
                share);
    }
    if (wave > 0) continue;
    // What the engine found replaces the guess.
    for (Candidate& candidate : candidates) candidate.estimate *= 0.01;
    for (const Option& option : options_) {
      for (Candidate& candidate : candidates) {
        const bool same = candidate.kind == option.choice.kind &&
                          candidate.call.target == option.choice.call.target &&
                          candidate.call.pocket == option.choice.call.pocket;
        if (same) candidate.estimate = std::max(candidate.estimate, option.promise);
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(), better);
  }
}

double Search::best_promise() const noexcept {
  double best = 0.0;
  for (const Option& option : options_) best = std::max(best, option.promise);
  return best;
}

void Search::add_shots(const std::vector<Choice>& shots, double share) {
  std::vector<std::optional<Option>> found(shots.size());
  workers_.run(static_cast<int>(shots.size()), budget_.deadline(share),
               [&](ShotRunner& runner, int i) {
                 const auto index = static_cast<std::size_t>(i);
                 const Outcome outcome = runner.run(scene_.balls, shots[index].shot);
                 const Score s = score(scene_, request_.look_ahead, shots[index], outcome);
                 if (!s.success && shots[index].kind != ShotKind::kBreak) return;
                 found[index] = Option{shots[index], {}, s.value};
               });
  for (const auto& option : found) {
    if (option) options_.push_back(*option);
  }
}

void Search::sample(int count, int samples, double share) {
  // Draw by draw, so that a deadline leaves every contender with the same draws (but one).
  std::vector<Score> scores(static_cast<std::size_t>(count * samples));
  const int done =
      workers_.run(count * samples, budget_.deadline(share), [&](ShotRunner& runner, int i) {
        const Choice& choice = options_[static_cast<std::size_t>(i % count)].choice;
        const std::uint64_t draw = next_draw_ + static_cast<std::uint64_t>(i / count);
        const Shot played =
            disturb(choice.shot, scene_.noise, scene_.radius(), request_.seed, draw);
        scores[static_cast<std::size_t>(i)] =
            score(scene_, request_.look_ahead, choice, runner.run(scene_.balls, played));
      });
  for (int i = 0; i < done; ++i) {
    options_[static_cast<std::size_t>(i % count)].tally.add(scores[static_cast<std::size_t>(i)]);
  }
  next_draw_ += static_cast<std::uint64_t>(samples);
}

void Search::rank(int count) {
  // A few draws say little: the promise counts as much as kFirstSamples of them.
  const auto worth = [](const Option& o) {
    return (o.tally.value + o.promise * 4.0) / (o.tally.samples + 4.0);
  };
  std::stable_sort(options_.begin(), options_.begin() + count,
                   [&](const Option& a, const Option& b) { return worth(a) > worth(b); });
}

void Search::sample_winner() {
  const int wanted = static_cast<int>(
      std::clamp(budget_.left(kFinishShare), 0.0, static_cast<double>(kMaxWinnerSamples)));
  if (wanted <= 0 || options_.empty()) return;
  const Tally chosen_by = options_.front().tally;
  options_.front().tally = {};
  next_draw_ = kFreshDraws;
  sample(1, wanted, kFinishShare);
  if (options_.front().tally.samples < kFirstSamples) options_.front().tally = chosen_by;
}

void Search::compare() {
  std::stable_sort(options_.begin(), options_.end(),
                   [](const Option& a, const Option& b) { return a.promise > b.promise; });
  if (options_.empty()) return;
  if (request_.noise == 0.0) {
    const int count = static_cast<int>(std::min<std::size_t>(options_.size(), 6));
    sample(count, 1, 1.0);
    return;
  }
  int contenders = static_cast<int>(std::min<std::size_t>(options_.size(), kContenders));
  const double affordable = budget_.left(kCompareShare) / (4.0 * kFirstSamples);
  contenders = std::clamp(static_cast<int>(affordable), 1, contenders);
  // Sequential halving (Karnin, Koren, Somekh 2013): each round spends the same, on half as many.
  int rounds = 1 + static_cast<int>(std::log2(contenders));
  for (; rounds > 0; --rounds) {
    const double left = budget_.left(kCompareShare);
    const int samples = static_cast<int>(left / (rounds * contenders));
    if (samples < 1) break;
    sample(contenders, samples, kCompareShare);
    rank(contenders);
    contenders = std::max(2, contenders / 2);
    contenders = std::min(contenders, static_cast<int>(options_.size()));
  }
  sample_winner();
}

}  // namespace billiard
