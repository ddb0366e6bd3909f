// SPDX-License-Identifier: Apache-2.0
// Judges a shot from what was seen of it: frames of the tracker and, between two frames, what the
// predictor expected.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "billiard_engine/table.hpp"
#include "billiard_planner/rules.hpp"
#include "game/sighting.hpp"

namespace billiard_nodes {

/// The announced shot, by name.
struct CalledShot {
  std::string target;  ///< Ball; empty for a safety or a break
  std::string pocket;
};

/// What the referee saw and says.
struct Judgement {
  billiard::Verdict verdict;
  std::string first_hit;              ///< Ball the cue ball touched first; empty: none
  bool cushion_after_hit{false};      ///< Any ball met a cushion after the first touch
  std::vector<std::string> pocketed;  ///< "3 in corner_pp"
  std::vector<std::string> off_table;
};

/// One shot at a time: start(), then watch() and expect() as messages come, then judge().
class Referee {
 public:
  static constexpr double kStill = 0.004;  ///< More than a resting ball's place seems to vary [m]

  Referee(const billiard::Table& table, double ball_radius);

  /// The cue is about to strike into this layout. A ball further than `still` [m] from its place
  /// has moved; raise it where places are not known well, as in a rack.
  void start(const billiard::Layout& before, billiard::GameState state, const CalledShot& call,
             double still = kStill);
  void watch(const Sighting& sighting);
  /// A prediction counts until the next one comes, for what happens between two frames.
  void expect(const Expectation& expectation);
  /// A ball has left its place.
  [[nodiscard]] bool motion_seen() const { return motion_seen_; }
  /// The verdict, when the balls have come to rest as in `last`.
  [[nodiscard]] Judgement judge(const Sighting& last) const;

 private:
  void take_over(double until);
  void look_for_first_hit(const Sighting& sighting);
  [[nodiscard]] bool has_moved(std::size_t ball, const Sighting& sighting) const;
  void look_for_cushion(const Sighting& sighting);
  [[nodiscard]] int pocket_of(std::size_t ball, const Sighting& last) const;
  /// Balls that are gone and in no pocket, by their number: names may change in a crowd.
  [[nodiscard]] int count_lost(const Sighting& last) const;

  billiard::Table table_;
  double radius_;
  billiard::Layout before_;
  billiard::GameState state_;
  CalledShot call_;
  double still_{kStill};
  billiard::Layout last_seen_;  ///< Newest state in play of each ball of before_
  Expectation expected_;
  std::string expected_hit_;  ///< First ball that the predictor saw touched
  std::vector<int> expected_pocket_;
  std::string first_hit_;
  bool motion_seen_{false};
  bool cushion_{false};
};

}  // namespace billiard_nodes
