// SPDX-License-Identifier: Apache-2.0
#include "game/game_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "game/rack_template.hpp"

namespace billiard_nodes {
namespace {

using billiard::Game;
using billiard::Group;
using billiard::Layout;

constexpr double kPlacedWithin = 0.02;  // of the placement: the cue ball is where it belongs [m]
constexpr double kStillWithin =
    0.0015;                            // a resting ball is seen within this from frame to frame [m]
constexpr double kStillInRack = 0.02;  // places of racked balls are known only to this [m]
constexpr double kRetry = 1.0;         // before a plan is asked for again [s]
constexpr double kFirstLook = 0.3;     // a rack may stand soon after the last one is over [s]
constexpr double kLookAnew = 3.0;      // without a rack the tracker is asked to look anew [s]
constexpr double kLookTime = 1.0;      // after which a tracker that does not answer has looked [s]
constexpr double kLaunchTime = 1.5;    // within this a struck ball has been seen to move [s]
constexpr double kHeadSpot = 0.12;     // cue ball of a break: off the middle, of the width [-]

int balls_in_rack(Game game) { return game == Game::kNineBall ? 9 : 15; }

}  // namespace

const char* name(Phase phase) {
  constexpr std::array kNames = {"waiting", "planning", "striking", "watching", "over"};
  return kNames[static_cast<std::size_t>(phase)];
}

GameFlow::GameFlow(const billiard::Table& table, double ball_radius, const FlowOptions& options,
                   Placer placer)
    : table_(table),
      radius_(ball_radius),
      options_(options),
      placer_(std::move(placer)),
      referee_(table, ball_radius) {
  start_rack();
}

void GameFlow::start_rack() {
  ++rack_;
  shots_ = pots_ = fouls_ = 0;
  state_ = {options_.game, Group::kOpen, true};
  fresh_rack_ = true;
  rack_looked_at_ = looking_ = false;
  in_hand_ = true;
  placement_ = billiard::Vec2<double>(-0.25 * table_.spec.length, kHeadSpot * table_.spec.width);
  plan_.reset();
  enter(Phase::kWaiting);
}

void GameFlow::enter(Phase phase) {
  phase_ = phase;
  since_ = now_;
  hindrance_.clear();
}

void GameFlow::referee_watch(const Sighting& sighting) {
  const bool underway = phase_ == Phase::kStriking || phase_ == Phase::kWatching;
  if (underway) referee_.watch(sighting);
}

void GameFlow::on_expectation(const Expectation& expectation) {
  const bool underway = phase_ == Phase::kStriking || phase_ == Phase::kWatching;
  if (underway) referee_.expect(expectation);
}

Wish GameFlow::step(const TableNow& now) {
  if (now_ == 0.0) since_ = now.time;
  now_ = now.time;
  note_rest(now);
  switch (phase_) {
    case Phase::kWaiting:
      return wait(now);
    case Phase::kPlanning:
      return hold_plan(now);
    case Phase::kStriking:
      await_stroke(now);
      return Wish::kNothing;
    case Phase::kWatching:
      watch(now);
      return Wish::kNothing;
    case Phase::kOver:
      finish_rack(now);
      return Wish::kNothing;
  }
  return Wish::kNothing;
}

// --- what the table allows -----------------------------------------------------------------------

// Remembers since when the same balls have been lying in the same places.
void GameFlow::note_rest(const TableNow& now) {
  if (looking_ && now.time - looked_at_ > kLookTime) on_new_look();
  const bool rests = now.sighting && now.sighting->at_rest && now.sighting->obstruction.empty() &&
                     now.time - now.sighting->time <= options_.freshest && !looking_ &&
                     now.sighting->time > seen_anew_at_;
  if (!rests) {
    resting_.reset();
    return;
  }
  if (resting_ && find_change(*resting_, now.sighting->layout, kStillWithin).empty()) return;
  resting_ = now.sighting->layout;
  resting_since_ = now.time;
}

std::string GameFlow::find_unrest(const TableNow& now) const {
  if (!now.sighting) return "no balls are seen yet";
  const double age = now.time - now.sighting->time;
  if (age > options_.freshest) {
    return fmt::format("the balls were last seen {:.1f} s ago", age);
  }
  if (!now.sighting->obstruction.empty()) return now.sighting->obstruction;
  if (!now.sighting->at_rest) return "balls are moving";
  if (!resting_ || now.time - resting_since_ < options_.settle) return "balls come to rest";
  return {};
}

std::string GameFlow::find_cue_trouble(const TableNow& now) const {
  if (!now.cue_connected) return "the cue is not connected";
  if (!now.cue_idle) return "the cue is not idle";
  return {};
}

// Takes over the rack as it must stand.
std::string GameFlow::find_missing_rack(const Layout& seen) {
  if (options_.game == Game::kFree) {
    return count_in_play(seen) >= 2 ? "" : "some balls are needed on the table";
  }
  const auto rack = complete_rack(seen, options_.game, table_, radius_);
  if (!rack) {
    return fmt::format("a rack of {} balls is needed at the foot spot; seen: {} balls",
                       balls_in_rack(options_.game), count_in_play(seen));
  }
  layout_ = *rack;
  return {};
}

std::string GameFlow::find_misplaced_cue_ball(const Layout& layout) {
  if (!placement_) {
    const Place place = placer_(layout, state_);
    if (!place.problem.empty()) return place.problem;
    placement_ = place.position;
  }
  const int cue = find_in_play(layout, "cue");
  const bool placed =
      cue >= 0 &&
      (layout.balls[static_cast<std::size_t>(cue)].position.head<2>() - *placement_).norm() <
          kPlacedWithin;
  if (placed) return {};
  return fmt::format("the cue ball belongs at ({:.3f}, {:.3f}) m", placement_->x(),
                     placement_->y());
}

// --- phases --------------------------------------------------------------------------------------

// Balls that were taken away and others that were put in their places confuse a tracker: before a
// break it looks anew, and again while no rack is seen.
void GameFlow::ask_for_new_look() {
  new_look_ = true;
  looking_ = true;
  looked_at_ = now_;
}

// What was seen before is what it looked like to a confused tracker.
void GameFlow::on_new_look() {
  looking_ = false;
  seen_anew_at_ = now_;
}

Wish GameFlow::wait(const TableNow& now) {
  const Wish wish = wait_for_table(now);
  const double waited = now_ - std::max({since_, looked_at_, seen_anew_at_});
  const bool first = rack_ > 1 && looked_at_ < since_;
  if (fresh_rack_ && !rack_stands_ && waited > (first ? kFirstLook : kLookAnew + options_.settle)) {
    ask_for_new_look();
    rack_looked_at_ = false;  // once it stands
  }
  return wish;
}

Wish GameFlow::wait_for_table(const TableNow& now) {
  rack_stands_ = false;
  hindrance_ = find_unrest(now);
  if (!hindrance_.empty()) return Wish::kNothing;
  const Layout& layout = now.sighting->layout;
  layout_ = layout;
  if (fresh_rack_) {
    hindrance_ = find_missing_rack(layout);
    rack_stands_ = hindrance_.empty();
    if (hindrance_.empty() && !rack_looked_at_) {
      ask_for_new_look();
      rack_looked_at_ = true;
      hindrance_ = "the rack is looked at anew";
    }
  }
  if (!hindrance_.empty()) return Wish::kNothing;
  if (!in_hand_ && find_in_play(layout, "cue") < 0) in_hand_ = true;
  if (in_hand_) hindrance_ = find_misplaced_cue_ball(layout);
  if (!hindrance_.empty()) return Wish::kNothing;
  if (now.time < retry_at_) {
    hindrance_ = last_call_;
    return Wish::kNothing;
  }
  in_hand_ = false;
  placement_.reset();
  seen_layout_ = layout;
  plan_.reset();
  asked_ = true;
  enter(Phase::kPlanning);
  return Wish::kPlan;
}

void GameFlow::on_plan(const PlannedShot& plan) {
  if (phase_ != Phase::kPlanning || !asked_) return;
  asked_ = false;
  plan_ = plan;
}

void GameFlow::on_plan_failed(const std::string& reason) {
  if (phase_ != Phase::kPlanning || !asked_) return;
  asked_ = false;
  last_call_ = "no plan: " + reason;
  retry_at_ = now_ + kRetry;
  enter(Phase::kWaiting);
}

Wish GameFlow::hold_plan(const TableNow& now) {
  if (!plan_) {
    if (now_ - since_ > options_.answer_timeout) on_plan_failed("the planner does not answer");
    return Wish::kNothing;
  }
  // Without a clear view the plan is kept; with one the balls must lie where they lay.
  hindrance_ = find_unrest(now);
  if (hindrance_.empty()) {
    const std::string change =
        find_change(seen_layout_, now.sighting->layout, options_.layout_tolerance);
    if (!change.empty()) {
      last_call_ = "plan void: " + change;
      plan_.reset();
      enter(Phase::kWaiting);
      return Wish::kNothing;
    }
    hindrance_ = find_cue_trouble(now);
  }
  if (!hindrance_.empty()) return Wish::kNothing;
  referee_.start(layout_, state_, plan_->call, fresh_rack_ ? kStillInRack : Referee::kStill);
  enter(Phase::kStriking);
  return Wish::kStrike;
}

// A person who arms the cue may take as long as they like.
void GameFlow::await_stroke(const TableNow& now) {
  hindrance_.clear();
  if (now.cue_loaded != 0 && now.cue_loaded == plan_->shot_id) {
    since_ = now_;
    hindrance_ = fmt::format("shot {} waits for /cue/arm", plan_->shot_id);
  } else if (now_ - since_ > options_.answer_timeout) {
    last_call_ = "no result from the cue";
    plan_.reset();
    enter(Phase::kWaiting);
  }
}

void GameFlow::on_stroke(std::uint32_t shot_id, StrokeOutcome outcome, const std::string& reason) {
  if (phase_ != Phase::kStriking || !plan_ || plan_->shot_id != shot_id) return;
  if (outcome == StrokeOutcome::kFired) {
    ++shots_;
    fresh_rack_ = false;
    enter(Phase::kWatching);
    return;
  }
  last_call_ = "not struck: " + reason;
  plan_.reset();
  retry_at_ = now_ + kRetry;
  enter(Phase::kWaiting);
}

void GameFlow::watch(const TableNow& now) {
  hindrance_ = find_unrest(now);
  const double watched = now_ - since_;
  const bool too_long = watched > options_.watch_timeout && now.sighting.has_value();
  const bool moved = referee_.motion_seen() || watched > kLaunchTime;
  if ((hindrance_.empty() && moved) || too_long) judge(*now.sighting);
}

void GameFlow::judge(const Sighting& last) {
  PlayedShot played{rack_, shots_, *plan_, referee_.judge(last)};
  const billiard::Verdict& verdict = played.judgement.verdict;
  const bool potted = verdict.success && !played.plan.call.target.empty();
  pots_ += potted ? 1 : 0;
  fouls_ += verdict.foul ? 1 : 0;
  last_call_ = verdict.call;
  state_ = verdict.next;
  layout_ = last.layout;
  if (!verdict.success) state_.group = other(state_.group);  // the other side's turn
  in_hand_ = verdict.foul;
  placement_.reset();
  plan_.reset();
  const bool decided = verdict.won || verdict.lost || verdict.racked_again;
  const bool over = decided || shots_ >= static_cast<std::uint32_t>(options_.most_shots);
  if (over && !decided) last_call_ += "; too many shots: rack given up";
  played_ = std::move(played);
  enter(over ? Phase::kOver : Phase::kWaiting);
}

void GameFlow::finish_rack(const TableNow& now) {
  if (now.time - since_ < options_.between_racks || finished_) return;
  finished_ = options_.racks > 0 && rack_ >= static_cast<std::uint32_t>(options_.racks);
  if (!finished_) start_rack();
}

std::optional<PlayedShot> GameFlow::take_played() { return std::exchange(played_, std::nullopt); }

std::vector<std::string> GameFlow::balls_on() const {
  const billiard::Rules rules(state_, layout_.ids);
  const billiard::BallMask mask = rules.balls_on(in_play(layout_.balls));
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < layout_.ids.size(); ++i) {
    if ((mask & billiard::mask_of(static_cast<int>(i))) != 0) ids.push_back(layout_.ids[i]);
  }
  return ids;
}

}  // namespace billiard_nodes
