// SPDX-License-Identifier: Apache-2.0
// Random shots, simulated by the engine and filmed by the renderer: what a tracker should say.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "billiard_engine/simulator.hpp"
#include "billiard_vision/renderer.hpp"
#include "billiard_vision/tracker.hpp"

namespace billiard::vision {

/// A ball of the film at the present moment.
struct FilmedBall {
  int kind{0};  ///< Index in ball_kinds()
  Ball state;
  cv::Matx33d rotation;
  double touched{-1.0};  ///< When it last met a ball [s]; negative: never
  double bounced{-1.0};  ///< When it last met a cushion or fell [s]
};

/// Shot number `index` of a fixed series: 2–7 balls of a pool set seen by a camera above the table
/// at 1280×720; every tenth is a break of six balls. The balls rest for 0.2 s, then the cue ball is
/// struck with any spin.
class ShotFilm {
 public:
  static constexpr double kStrikeTime = 0.2;  ///< [s]

  explicit ShotFilm(int index);

  /// Goes on to `time` [s].
  void advance_to(double time);
  [[nodiscard]] cv::Mat frame();
  [[nodiscard]] bool at_rest() const;
  [[nodiscard]] double now() const { return now_; }
  [[nodiscard]] const std::vector<FilmedBall>& balls() const { return balls_; }
  /// The stroke, and where its ball lies before it.
  [[nodiscard]] const Shot& shot() const { return shot_; }
  [[nodiscard]] const Vec3<double>& start() const { return start_; }
  /// A tracker that knows table, physics and lens.
  [[nodiscard]] Tracker tracker() const;

 private:
  void advance_a_little(double time);

  Table table_;
  Physics physics_;
  Simulator simulator_;
  Recorder recorder_;
  Camera camera_;
  Shot shot_;
  Vec3<double> start_{Vec3<double>::Zero()};
  std::vector<FilmedBall> balls_;
  std::vector<Renderer> renderer_;  // one; built last
  double now_{0.0};
  bool struck_{false};
  std::uint64_t count_{0};
};

}  // namespace billiard::vision
