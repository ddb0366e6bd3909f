// SPDX-License-Identifier: Apache-2.0
// Shots simulated by the engine and filmed by the renderer.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "billiard_engine/simulator.hpp"
#include "billiard_vision/engine_table.hpp"
#include "billiard_vision/tracker.hpp"
#include "scene_for_tests.hpp"

namespace billiard::vision {

inline constexpr double kRadius = 0.028575;

// A shot simulated by the engine and filmed by the renderer.
class Film {
 public:
  explicit Film(std::vector<std::pair<std::string, Ball>> balls)
      : table_(build_table({}, kRadius)),
        simulator_(table_, Physics{}),
        camera_(look_at(make_lens(960, 540, 800.0), {0.0, 0.0, 2.7}, {0, 0, 0}, {0, 1, 0})),
        renderer_(geometry_of(TableSpec{}, kRadius), camera_, {}) {
    std::vector<Ball> start;
    for (auto& [id, ball] : balls) {
      ids_.push_back(id);
      start.push_back(ball);
    }
    simulator_.reset(start);
    states_ = start;
    rotations_.assign(start.size(), cv::Matx33d::eye());
  }

  void advance(double dt) {
    now_ += dt;
    const Result r = simulator_.run({now_, 1000000});
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const auto& w = states_[i].spin;
      rotations_[i] = turn(rotations_[i], {w.x(), w.y(), w.z()}, dt);
      states_[i] = r.balls[i];
    }
  }

  [[nodiscard]] cv::Mat frame() {
    std::vector<SceneBall> balls;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!states_[i].in_play() || ids_[i] == taken_) continue;
      SceneBall b = pool_ball(states_[i].position.x(), states_[i].position.y(), ids_[i]);
      b.position[2] = states_[i].position.z();
      b.rotation = rotations_[i];
      balls.push_back(b);
    }
    return renderer_.render(balls, ++count_);
  }

  [[nodiscard]] const Ball& state(const std::string& id) const {
    return states_[static_cast<std::size_t>(std::find(ids_.begin(), ids_.end(), id) -
                                            ids_.begin())];
  }
  [[nodiscard]] Tracker tracker() const {
    CameraHint hint;
    hint.lens = camera_.lens;
    return Tracker(table_, Physics{}, hint);
  }
  [[nodiscard]] double now() const { return now_; }
  /// Puts a ball elsewhere at once.
  void move(const std::string& id, double x, double y) {
    const auto i = std::find(ids_.begin(), ids_.end(), id) - ids_.begin();
    states_[static_cast<std::size_t>(i)].position = {x, y, kRadius};
  }
  /// From now on this ball is not on the table any more.
  void take_away(const std::string& id) { taken_ = id; }

 private:
  Table table_;
  Simulator simulator_;
  Camera camera_;
  Renderer renderer_;
  std::vector<std::string> ids_;
  std::vector<Ball> states_;
  std::vector<cv::Matx33d> rotations_;
  double now_{0.0};
  std::uint64_t count_{0};
  std::string taken_;
};

inline Ball ball_at(double x, double y, double vx = 0.0, double vy = 0.0) {
  Ball b;
  b.position = {x, y, kRadius};
  b.velocity = {vx, vy, 0.0};
  b.spin = {-vy / kRadius, vx / kRadius, 0.0};
  return b;
}

inline const TrackedBall* find(const TrackedFrame& frame, const std::string& id) {
  const int kind = find_kind(BallSet::kPool, id);
  for (const TrackedBall& b : frame.balls) {
    if (b.kind == kind) return &b;
  }
  return nullptr;
}

inline double miss(const TrackedBall& b, const Ball& truth) {
  return std::hypot(b.position[0] - truth.position.x(), b.position[1] - truth.position.y());
}

}  // namespace billiard::vision
