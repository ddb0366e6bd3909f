// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/rules.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace billiard {
namespace {

constexpr std::array kGames = {"eight_ball", "nine_ball", "free"};
constexpr std::array kGroups = {"open", "solids", "stripes"};
constexpr int kEight = 8;
constexpr int kNine = 9;
/// Stand for a solid or a stripe of unknown number.
constexpr int kSomeSolid = 1;
constexpr int kSomeStripe = 15;

int number_of(const std::string& id) {
  if (id == "cue") return 0;
  if (id == "eight") return kEight;
  if (id.starts_with("solid")) return kSomeSolid;
  if (id.starts_with("stripe")) return kSomeStripe;
  int value = -1;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), value);
  const bool whole = error == std::errc{} && end == id.data() + id.size();
  return whole && value >= 1 && value <= 15 ? value : -1;
}

template <typename Enum, std::size_t N>
std::optional<Enum> find(const std::array<const char*, N>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

const char* name(Game game) noexcept { return kGames[static_cast<std::size_t>(game)]; }
const char* name(Group group) noexcept { return kGroups[static_cast<std::size_t>(group)]; }
std::optional<Game> find_game(const std::string& name) noexcept { return find<Game>(kGames, name); }
std::optional<Group> find_group(const std::string& name) noexcept {
  return find<Group>(kGroups, name);
}

Rules::Rules(GameState state, const std::vector<std::string>& ids) : state_(state) {
  count_ = std::min(static_cast<int>(ids.size()), kMaxBalls);
  for (int i = 0; i < count_; ++i) {
    const int number = number_of(ids[static_cast<std::size_t>(i)]);
    numbers_[static_cast<std::size_t>(i)] = number;
    if (number == 0) cue_ = i;
  }
}

BallMask Rules::group_mask(Group group) const noexcept {
  BallMask mask = 0;
  for (int i = 0; i < count_; ++i) {
    const int n = number(i);
    const bool solid = n >= 1 && n < kEight;
    const bool stripe = n > kEight;
    if ((solid && group != Group::kStripes) || (stripe && group != Group::kSolids)) {
      mask |= mask_of(i);
    }
  }
  return mask;
}

BallMask Rules::balls_on(BallMask in_play) const noexcept {
  const BallMask objects = cue_ < 0 ? in_play : in_play & ~mask_of(cue_);
  if (state_.game == Game::kFree) return objects;
  if (state_.game == Game::kEightBall) {
    const BallMask own = group_mask(state_.group) & objects;
    if (own != 0) return own;
    for (int i = 0; i < count_; ++i) {
      if (number(i) == kEight) return objects & mask_of(i);
    }
    return 0;
  }
  int lowest = -1;
  for (int i = 0; i < count_; ++i) {
    const bool candidate = (objects & mask_of(i)) != 0 && number(i) > 0;
    if (candidate && (lowest < 0 || number(i) < number(lowest))) lowest = i;
  }
  return lowest < 0 ? 0 : mask_of(lowest);
}

BallMask Rules::balls_to_pot(BallMask in_play) const noexcept {
  if (state_.game == Game::kNineBall) {
    return cue_ < 0 ? in_play : in_play & ~mask_of(cue_);
  }
  return balls_on(in_play);
}

const char* Rules::find_foul(const Outcome& outcome, BallMask before) const noexcept {
  if (cue_ < 0 || (outcome.pocketed & mask_of(cue_)) != 0) return "foul: cue ball pocketed";
  if (outcome.off_table != 0) return "foul: ball off the table";
  if (outcome.first_hit < 0) return "foul: no ball hit";
  if ((balls_on(before) & mask_of(outcome.first_hit)) == 0) return "foul: wrong ball first";
  if (state_.game != Game::kFree && outcome.pocketed == 0 && !outcome.cushion_after_hit) {
    return "foul: no cushion after contact";
  }
  return nullptr;
}

void Rules::judge_eight_ball(const Outcome& outcome, BallMask before, Verdict& verdict,
                             const Call& call) const noexcept {
  BallMask eight = 0;
  for (int i = 0; i < count_; ++i) {
    if (number(i) == kEight) eight |= mask_of(i);
  }
  if (state_.break_shot && ((outcome.pocketed | outcome.off_table) & eight) != 0) {
    verdict.racked_again = true;
    verdict.success = false;
    verdict.call = "eight gone on the break: racked again";
    return;
  }
  if ((outcome.pocketed & eight) != 0) {
    verdict.won = verdict.success && (balls_on(before) & eight) != 0;
    verdict.lost = !verdict.won;
    verdict.success = verdict.won;
    verdict.call = verdict.won ? "eight pocketed: won" : "eight pocketed: lost";
    return;
  }
  if ((outcome.off_table & eight) != 0) {
    verdict.lost = true;
    verdict.success = false;
    verdict.call = "eight off the table: lost";
    return;
  }
  if (verdict.success && state_.group == Group::kOpen && call.target >= 0) {
    verdict.next.group = number(call.target) < kEight ? Group::kSolids : Group::kStripes;
  }
}

Verdict Rules::judge(const Outcome& outcome, BallMask before, const Call& call) const noexcept {
  Verdict verdict;
  verdict.next = state_;
  verdict.next.break_shot = false;
  const char* foul = find_foul(outcome, before);
  verdict.foul = foul != nullptr;
  const bool fell = call.target >= 0 && (outcome.pocketed & mask_of(call.target)) != 0 &&
                    outcome.balls[static_cast<std::size_t>(call.target)].pocket == call.pocket;
  verdict.success = fell && !verdict.foul;
  verdict.call = verdict.foul ? foul : fell ? "pocketed" : call.target < 0 ? "no foul" : "missed";
  if (state_.game == Game::kEightBall) judge_eight_ball(outcome, before, verdict, call);
  if (state_.game == Game::kNineBall && !verdict.foul) {
    // Any ball that falls after a legal hit keeps the turn; the nine wins.
    verdict.success = outcome.pocketed != 0;
    for (int i = 0; i < count_; ++i) {
      if (number(i) == kNine && (outcome.pocketed & mask_of(i)) != 0) verdict.won = true;
    }
    if (verdict.success && !fell) verdict.call = "another ball pocketed";
    if (verdict.won) verdict.call = "nine pocketed: won";
  }
  if (state_.game == Game::kFree && verdict.success) {
    const BallMask left = before & ~outcome.pocketed & ~outcome.off_table;
    verdict.won = (left & ~(cue_ < 0 ? 0U : mask_of(cue_))) == 0;
  }
  return verdict;
}

}  // namespace billiard
