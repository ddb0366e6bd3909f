// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "billiard_planner/outcome.hpp"

namespace billiard {

enum class Game : std::uint8_t {
  kEightBall,  ///< call shot; own group, then the eight
  kNineBall,   ///< lowest ball first; the nine wins
  kFree        ///< any ball in any pocket
};

/// Whose balls are shot at in eight-ball.
enum class Group : std::uint8_t { kOpen, kSolids, kStripes };

/// "eight_ball", "nine_ball", "free".
[[nodiscard]] const char* name(Game game) noexcept;
/// "open", "solids", "stripes".
[[nodiscard]] const char* name(Group group) noexcept;
[[nodiscard]] std::optional<Game> find_game(const std::string& name) noexcept;
[[nodiscard]] std::optional<Group> find_group(const std::string& name) noexcept;

/// What the other side plays.
[[nodiscard]] constexpr Group other(Group group) noexcept {
  if (group == Group::kOpen) return group;
  return group == Group::kSolids ? Group::kStripes : Group::kSolids;
}

/// Where a game stands, beside the balls.
struct GameState {
  Game game = Game::kFree;
  Group group = Group::kOpen;
  bool break_shot = false;  ///< the next shot opens the rack
};

/// The shot that was announced.
struct Call {
  int target = -1;  ///< ball, or -1 for a safety
  int pocket = -1;
};

/// What the referee says of a shot.
struct Verdict {
  bool foul = false;
  bool success = false;  ///< no foul, and the shooter goes on or has won: the called ball fell,
                         ///< in nine-ball any
  bool won = false;
  bool lost = false;
  bool racked_again = false;  ///< nobody has won: the rack does not count
  const char* call = "";      ///< in words: "foul: cue ball pocketed"
  GameState next;
};

/// The rules of one game for one list of balls. Real-time safe after construction.
///
/// Ids: "cue" is the cue ball; a number, "eight", or a name that starts with "solid" or "stripe" is
/// a pool ball; anything else plays only in free games.
class Rules {
 public:
  Rules(GameState state, const std::vector<std::string>& ids);

  [[nodiscard]] GameState state() const noexcept { return state_; }
  void set_state(GameState state) noexcept { state_ = state; }
  /// Index of the cue ball, or -1.
  [[nodiscard]] int cue() const noexcept { return cue_; }
  /// Number of a ball, 0 for the cue ball, -1 for none.
  [[nodiscard]] int number(int ball) const noexcept {
    return numbers_[static_cast<std::size_t>(ball)];
  }
  /// Balls that may be hit first.
  [[nodiscard]] BallMask balls_on(BallMask in_play) const noexcept;
  /// Balls whose fall (called) keeps the turn.
  [[nodiscard]] BallMask balls_to_pot(BallMask in_play) const noexcept;
  /// Judges a shot made from balls `before`.
  [[nodiscard]] Verdict judge(const Outcome& outcome, BallMask before,
                              const Call& call) const noexcept;

 private:
  [[nodiscard]] BallMask group_mask(Group group) const noexcept;
  [[nodiscard]] const char* find_foul(const Outcome& outcome, BallMask before) const noexcept;
  void judge_eight_ball(const Outcome& outcome, BallMask before, Verdict& verdict,
                        const Call& call) const noexcept;

  GameState state_;
  int cue_ = -1;
  std::array<int, kMaxBalls> numbers_{};
  int count_ = 0;
};

}  // namespace billiard
