// SPDX-License-Identifier: Apache-2.0
// A camera that reads its rows one after the other sees balls too fast one way, too slow the other.
#include <gtest/gtest.h>

#include <cstdio>

#include "billiard_engine/files/settings.hpp"
#include "fit/physics_fit.hpp"
#include "observed_shots.hpp"

namespace billiard {
namespace {

TEST(CameraLag, IsFoundWithThePhysics) {
  const Vec2<double> lag{0.001, -0.011};
  const Settings settings = load_settings("carom_10ft");
  const RecordedAs as{.until = 1.2};
  std::mt19937 random{as.seed};
  std::vector<ShotModel> shots;
  for (int i = 0; i < 8; ++i) {
    const RecordedAs played{.period = 1e-3, .noise = 1e-9, .until = as.until};
    const ObservedShot shot = record(settings, random_shot(settings, random), played, random);
    shots.emplace_back(settings.table, seen_with_lag(shot, lag, as, random),
                       settings.physics.ball.radius, as.noise);
  }

  const PhysicsFit fit =
      fit_physics(shots, settings.table, settings.physics, as.until, [](double) {});

  std::printf("lag %.2f ± %.2f, %.2f ± %.2f ms/m\n", 1e3 * fit.lag.x(), 1e3 * fit.lag_sigma.x(),
              1e3 * fit.lag.y(), 1e3 * fit.lag_sigma.y());
  EXPECT_NEAR(fit.lag.x(), lag.x(), 5e-4);
  EXPECT_NEAR(fit.lag.y(), lag.y(), 5e-4);
  Simulator simulator(settings.table, fit.physics);
  for (std::size_t i = 0; i < shots.size(); ++i) {
    shots[i].set_lag(fit.lag);
    constexpr double kAllowed = 0.003;  // RMS; frames at a contact are predicted to first order [m]
    EXPECT_LT(shots[i].cue_error(simulator, fit.starts[i], 0.0, as.until), kAllowed);
  }
}

}  // namespace
}  // namespace billiard
