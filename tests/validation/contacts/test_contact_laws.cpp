// SPDX-License-Identifier: Apache-2.0
// Restitution, duration and depth of an impact, from the simulator. Two balls meet head-on on
// cloth without friction; check values are high-accuracy solutions of the laws' own equations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scene.hpp"

namespace billiard::contacts {
namespace {

/// Check values are met to 0.1 %.
constexpr double kCheckValue = 1e-3;

/// Speed after over speed before of a ball that meets a resting one head-on.
double rebound(const Physics& physics, double speed) {
  const double gap = 0.01;
  const Ball balls[] = {ball_at(-2.0 * physics.ball.radius - gap, 0.0, speed), ball_at(0.0, 0.0)};
  const Result r = after(endless_table(physics), physics, balls, gap / speed + 0.01);
  return (r.balls[1].velocity.x() - r.balls[0].velocity.x()) / speed;
}

struct LawCase {
  NormalLaw law;
  double in, out;
};

class PapersLaw : public testing::TestWithParam<LawCase> {};

TEST_P(PapersLaw, ReturnsTheKnownRestitutionAtEverySpeed) {
  Physics physics = lossless();
  physics.ball_ball.law = GetParam().law;
  physics.ball_ball.restitution = GetParam().in;

  for (const double speed : {0.05, 0.5, 1.0, 5.0, 12.0}) {
    EXPECT_NEAR(rebound(physics, speed) / GetParam().out, 1.0, kCheckValue) << speed << " m/s";
  }
}

INSTANTIATE_TEST_SUITE_P(ContactLaws, PapersLaw,
                         testing::Values(LawCase{NormalLaw::kLankaraniNikravesh, 0.98, 0.98058},
                                         LawCase{NormalLaw::kLankaraniNikravesh, 0.93, 0.93670},
                                         LawCase{NormalLaw::kLankaraniNikravesh, 0.85, 0.87797},
                                         LawCase{NormalLaw::kLankaraniNikravesh, 0.7, 0.79597},
                                         LawCase{NormalLaw::kLankaraniNikravesh, 0.5, 0.72524},
                                         LawCase{NormalLaw::kFlores, 0.93, 0.92564},
                                         LawCase{NormalLaw::kFlores, 0.85, 0.84119},
                                         LawCase{NormalLaw::kFlores, 0.5, 0.47044}));

TEST(ContactLaws, ReturnTheRestitutionTheyAreGiven) {
  constexpr double kTolerance = 1e-3;  // of speed after over speed before, at default steps
  double worst = 0.0;
  for (const NormalLaw law : {NormalLaw::kExactRestitution, NormalLaw::kTsuji}) {
    for (const double e : {0.5, 0.7, 0.85, 0.93, 0.95, 0.98, 1.0}) {
      Physics physics = lossless();
      physics.ball_ball.law = law;
      physics.ball_ball.restitution = e;
      for (double speed = 0.05; speed < 12.1; speed *= std::pow(240.0, 1.0 / 16)) {
        const double error = std::abs(rebound(physics, speed) - e);
        worst = std::max(worst, error);
        EXPECT_LT(error, kTolerance) << name(law) << " e " << e << " at " << speed << " m/s";
      }
    }
  }
  RecordProperty("largest_restitution_error", std::to_string(worst));
}

TEST(ContactLaws, ReturnTheRestitutionTheyAreGivenAtACushion) {
  constexpr double kTolerance = 1e-3;
  const TableSpec papers{
      .length = 1.0, .width = 1.0, .nose_height = BallProperties{}.radius, .pockets = false};
  for (const NormalLaw law : {NormalLaw::kExactRestitution, NormalLaw::kTsuji}) {
    for (const double speed : {0.05, 0.3, 1.0, 3.0, 12.0}) {
      Physics physics = lossless();
      physics.ball_cushion.law = law;
      physics.ball_cushion.restitution = 0.85;
      const Ball balls[] = {ball_at(0.4, 0.1, speed)};
      const double there = (0.1 - physics.ball.radius) / speed;
      const Result r =
          after(build_table(papers, physics.ball.radius), physics, balls, there + 0.02);

      EXPECT_NEAR(-r.balls[0].velocity.x() / speed, 0.85, kTolerance) << name(law) << " " << speed;
    }
  }
}

/// What a head-on hit, of a ball (`partner`) or a nose, leaves of its energy.
double energy_left(NormalLaw law, double restitution, double contact_step, bool partner) {
  const TableSpec papers{
      .length = 1.0, .width = 1.0, .nose_height = BallProperties{}.radius, .pockets = false};
  Physics physics = lossless();
  physics.steps.contact = contact_step;
  physics.ball_ball.law = physics.ball_cushion.law = law;
  physics.ball_ball.restitution = physics.ball_cushion.restitution = restitution;
  std::vector<Ball> balls{ball_at(0.4, 0.1, 1.0)};
  if (partner) balls = {ball_at(0.0, 0.1, 1.0), ball_at(0.1, 0.1)};
  const Result r = after(build_table(papers, physics.ball.radius), physics, balls, 0.15);
  return energy(physics, balls_of(r)) / energy(physics, balls);
}

// Damping that is very strong must not throw bodies apart, however coarse the steps.
TEST(ContactLaws, StrongDampingGivesNoEnergy) {
  for (const NormalLaw law : {NormalLaw::kLankaraniNikravesh, NormalLaw::kFlores,
                              NormalLaw::kExactRestitution, NormalLaw::kTsuji}) {
    for (const double restitution : {0.01, 0.02, 0.1, 0.3}) {
      for (const double step : {6e-6, 5e-5, 7e-4, 1e-3}) {
        for (const bool partner : {false, true}) {
          EXPECT_LT(energy_left(law, restitution, step, partner), 1.0001)
              << name(law) << " e " << restitution << " step " << step << " partner " << partner;
        }
      }
    }
  }
}

// Balls that barely touch part by passing each other, much faster than they closed: the laws that
// divide by the closing speed must not take that for a push.
TEST(ContactLaws, ThinCutsGiveNoEnergy) {
  for (const NormalLaw law : {NormalLaw::kLankaraniNikravesh, NormalLaw::kFlores,
                              NormalLaw::kExactRestitution, NormalLaw::kTsuji}) {
    for (const double restitution : {0.3, 0.45, 0.6, 0.95}) {
      for (const double closing : {0.01, 0.02, 0.3}) {
        for (const double passing : {2.0, 8.0, 14.0}) {
          Physics physics = lossless();
          physics.ball_ball.law = law;
          physics.ball_ball.restitution = restitution;
          const double apart = 2.0 * physics.ball.radius + 1e-9;
          const Ball balls[] = {ball_at(0.0, 0.0, closing, passing), ball_at(apart, 0.0)};
          const Result r = after(endless_table(physics), physics, balls, 0.01);
          EXPECT_LT(energy(physics, balls_of(r)) / energy(physics, balls), 1.0001)
              << name(law) << " e " << restitution << " closing " << closing << " passing "
              << passing;
        }
      }
    }
  }
}

/// Depth over time of one impact, sampled.
struct Impact {
  double duration = 0.0;  ///< [s]
  double depth = 0.0;     ///< [m]
};

/// Sampling every 2 µs bounds both to 0.05 %: the recorder sees a straight line between windows,
/// which 64 contact steps of 0.05 µs make 3.2 µs long.
constexpr double kPeriod = 2e-6;
constexpr double kFineStep = 5e-8;

template <typename Depth>
Impact measure(const Recorder& recorder, Depth depth_of) {
  Impact impact;
  double begin = -1.0;
  double before = 0.0;
  for (const Recorder::Sample& sample : recorder.samples()) {
    const double depth = depth_of(sample);
    // Where the depth passes zero, between two samples.
    const double crossing = sample.time - kPeriod * depth / (depth - before);
    if (begin < 0.0 && depth > 0.0) begin = crossing;
    if (before > 0.0 && depth <= 0.0) impact.duration = crossing - begin;
    impact.depth = std::max(impact.depth, depth);
    before = depth;
  }
  return impact;
}

TEST(ContactLaws, BallBallImpactHasTheKnownDurationAndDepth) {
  Physics physics = lossless();
  physics.ball.mass = 0.17;
  physics.ball_ball.law = NormalLaw::kLankaraniNikravesh;
  physics.ball_ball.restitution = 0.93;
  physics.steps.contact = kFineStep;
  const double reach = 2.0 * physics.ball.radius;
  const Ball balls[] = {ball_at(-reach - 1e-4, 0.0, 1.0), ball_at(0.0, 0.0)};
  Recorder recorder(kPeriod, 1000);
  (void)after(endless_table(physics), physics, balls, 1e-3, &recorder);
  const Impact impact = measure(recorder, [reach](const Recorder::Sample& s) {
    return reach - (s.balls[1].position - s.balls[0].position).norm();
  });

  EXPECT_NEAR(impact.duration / 460.87e-6, 1.0, kCheckValue);
  EXPECT_NEAR(impact.depth / 151.520e-6, 1.0, kCheckValue);
}

TEST(ContactLaws, CushionImpactHasTheKnownDurationAndDepth) {
  Physics physics = lossless();
  physics.ball.mass = 0.17;
  physics.ball_cushion.law = NormalLaw::kLankaraniNikravesh;
  physics.ball_cushion.restitution = 0.85;
  physics.steps.contact = 10 * kFineStep;
  const TableSpec papers{
      .length = 1.0, .width = 1.0, .nose_height = physics.ball.radius, .pockets = false};
  const double touch = 0.5 - physics.ball.radius;
  const Ball balls[] = {ball_at(touch - 1e-3, 0.1, 2.724)};
  Recorder recorder(kPeriod, 4000);
  (void)after(build_table(papers, physics.ball.radius), physics, balls, 6e-3, &recorder);
  const Impact impact = measure(
      recorder, [touch](const Recorder::Sample& s) { return s.balls[0].position.x() - touch; });

  EXPECT_NEAR(impact.duration / 3.8926e-3, 1.0, kCheckValue);
  EXPECT_NEAR(impact.depth / 3.3732e-3, 1.0, kCheckValue);
}

}  // namespace
}  // namespace billiard::contacts
