// SPDX-License-Identifier: Apache-2.0
// Ball and cushion: Mathavan's rebound, angles and spin, a ball frozen to the rail.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "billiard_engine/check_layout.hpp"
#include "scene.hpp"

namespace billiard::contacts {
namespace {

/// Mathavan, Jackson and Parkin 2010: a snooker ball and cushion.
Physics mathavan() {
  Physics p;
  p.ball.radius = 0.02625;
  p.ball.mass = 0.1406;
  p.cloth.friction = 0.212;
  p.ball_cushion.restitution = 0.98;
  p.ball_cushion.friction = 0.14;
  return p;
}

Table rails(const Physics& physics, double nose_height) {
  const TableSpec spec{
      .length = 3.569, .width = 1.778, .nose_height = nose_height, .pockets = false};
  return build_table(spec, physics.ball.radius);
}

/// Distance of the centre from the nose line at which a ball on the cloth touches [m].
double reach(const Physics& physics, const Table& table) {
  const double above = table.spec.nose_height - physics.ball.radius;
  return std::sqrt(physics.ball.radius * physics.ball.radius - above * above);
}

/// A ball about to touch the rail at +x.
Ball at_rail(const Physics& physics, const Table& table, double vx, double vy) {
  Ball ball = ball_at(0.5 * table.spec.length - reach(physics, table) - 1e-6, 0.2, vx, vy);
  ball.position.z() = physics.ball.radius;
  return ball;
}

/// The ball when it has just left the rail.
Ball rebound(const Physics& physics, const Table& table, const Ball& ball) {
  const Ball balls[] = {ball};
  Simulator simulator{table, physics};
  simulator.reset(balls);
  const double touch = 0.5 * table.spec.length - reach(physics, table);
  Ball now = ball;
  for (int i = 1; i < 500 && !(now.velocity.x() < 0.0 && now.position.x() < touch); ++i) {
    now = simulator.run({.time = i * 1e-4}).balls[0];
  }
  return now;
}

TEST(Cushion, RollingBallComesBackAsMathavanMeasured) {
  constexpr double kMeasured = 0.91;  // rebound over incident speed, 0.5 to 2.5 m/s
  constexpr double kTolerance = 0.02;
  const Physics physics = mathavan();
  const Table table = rails(physics, 1.4 * physics.ball.radius);
  for (const double speed : {0.5, 1.0, 1.5, 2.0, 2.5}) {
    Ball ball = at_rail(physics, table, speed, 0.0);
    ball.spin.y() = speed / physics.ball.radius;
    const Ball back = rebound(physics, table, ball);

    EXPECT_NEAR(-back.velocity.x() / speed, kMeasured, kTolerance) << speed << " m/s";
    EXPECT_GT(back.spin.y(), 0.0) << "keeps a little of its forward roll at " << speed;
  }
}

TEST(Cushion, PapersVerticalPlaneReturnsTheLawsRestitution) {
  Physics physics = slippery_cloth();
  physics.ball_cushion.law = NormalLaw::kLankaraniNikravesh;
  physics.ball_cushion.friction = 0.0;
  const Table table = rails(physics, physics.ball.radius);

  const Ball back = rebound(physics, table, at_rail(physics, table, 2.724, 0.0));

  EXPECT_NEAR(-back.velocity.x() / (0.87797 * 2.724), 1.0, 1e-3);
  EXPECT_EQ(back.position.z(), physics.ball.radius) << "touched at the equator: no lift";
}

/// Speed along the rail after a 45° rebound at 2 m/s, with side spin and without roll.
Ball oblique(double side_spin, double incidence = std::numbers::pi / 4) {
  const Physics physics = mathavan();
  const Table table = rails(physics, 1.4 * physics.ball.radius);
  Ball ball = at_rail(physics, table, 2.0 * std::cos(incidence), 2.0 * std::sin(incidence));
  ball.spin.z() = side_spin;
  return rebound(physics, table, ball);
}

double angle_deg(const Ball& ball) {
  return std::atan2(ball.velocity.y(), -ball.velocity.x()) * 180.0 / std::numbers::pi;
}

TEST(Cushion, RubsAwaySpeedAlongTheRailAndTurnsTheBall) {
  const Ball back = oblique(0.0);

  EXPECT_LT(back.velocity.y(), 2.0 * std::sin(std::numbers::pi / 4));
  EXPECT_GT(back.velocity.y(), 0.0);
  // Friction at the nose, on the +x side, points to −y and turns the ball clockwise.
  EXPECT_LT(back.spin.z(), -1.0);
}

TEST(Cushion, RunningSideWidensAndReverseSideNarrowsTheAngle) {
  double before = -90.0;
  for (const double spin : {80.0, 40.0, 0.0, -40.0, -80.0}) {  // reverse to running
    const double angle = angle_deg(oblique(spin));
    EXPECT_GT(angle, before) << spin << " rad/s";
    before = angle;
  }
}

TEST(Cushion, LeavesMoreSteeplyTheMoreSteeplyItCame) {
  double before = 0.0;
  for (const double incidence_deg : {10.0, 25.0, 45.0, 60.0, 75.0}) {
    const double angle = angle_deg(oblique(0.0, incidence_deg * std::numbers::pi / 180.0));
    EXPECT_GT(angle, before) << incidence_deg;
    before = angle;
  }
}

TEST(Cushion, TakesLeastSpeedFromAGrazingBall) {
  const double grazing = oblique(0.0, 1.4).velocity.head<2>().norm();
  EXPECT_LT(grazing, 2.0);
  for (const double incidence : {0.0, 0.5, 1.0}) {
    EXPECT_LT(oblique(0.0, incidence).velocity.head<2>().norm(), grazing) << incidence << " rad";
  }
}

TEST(Cushion, BothRailsAndBothDirectionsAreTheSame) {
  const Physics physics = mathavan();
  const Table table = rails(physics, 1.4 * physics.ball.radius);
  Ball ball = at_rail(physics, table, 1.5, 0.7);
  ball.spin = {-10.0, 20.0, 30.0};
  Ball mirrored = ball;
  mirrored.position.y() *= -1.0;
  mirrored.velocity.y() *= -1.0;
  mirrored.spin.x() *= -1.0;
  mirrored.spin.z() *= -1.0;

  const Ball a = rebound(physics, table, ball);
  const Ball b = rebound(physics, table, mirrored);

  EXPECT_EQ(a.velocity.x(), b.velocity.x());
  EXPECT_EQ(a.velocity.y(), -b.velocity.y());
  EXPECT_EQ(a.spin.z(), -b.spin.z());
}

class FrozenToTheRail : public testing::TestWithParam<NormalLaw> {
 protected:
  Physics physics_;
  Table table_ = rails(physics_, 0.03629);
  double touch_ = 0.5 * table_.spec.length - reach(physics_, table_);
};

TEST_P(FrozenToTheRail, StaysUntilHitAndComesBackWithoutGainingEnergy) {
  physics_.ball_cushion.law = GetParam();
  const double gap = 0.05;
  for (const double angle_deg : {0.0, 20.0, 45.0}) {
    const double angle = angle_deg * std::numbers::pi / 180.0;
    const double distance = 2.0 * physics_.ball.radius + gap;
    const Ball balls[] = {
        rolling_ball(touch_ - distance * std::cos(angle), 0.3 - distance * std::sin(angle),
                     2.0 * std::cos(angle), 2.0 * std::sin(angle)),
        ball_at(touch_, 0.3)};
    Simulator simulator{table_, physics_};
    simulator.reset(balls);
    ASSERT_FALSE(check_layout(balls, table_, physics_).has_value());

    const Ball waiting = simulator.run({.time = 0.8 * gap / 2.0}).balls[1];
    EXPECT_EQ(waiting.position, balls[1].position);
    EXPECT_EQ(waiting.motion, Motion::kRest);

    const double before = energy(physics_, balls);
    double last = before;
    for (int i = 1; i <= 40; ++i) {
      const Result r = simulator.run({.time = 0.1 * i});
      const double now = energy(physics_, balls_of(r));
      // Elastic energy in a contact that is sampled midway may come back: only a gain counts.
      EXPECT_LE(now, before) << angle_deg << "° at " << r.time;
      last = now;
    }
    EXPECT_LT(last, before);
    const Result end = simulator.run();
    EXPECT_EQ(end.status, Status::kRest);
    EXPECT_FALSE(check_layout(balls_of(end), table_, physics_).has_value());
    EXPECT_LT(end.balls[1].position.x(), touch_) << "left the rail";
  }
}

INSTANTIATE_TEST_SUITE_P(Cushion, FrozenToTheRail,
                         testing::Values(NormalLaw::kHertz, NormalLaw::kLankaraniNikravesh,
                                         NormalLaw::kFlores, NormalLaw::kExactRestitution,
                                         NormalLaw::kTsuji),
                         [](const auto& law) { return std::string(name(law.param)); });

TEST(Cushion, FrozenBallAnswersSmoothlyToItsGap) {
  // From touching to a gap of the contact's depth: the answer may not jump.
  constexpr double kLargestStep = 0.02;  // m/s between neighbours, of 2 m/s
  const Physics physics;
  const Table table = rails(physics, 0.03629);
  const double touch = 0.5 * table.spec.length - reach(physics, table);
  double before = 0.0;
  for (int i = -1; i <= 48; ++i) {
    const double gap = i < 0 ? 0.0 : 1e-9 * std::pow(10.0, i / 8.0);
    const Ball balls[] = {ball_at(touch - 0.1, 0.3, 2.0), ball_at(touch - gap, 0.3)};
    const Result r = after(table, physics, balls, 0.06);
    const double speed = r.balls[1].velocity.x();
    if (i >= 0) {
      EXPECT_NEAR(speed, before, kLargestStep) << "gap " << gap;
    }
    before = speed;
  }
}

TEST(Cushion, BallThatJustReachesANoseComesToRestSoon) {
  // Rolling resistance holds it there; the overlap that is left may not keep the contact on.
  constexpr int kSteps = 60000;  // a second and a half of creeping
  const Physics physics;
  const Table table = rails(physics, 0.03629);
  const double gap = 0.02;
  const double start = 0.5 * table.spec.length - reach(physics, table) - gap;
  const double resistance = physics.gravity * physics.cloth.contact_radius * physics.cloth.rolling /
                            (7.0 * physics.ball.radius);
  for (int i = 0; i < 40; ++i) {
    const double speed = std::sqrt(2.0 * resistance * gap) * (1.0 + 1e-4 * i);
    const Ball balls[] = {rolling_ball(start, 0.3, speed)};
    const Result r = after(table, physics, balls, 60.0);
    EXPECT_EQ(r.status, Status::kRest) << speed;
    EXPECT_LT(r.contact_steps, kSteps) << speed;
  }
}

}  // namespace
}  // namespace billiard::contacts
