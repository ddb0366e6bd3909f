// SPDX-License-Identifier: Apache-2.0
// Shots that move on a page: inline SVG, driven by one small script. Nothing is loaded from
// outside.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "session/recording.hpp"

namespace billiard::session {

/// One ball's way. Between keys it moves evenly.
struct AnimatedBall {
  std::string id;
  struct Key {
    double time{0.0};                           ///< Since the strike [s]
    Vec2<double> place = Vec2<double>::Zero();  ///< [m]
  };
  std::vector<Key> keys;
  bool falls{false};  ///< It is gone at its last key
};

/// A line that stands still: what was predicted.
struct StillPath {
  std::string id;
  std::vector<Vec2<double>> points;  ///< [m]
};

/// One view of the table.
struct AnimatedView {
  std::string title;  ///< Below it; may be empty
  std::vector<AnimatedBall> balls;
  std::vector<StillPath> predicted;
  std::string called_ball, called_pocket;  ///< Marked; empty: none
};

/// Ways of all balls from `strike` on, with as few keys as keep within 1 mm.
[[nodiscard]] std::vector<AnimatedBall> animate(std::span<const BallsMoment> moments, double strike,
                                                const Table& table);
[[nodiscard]] std::vector<AnimatedBall> animate(const RecordedPrediction& prediction, double strike,
                                                const Table& table);
[[nodiscard]] std::vector<StillPath> still_paths(const RecordedPrediction& prediction);

/// The views side by side, with play button and slider for both. `duration` [s].
[[nodiscard]] std::string draw_animation(const std::vector<AnimatedView>& views, double duration,
                                         const Settings& settings);

/// What a page with animations needs once: the table and these balls to be referred to, ...
[[nodiscard]] std::string animation_shapes(const Settings& settings,
                                           const std::set<std::string>& balls);
/// ... style and script, without their tags.
[[nodiscard]] const char* animation_style();
[[nodiscard]] const char* animation_script();

}  // namespace billiard::session
