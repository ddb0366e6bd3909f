// SPDX-License-Identifier: Apache-2.0
#include "candidates/open_shots.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "cue_clearance.hpp"
#include "geometry.hpp"

namespace billiard {
namespace {

/// Where the cue ball's path passes the ball's centre [ball diameters], and cue speeds [m/s].
constexpr std::array kOffsets = {0.0, 0.5, -0.5, 0.8, -0.8, 0.95, -0.95};
constexpr std::array kSpeeds = {0.7, 1.1, 1.7, 2.6};
constexpr std::array kEscapeSpeeds = {3.0, 1.5, 5.0};
constexpr int kEscapeDirections = 720;
constexpr std::array kBreakSpeeds = {5.5, 7.0, 8.0};  // the cue drive goes no faster [m/s]
constexpr double kMaxElevation = 0.7;                 // [rad]

std::optional<Choice> make_shot(const Scene& scene, ShotKind kind, double azimuth, double speed) {
  for (const double height : {0.0, 0.25, 0.42}) {
    const auto elevation = minimum_elevation(scene, azimuth, height);
    if (!elevation || *elevation > kMaxElevation) continue;
    Choice choice;
    choice.kind = kind;
    choice.shot = {scene.rules->cue(), speed, azimuth, *elevation, 0.0, height};
    return choice;
  }
  return std::nullopt;
}

/// Direction that makes the cue ball pass a ball's centre at `offset` diameters to the left.
double direction_past(const Scene& scene, int ball, double offset) {
  const Point line = scene.position(ball) - scene.cue_position();
  const double reach = 2.0 * scene.radius() * offset;
  return std::atan2(line.y(), line.x()) + std::asin(std::min(1.0, reach / line.norm()));
}

bool can_reach(const Scene& scene, int ball, double azimuth) {
  const Point start = scene.cue_position();
  const Point direction(std::cos(azimuth), std::sin(azimuth));
  const double along = (scene.position(ball) - start).dot(direction);
  const double before = std::max(0.0, along - 2.0 * scene.radius());
  return is_clear(scene, start, start + before * direction,
                  mask_of(ball) | mask_of(scene.rules->cue()));
}

}  // namespace

std::vector<Choice> safety_shots(const Scene& scene) {
  std::vector<Choice> shots;
  const BallMask on = scene.rules->balls_on(scene.in_play);
  for (int ball = 0; ball < static_cast<int>(scene.balls.size()); ++ball) {
    if ((on & mask_of(ball)) == 0) continue;
    for (const double offset : kOffsets) {
      const double azimuth = direction_past(scene, ball, offset);
      if (!can_reach(scene, ball, azimuth)) continue;
      for (const double speed : kSpeeds) {
        auto shot = make_shot(scene, ShotKind::kSafety, azimuth, speed);
        if (shot) shots.push_back(*shot);
      }
    }
  }
  return shots;
}

// Directions in the order of the golden angle: however few are tried, they lie evenly.
std::vector<Choice> escape_shots(const Scene& scene) {
  constexpr double kGoldenAngle = 2.0 * std::numbers::pi * (2.0 - std::numbers::phi);
  std::vector<Choice> shots;
  for (int i = 0; i < kEscapeDirections; ++i) {
    for (const double speed : kEscapeSpeeds) {
      const double azimuth = std::remainder(kGoldenAngle * i, 2.0 * std::numbers::pi);
      if (auto shot = make_shot(scene, ShotKind::kSafety, azimuth, speed)) shots.push_back(*shot);
    }
  }
  return shots;
}

bool is_racked(const Scene& scene) {
  const double touching = 2.0 * scene.radius() + 2e-3;
  int in_rack = 0;
  int objects = 0;
  for (int i = 0; i < static_cast<int>(scene.balls.size()); ++i) {
    if (!scene.has(i) || i == scene.rules->cue()) continue;
    ++objects;
    int neighbours = 0;
    for (int k = 0; k < static_cast<int>(scene.balls.size()); ++k) {
      if (k == i || !scene.has(k) || k == scene.rules->cue()) continue;
      if ((scene.position(i) - scene.position(k)).norm() < touching) ++neighbours;
    }
    if (neighbours >= 2) ++in_rack;
  }
  return objects >= kLeastRack && in_rack == objects;
}

std::vector<Choice> break_shots(const Scene& scene) {
  int nearest = -1;
  double distance = 1e9;
  for (int i = 0; i < static_cast<int>(scene.balls.size()); ++i) {
    if (!scene.has(i) || i == scene.rules->cue()) continue;
    const double d = (scene.position(i) - scene.cue_position()).norm();
    if (d < distance) {
      distance = d;
      nearest = i;
    }
  }
  std::vector<Choice> shots;
  if (nearest < 0) return shots;
  for (const double speed : kBreakSpeeds) {
    for (const double offset : {0.0, 0.1, -0.1, 0.3, -0.3}) {
      const double azimuth = direction_past(scene, nearest, offset);
      if (auto shot = make_shot(scene, ShotKind::kBreak, azimuth, speed)) shots.push_back(*shot);
    }
  }
  return shots;
}

}  // namespace billiard
