// SPDX-License-Identifier: Apache-2.0
// The course of a game as a state machine: waits for the table, asks for a plan, lets it be struck
// once, watches, judges, goes on. Knows no ROS; the node tells it what happened and does what it
// asks for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "billiard_engine/table.hpp"
#include "billiard_planner/rules.hpp"
#include "game/referee.hpp"
#include "game/sighting.hpp"

namespace billiard_nodes {

struct FlowOptions {
  billiard::Game game{billiard::Game::kEightBall};
  int racks{1};                    ///< How many are played; 0: without end
  int most_shots{80};              ///< A rack that takes longer is given up
  double settle{0.6};              ///< The balls must rest this long before they count [s]
  double freshest{0.3};            ///< Older balls are not acted on [s]
  double layout_tolerance{0.002};  ///< A ball that moved further makes a plan void [m]
  double answer_timeout{15.0};     ///< A plan or a result that takes longer is given up [s]
  double watch_timeout{60.0};      ///< A shot that runs longer is judged as it stands [s]
  double between_racks{1.0};       ///< [s]
};

enum class Phase : std::uint8_t { kWaiting, kPlanning, kStriking, kWatching, kOver };

/// What is known at one moment.
struct TableNow {
  double time{0.0};                  ///< [s], the clock of the sightings
  std::optional<Sighting> sighting;  ///< Newest
  bool cue_connected{false};
  bool cue_idle{false};
  std::uint32_t cue_loaded{0};  ///< Shot that the cue holds until somebody arms it; 0: none
};

/// A plan as the planner gave it.
struct PlannedShot {
  std::uint32_t shot_id{0};
  CalledShot call;
  std::string kind;  ///< "direct", "safety", "break" …
  double success_probability{0.0};
};

enum class StrokeOutcome : std::uint8_t { kFired, kRefused, kRejected, kAborted };

/// A shot that was played and judged.
struct PlayedShot {
  std::uint32_t rack{0};
  std::uint32_t number{0};  ///< In the rack, from 1
  PlannedShot plan;
  Judgement judgement;
};

/// What the node is to do now.
enum class Wish : std::uint8_t { kNothing, kPlan, kStrike };

class GameFlow {
 public:
  /// Where a cue ball in hand goes: [m], or why nowhere.
  struct Place {
    billiard::Vec2<double> position{0.0, 0.0};
    std::string problem;
  };
  using Placer = std::function<Place(const billiard::Layout& objects, billiard::GameState state)>;

  GameFlow(const billiard::Table& table, double ball_radius, const FlowOptions& options,
           Placer placer);

  /// Goes on. kPlan: ask the planner for layout() now. kStrike: command the plan now, once.
  [[nodiscard]] Wish step(const TableNow& now);
  void on_plan(const PlannedShot& plan);
  /// No plan could be made; it is asked for again after a while.
  void on_plan_failed(const std::string& reason);
  void on_stroke(std::uint32_t shot_id, StrokeOutcome outcome, const std::string& reason);
  void on_sighting(const Sighting& sighting) { referee_watch(sighting); }
  void on_expectation(const Expectation& expectation);

  /// True once when the tracker should forget what it knows: a new rack stands, or is expected
  /// while what is seen is none.
  [[nodiscard]] bool take_new_look() { return std::exchange(new_look_, false); }
  /// It has, or there is none to ask.
  void on_new_look();
  /// The shot that was judged in the last step, once.
  [[nodiscard]] std::optional<PlayedShot> take_played();

  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] bool finished() const { return finished_; }  ///< All racks are over
  /// Why nothing happens; empty while all goes its way.
  [[nodiscard]] const std::string& hindrance() const { return hindrance_; }
  /// The balls to plan for: as seen, but a rack that is not broken yet as it must stand.
  [[nodiscard]] const billiard::Layout& layout() const { return layout_; }
  [[nodiscard]] bool is_break() const { return fresh_rack_; }
  [[nodiscard]] const PlannedShot& plan() const { return *plan_; }
  [[nodiscard]] billiard::GameState state() const { return state_; }
  [[nodiscard]] std::uint32_t rack() const { return rack_; }
  [[nodiscard]] std::uint32_t shots() const { return shots_; }
  [[nodiscard]] std::uint32_t pots() const { return pots_; }
  [[nodiscard]] std::uint32_t fouls() const { return fouls_; }
  [[nodiscard]] const std::string& last_call() const { return last_call_; }
  /// Ids that may be hit first now.
  [[nodiscard]] std::vector<std::string> balls_on() const;
  /// Where the cue ball belongs while it is in hand [m].
  [[nodiscard]] const std::optional<billiard::Vec2<double>>& placement() const {
    return placement_;
  }

 private:
  void referee_watch(const Sighting& sighting);
  Wish wait(const TableNow& now);
  Wish wait_for_table(const TableNow& now);
  void ask_for_new_look();
  Wish hold_plan(const TableNow& now);
  void watch(const TableNow& now);
  void finish_rack(const TableNow& now);
  void judge(const Sighting& last);
  void start_rack();
  void enter(Phase phase);
  /// Why the table cannot be acted on now; empty when it can.
  [[nodiscard]] std::string find_unrest(const TableNow& now) const;
  [[nodiscard]] std::string find_cue_trouble(const TableNow& now) const;
  void await_stroke(const TableNow& now);
  [[nodiscard]] std::string find_missing_rack(const billiard::Layout& seen);
  [[nodiscard]] std::string find_misplaced_cue_ball(const billiard::Layout& layout);
  void note_rest(const TableNow& now);

  billiard::Table table_;
  double radius_;
  FlowOptions options_;
  Placer placer_;
  Referee referee_;

  Phase phase_{Phase::kWaiting};
  bool finished_{false};
  std::string hindrance_;
  double now_{0.0};
  double since_{0.0};  ///< When the phase was entered [s]
  double resting_since_{0.0};
  std::optional<billiard::Layout> resting_;  ///< The layout that has been at rest since then
  double retry_at_{0.0};
  double looked_at_{0.0};  ///< When the tracker was last asked to look anew [s]
  bool new_look_{false};
  bool looking_{false};         ///< It has not answered yet
  double seen_anew_at_{0.0};    ///< When it did [s]
  bool rack_looked_at_{false};  ///< It was asked to since this rack stands
  bool rack_stands_{false};     ///< The last look showed one at rest
  billiard::Layout layout_;
  billiard::Layout seen_layout_;
  std::optional<PlannedShot> plan_;
  bool asked_{false};      ///< A plan was asked for and has not come
  bool fresh_rack_{true};  ///< The rack is not yet broken
  bool in_hand_{false};
  std::optional<billiard::Vec2<double>> placement_;
  billiard::GameState state_;
  std::uint32_t rack_{0};
  std::uint32_t shots_{0};
  std::uint32_t pots_{0};
  std::uint32_t fouls_{0};
  std::string last_call_;
  std::optional<PlayedShot> played_;
};

/// "waiting", "planning", …
[[nodiscard]] const char* name(Phase phase);

}  // namespace billiard_nodes
