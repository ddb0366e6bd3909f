// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "billiard_engine/physics.hpp"
#include "billiard_engine/shot.hpp"
#include "billiard_engine/table.hpp"
#include "billiard_planner/noise.hpp"
#include "billiard_planner/rules.hpp"

namespace billiard {

enum class ShotKind : std::uint8_t {
  kDirect,       ///< cue ball, object ball, pocket
  kBank,         ///< the object ball meets one or two cushions first
  kKick,         ///< the cue ball meets one or two cushions first
  kCombination,  ///< the object ball pots another one
  kCarom,        ///< the cue ball glances off one ball and pots another one
  kSafety,       ///< legal, and hard to answer
  kBreak         ///< opens the rack
};

/// "direct", "bank", …
[[nodiscard]] const char* name(ShotKind kind) noexcept;

/// What is asked.
struct PlanRequest {
  std::vector<std::string> ids;  ///< of the balls; "cue" is the cue ball
  std::vector<Ball> balls;       ///< at rest; those not in play are ignored
  GameState game;
  std::string target;            ///< only pot this ball; empty: any allowed one
  double budget = 1.0;           ///< wall time for the answer [s]
  std::int64_t simulations = 0;  ///< if positive: stop after about so many simulated shots instead
  double noise = 1.0;            ///< factor on the execution noise [-]; 0 plans for a perfect cue
  double position_sigma = 0.0;   ///< of the balls' measured places, in each direction [m]
  std::uint64_t seed = 1;        ///< of the random numbers
  /// Also weigh where the balls stop: in free play that only breaks ties, in the other games it
  /// is three quarters of what a pot is worth.
  bool look_ahead = true;
};

/// One shot with what is expected of it.
struct Choice {
  Shot shot;  ///< azimuth within ± pi
  ShotKind kind = ShotKind::kDirect;
  Call call;
  double success_probability = 0.0;  ///< under the noise; of a safety: that it is legal
  double next_probability = 0.0;     ///< of the next shot, mean over successful ones
  double value = 0.0;                ///< what the planner maximises
  double aim_window = 0.0;           ///< azimuth may err by ± this and the ball still falls [rad]
  int samples = 0;                   ///< disturbed shots behind these figures
};

/// The answer.
struct Plan {
  bool found = false;
  std::string reason;                ///< why this shot, or why none
  Choice best;                       ///< if found
  std::vector<Choice> alternatives;  ///< next best, best first
  std::int64_t simulations = 0;      ///< shots simulated
  double elapsed = 0.0;              ///< wall time [s]
};

/// Chooses shots. Same answer for the same request with `simulations` set, whatever the number of
/// threads; with a wall-time budget the work done depends on the machine. Not thread-safe.
class Planner {
 public:
  /// `threads` 0: one per core. Throws std::invalid_argument for impossible tables or physics.
  Planner(const Table& table, const Physics& physics, int threads = 0);
  ~Planner();
  Planner(Planner&&) noexcept;
  Planner& operator=(Planner&&) noexcept;

  /// Best shot. A layout nobody can play is an answer (`found` false, `reason`); a request that
  /// makes no sense (negative budget, unknown target, overlapping balls) throws
  /// std::invalid_argument naming value and allowed range.
  [[nodiscard]] Plan plan(const PlanRequest& request);

  /// One shot of the request's balls, disturbed as in draw `draw` of stream `seed`, judged.
  /// `draw` < 0: undisturbed.
  [[nodiscard]] Verdict play(const PlanRequest& request, const Choice& choice, std::uint64_t seed,
                             std::int64_t draw, Outcome* outcome = nullptr);

  /// Best place for a cue ball in hand: the request's balls with the cue ball there (added if it
  /// was missing or out of play). Throws std::invalid_argument if there is no room.
  [[nodiscard]] PlanRequest place_cue_ball(const PlanRequest& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace billiard
