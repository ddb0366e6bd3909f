// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "billiard_engine/files/settings.hpp"
#include "fit/aim.hpp"
#include "observed_shots.hpp"

namespace billiard {
namespace {

/// The cue ball lies at one end and is sent at the red one in the middle, on to two cushions or
/// three.
std::vector<Ball> carom_layout(double radius) {
  std::vector<Ball> balls(3);
  balls[0].position = {-1.2, 0.1, radius};
  balls[1].position = {0.9, 0.1 - 1.2 * radius, radius};
  balls[2].position = {-0.2, 0.0, radius};
  balls[0].velocity = {3.5, 0.0, 0.0};
  balls[0].spin = {0.0, 0.5 * 3.5 / radius, 0.0};
  return balls;
}

/// Layouts in which the stroke scores, with more or less side spin.
std::vector<std::vector<Ball>> scoring_strokes(const Settings& settings, std::size_t count) {
  std::mt19937 random{5};
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  Simulator simulator(settings.table, settings.physics);
  const double radius = settings.physics.ball.radius;
  std::vector<std::vector<Ball>> list;
  while (list.size() < count) {
    std::vector<Ball> balls = carom_layout(radius);
    balls[1].position.y() += radius * unit(random);
    balls[2].position = {-0.3 + 0.8 * unit(random), 0.6 * unit(random), radius};
    balls[0].spin.z() = std::copysign(0.6 + 0.2 * unit(random), unit(random)) * 3.5 / radius;
    const bool clear = std::abs(balls[2].position.y() - balls[0].position.y()) > 3.0 * radius;
    if (clear && score_miss(simulator, balls, 0) == 0.0) list.push_back(balls);
  }
  return list;
}

TEST(Aim, KnowsAScore) {
  const Settings settings = load_settings("carom_10ft");
  Simulator simulator(settings.table, settings.physics);
  std::vector<Ball> balls = scoring_strokes(settings, 1)[0];
  EXPECT_EQ(score_miss(simulator, balls, 0), 0.0);
  balls[0].velocity *= 0.05;  // too short to reach any ball
  balls[0].spin *= 0.05;
  EXPECT_EQ(score_miss(simulator, balls, 0), 1.0);
}

TEST(Aim, PredictsAStrokeThatWasMeantToScore) {
  const Settings settings = load_settings("carom_10ft");
  Simulator simulator(settings.table, settings.physics);
  const RecordedAs as{};
  std::mt19937 random{as.seed};
  std::vector<double> without;
  std::vector<double> with;
  constexpr std::size_t kShots = 25;
  for (const std::vector<Ball>& balls : scoring_strokes(settings, kShots)) {
    const ShotModel shot(settings.table, record(settings, balls, as, random),
                         settings.physics.ball.radius, as.noise);
    Start start;
    (void)fit_start(shot, simulator, {.until = 0.4}, start);
    without.push_back(shot.cue_error(simulator, start, 0.4, 2.4));
    with.push_back(shot.cue_error(expected_path(shot, simulator, 0.4, 2.4), 0.4, 2.4));
  }
  std::sort(without.begin(), without.end());
  std::sort(with.begin(), with.end());
  const double before = without[kShots / 2];
  const double after = with[kShots / 2];
  std::printf("start alone %.0f mm, meant to score %.0f mm\n", 1e3 * before, 1e3 * after);
  EXPECT_LT(after, 0.8 * before);
}

TEST(Aim, TakesThePathInTheMiddle) {
  const Path near{{0.0, 0.0}, {1.0, 0.0}};
  const Path beside{{0.0, 0.0}, {1.0, 0.1}};
  const Path far{{0.0, 0.0}, {1.0, 9.0}};

  const Path median = median_path({near, beside, far}, {1.0, 1.0, 0.5});

  EXPECT_NEAR(median[0].norm(), 0.0, 1e-9);
  EXPECT_GT(median[1].y(), 0.0);
  EXPECT_LT(median[1].y(), 0.11);
}

}  // namespace
}  // namespace billiard
