// SPDX-License-Identifier: Apache-2.0
// The world of the simulated robot: a table, its balls and what a cue and hands do to them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "billiard_engine/files/settings.hpp"
#include "billiard_engine/simulator.hpp"
#include "billiard_planner/noise.hpp"
#include "billiard_planner/rules.hpp"
#include "billiard_vision/renderer.hpp"

namespace billiard_nodes {

/// What the simulated table is like.
struct SimulationOptions {
  double noise{1.0};      ///< Factor on the cue's execution noise [-]; 0: a perfect cue
  double mismatch{0.0};   ///< Share by which the physics differ from the nominal ones [-]
  std::uint64_t seed{1};  ///< Of racks, noise, mismatch and how balls are turned
};

/// A ball of the simulated table.
struct SimulatedBall {
  std::string id;
  int kind{0};  ///< Index in ball_kinds()
  billiard::Ball state;
  cv::Matx33d rotation{cv::Matx33d::eye()};  ///< R_TB
  bool lifted{false};                        ///< In somebody's hand

  [[nodiscard]] bool on_table() const { return state.in_play() && !lifted; }
};

/// Moves by the engine, to any later time. Not thread-safe.
class SimulatedTable {
 public:
  /// The physics differ from the `nominal` ones by the mismatch.
  /// Throws std::invalid_argument for impossible settings.
  SimulatedTable(const billiard::Settings& nominal, const SimulationOptions& options);

  /// Takes all balls off and sets up a new rack, another one each time.
  void rack(billiard::Game game);
  /// Puts the cue ball there [m]. Why not, if it cannot lie there; else empty.
  [[nodiscard]] std::string place_cue_ball(double x, double y);
  /// Takes a ball away; false if it is not on the table.
  bool lift(const std::string& id);
  /// Puts every lifted ball back where it was.
  void put_back();
  /// Strikes the cue ball now, with execution noise. Returns the stroke as executed; nothing if
  /// there is no cue ball on the table.
  std::optional<billiard::Shot> strike(const billiard::Shot& shot);

  /// Goes on to `time` [s]; an earlier time is ignored.
  void advance_to(double time);

  [[nodiscard]] double now() const { return now_; }  ///< [s]
  [[nodiscard]] const std::vector<SimulatedBall>& balls() const { return balls_; }
  [[nodiscard]] bool at_rest() const;
  [[nodiscard]] std::uint64_t strikes() const { return strikes_; }
  [[nodiscard]] const billiard::Physics& physics() const { return settings_.physics; }
  /// What a camera sees of it.
  [[nodiscard]] std::vector<billiard::vision::SceneBall> scene() const;

 private:
  void advance_a_little(double time);
  void restart();
  [[nodiscard]] std::vector<billiard::Ball> states() const;
  [[nodiscard]] SimulatedBall* find(const std::string& id);
  [[nodiscard]] cv::Matx33d random_rotation();

  SimulationOptions options_;
  billiard::Settings settings_;
  billiard::Simulator simulator_;
  std::vector<SimulatedBall> balls_;
  double now_{0.0};
  double started_{0.0};  ///< When the engine's run began [s]
  std::uint64_t racks_{0};
  std::uint64_t strikes_{0};
  std::uint64_t turns_{0};
};

}  // namespace billiard_nodes
