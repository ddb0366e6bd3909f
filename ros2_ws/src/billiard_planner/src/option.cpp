// SPDX-License-Identifier: Apache-2.0
#include "option.hpp"

#include <algorithm>

#include "position.hpp"

namespace billiard {
namespace {

/// Worth of a pot that leaves no next shot, against 1 for one that leaves a sure one. In free play
/// the next shot only breaks ties.
constexpr double kPotAlone = 0.25;
constexpr double kPotAloneFree = 0.98;
/// A safety is worth at most this: it wins the table back, not the rack.
constexpr double kSafetyWorth = 0.25;
constexpr double kLossWorth = -0.5;
/// Even a perfect cue prefers the easier next shot.
constexpr double kLeastNextNoise = 0.4;

/// Worth of what is left for whoever plays in `state`.
LayoutWorth worth_of(const Scene& scene, const Outcome& outcome, GameState state) {
  Rules rules = *scene.rules;
  rules.set_state(state);
  Scene next = scene;
  next.rules = &rules;
  next.balls = outcome.final_balls();
  next.in_play = in_play(next.balls);
  const double factor = scene.noise.azimuth / ExecutionNoise{}.azimuth;
  next.noise = ExecutionNoise{}.scaled(std::max(factor, kLeastNextNoise));
  return judge_layout(next);
}

Score score_safety(const Scene& scene, const Outcome& outcome, const Verdict& verdict) {
  Score score;
  score.success = !verdict.foul && !verdict.lost;
  GameState opponent = verdict.next;
  opponent.group = other(opponent.group);
  if (score.success) score.next = worth_of(scene, outcome, opponent).next;
  const double foul = verdict.lost ? kLossWorth : -kSafetyWorth;
  score.value = score.success ? kSafetyWorth * (1.0 - score.next) : foul;
  return score;
}

Score score_break(const Outcome& outcome, const Verdict& verdict) {
  Score score;
  const bool counts = !verdict.foul && !verdict.lost && !verdict.racked_again;
  score.success = counts && outcome.pocketed != 0;
  score.value = score.success ? 1.0 : (verdict.foul ? -kSafetyWorth : 0.0);
  return score;
}

}  // namespace

Score score(const Scene& scene, bool look_ahead, const Choice& choice, const Outcome& outcome) {
  const Verdict verdict = scene.rules->judge(outcome, scene.in_play, choice.call);
  if (choice.kind == ShotKind::kSafety) return score_safety(scene, outcome, verdict);
  if (choice.kind == ShotKind::kBreak) return score_break(outcome, verdict);
  Score score;
  score.success = verdict.success;
  if (!verdict.success) {
    score.value = verdict.lost ? kLossWorth : 0.0;
    return score;
  }
  if (verdict.won || !look_ahead) {
    score.next = 1.0;
    score.value = 1.0;
    return score;
  }
  const LayoutWorth worth = worth_of(scene, outcome, verdict.next);
  score.next = worth.next;
  const double alone = scene.rules->state().game == Game::kFree ? kPotAloneFree : kPotAlone;
  score.value = alone + (1.0 - alone) * worth.value;
  return score;
}

}  // namespace billiard
