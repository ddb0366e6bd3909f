// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "billiard_engine/files/settings.hpp"
#include "billiard_engine/simulator.hpp"
#include "fit/trajectories.hpp"

namespace billiard {

/// How shots are recorded for a test.
struct RecordedAs {
  double period = 0.02;  ///< [s]
  double noise = 5e-4;   ///< of a coordinate [m]
  double until = 2.4;    ///< [s]
  int rests = 1;         ///< sights before the strike
  unsigned seed = 7;
};

/// A layout of two balls, and the cue ball that sets off to cut one of them.
inline std::vector<Ball> random_shot(const Settings& settings, std::mt19937& random) {
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  const double radius = settings.physics.ball.radius;
  std::vector<Ball> balls(3);
  balls[0].position = {-0.7 + 0.2 * unit(random), 0.4 * unit(random), radius};
  balls[1].position = {0.1 + 0.2 * unit(random), 0.4 * unit(random), radius};
  balls[2].position = {0.7 + 0.2 * unit(random), 0.4 * unit(random), radius};
  const Vec3<double> to = balls[1].position - balls[0].position;
  const double cut = std::asin(2.0 * radius / to.norm()) * 0.8 * unit(random);
  const double angle = std::atan2(to.y(), to.x()) + cut;
  const double speed = 3.0 + unit(random);
  const double follow = 0.5 + 0.4 * unit(random);
  const Vec3<double> along{std::cos(angle), std::sin(angle), 0.0};
  balls[0].velocity = speed * along;
  balls[0].spin = (follow * speed / radius) * Vec3<double>{-along.y(), along.x(), 0.0};
  balls[0].spin.z() = 60.0 * unit(random);
  return balls;
}

/// The shot as the settings' physics plays it, seen with noise.
inline ObservedShot record(const Settings& settings, const std::vector<Ball>& balls,
                           const RecordedAs& as, std::mt19937& random) {
  Simulator simulator(settings.table, settings.physics);
  simulator.reset(balls);
  Recorder recorder(as.period, static_cast<int>(as.until / as.period) + 1);
  (void)simulator.run({.time = as.until}, &recorder);
  ObservedShot shot;
  for (std::size_t b = 0; b < balls.size(); ++b) {
    BallTrack track;
    track.id = std::to_string(b);
    track.rests = as.rests;
    for (const Recorder::Sample& sample : recorder.samples()) {
      if (!sample.balls[b].in_play()) break;
      const bool first = track.time.empty();
      std::normal_distribution<double> noise{0.0, as.noise / (first ? std::sqrt(as.rests) : 1.0)};
      track.time.push_back(sample.time);
      track.position.emplace_back(sample.balls[b].position.x() + noise(random),
                                  sample.balls[b].position.y() + noise(random));
    }
    shot.balls.push_back(track);
  }
  shot.cue = 0;
  return shot;
}

/// A shot recorded every millisecond without noise, as a camera with this lag [s/m] sees it.
inline ObservedShot seen_with_lag(ObservedShot shot, const Vec2<double>& lag, const RecordedAs& as,
                                  std::mt19937& random) {
  const Vec2<double> first = shot.balls[static_cast<std::size_t>(shot.cue)].position[0];
  std::normal_distribution<double> noise{0.0, as.noise};
  for (BallTrack& track : shot.balls) {
    const BallTrack played = track;
    track.time.clear();
    track.position.clear();
    double frame = 0.0;
    for (std::size_t k = 0; k < played.time.size(); ++k) {
      const Vec2<double>& p = played.position[k];
      if (played.time[k] - lag.dot(p - first) < frame) continue;
      track.time.push_back(frame);
      track.position.emplace_back(p.x() + noise(random), p.y() + noise(random));
      frame += as.period;
    }
  }
  return shot;
}

inline std::vector<ObservedShot> record_shots(const Settings& settings, int count,
                                              const RecordedAs& as) {
  std::mt19937 random{as.seed};
  std::vector<ObservedShot> shots;
  for (int i = 0; i < count; ++i) {
    shots.push_back(record(settings, random_shot(settings, random), as, random));
  }
  return shots;
}

}  // namespace billiard
