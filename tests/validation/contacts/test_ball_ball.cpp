// SPDX-License-Identifier: Apache-2.0
// Two balls at an angle: the rules players know, and throw.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scene.hpp"

namespace billiard::contacts {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

/// A ball that moves along +x from (−distance, 0) towards one it will cut at `angle` [rad] to its
/// left: index 0 moves, 1 rests.
struct CutShot {
  Ball cue, object;
};

CutShot cut_shot(double angle, double speed, double distance = 0.1) {
  const double reach = 2.0 * BallProperties{}.radius;
  CutShot s{ball_at(-distance - reach * std::cos(angle), 0.0, speed),
            ball_at(0.0, reach * std::sin(angle))};
  return s;
}

/// Both balls shortly after the contact.
Result play(const CutShot& shot, const Physics& physics) {
  const Ball balls[] = {shot.cue, shot.object};
  return after(endless_table(physics), physics, balls, 0.1 / shot.cue.velocity.x() + 0.01);
}

struct HitFraction {
  double fraction, expected_deg;
};

class ThirtyDegreeRule : public testing::TestWithParam<HitFraction> {};

TEST_P(ThirtyDegreeRule, TurnsARollingBall) {
  // The rule leaves out rolling resistance, off here, and the contact's duration, in which the
  // line of centres turns by up to 0.3°.
  constexpr double kToleranceDeg = 0.3;
  Physics physics = lossless();
  physics.cloth = {};
  physics.cloth.rolling = 0.0;
  physics.cloth.contact_radius = 1e-4;
  CutShot shot = cut_shot(std::asin(1.0 - GetParam().fraction), 1.0);
  shot.cue = rolling_ball(shot.cue.position.x(), shot.cue.position.y(), 1.0);
  const Ball balls[] = {shot.cue, shot.object};

  const Result r = after(endless_table(physics), physics, balls, 2.0);

  EXPECT_EQ(r.balls[0].motion, Motion::kRolling);
  EXPECT_NEAR(-direction_deg(r.balls[0]), GetParam().expected_deg, kToleranceDeg);
}

INSTANTIATE_TEST_SUITE_P(BallBall, ThirtyDegreeRule,
                         testing::Values(HitFraction{0.25, 27.27}, HitFraction{0.5, 33.67},
                                         HitFraction{0.75, 27.63}));

TEST(BallBall, PartAtARightAngleAfterAStunShot) {
  // cos of the angle is the energy that got lost, over twice the product of the speeds: 0.01°
  // asks for 10⁻⁴.
  constexpr double kToleranceDeg = 0.01;
  for (const double cut : {10.0, 30.0, 45.0, 60.0, 80.0}) {
    for (const double speed : {0.2, 1.0, 8.0}) {
      const Result r = play(cut_shot(cut * kDegree, speed), lossless());
      const double angle = direction_deg(r.balls[1]) - direction_deg(r.balls[0]);
      EXPECT_NEAR(angle, 90.0, kToleranceDeg) << cut << "° at " << speed << " m/s";
    }
  }
}

/// How far friction turns the object ball's path towards the cue ball's [deg]. Without friction it
/// lies off the line of centres at first touch by some 0.1° to 0.5°, because that line turns while
/// the balls touch.
double throw_deg(const CutShot& shot, const Physics& physics) {
  Physics smooth = physics;
  smooth.ball_ball.friction_law = FrictionLaw::kCoulombRegularised;
  smooth.ball_ball.friction = 0.0;
  return direction_deg(play(shot, smooth).balls[1]) - direction_deg(play(shot, physics).balls[1]);
}

struct Throw {
  double speed, expected_deg;
};

class ThrowOfAStunShot : public testing::TestWithParam<Throw> {};

TEST_P(ThrowOfAStunShot, AgreesWithAlciatore) {
  constexpr double kToleranceDeg = 0.4;
  const double cut = 30.0 * kDegree;

  const double got = throw_deg(cut_shot(cut, GetParam().speed), slippery_cloth());

  EXPECT_NEAR(got, GetParam().expected_deg, kToleranceDeg);
}

INSTANTIATE_TEST_SUITE_P(BallBall, ThrowOfAStunShot,
                         testing::Values(Throw{0.447, 4.7}, Throw{1.341, 3.5}, Throw{3.129, 1.7}));

TEST(BallBall, ThrowGrowsWithTheCutAndFallsAgain) {
  // At small cuts the slip stops during the contact, tan(throw) ≈ tan(cut)/7; at large ones it
  // slides throughout, tan(throw) ≈ μ(v sin(cut)), which falls with speed.
  const double speed = 1.341;
  double before = 0.0;
  for (const double cut : {5.0, 10.0, 15.0, 20.0}) {
    const double got = throw_deg(cut_shot(cut * kDegree, speed), slippery_cloth());
    EXPECT_GT(got, before) << cut;
    before = got;
  }
  before = 90.0;
  for (const double cut : {40.0, 60.0, 75.0}) {
    const double got = throw_deg(cut_shot(cut * kDegree, speed), slippery_cloth());
    EXPECT_LT(got, before) << cut;
    before = got;
  }
}

TEST(BallBall, GearingEnglishGivesNoThrow) {
  // The line of centres turns while the balls touch, which lets them slip a little again.
  constexpr double kToleranceDeg = 0.05;
  for (const double cut : {15.0, 30.0, 45.0, 60.0}) {
    for (const double speed : {0.447, 1.341, 3.129}) {
      CutShot shot = cut_shot(cut * kDegree, speed);
      // The surface at the contact moves back as fast as the centre moves along.
      shot.cue.spin.z() = speed * std::sin(cut * kDegree) / BallProperties{}.radius;

      EXPECT_NEAR(throw_deg(shot, slippery_cloth()), 0.0, kToleranceDeg)
          << cut << "° at " << speed << " m/s";
    }
  }
}

TEST(BallBall, SideThrowsTheObjectBall) {
  // A full hit with side: the object ball goes to the side the surface moves to, and takes
  // opposite spin.
  CutShot shot = cut_shot(0.0, 1.0);
  shot.cue.spin.z() = 20.0;

  const Result r = play(shot, slippery_cloth());

  EXPECT_GT(direction_deg(r.balls[1]), 1.0);
  EXPECT_LT(r.balls[1].spin.z(), -0.5);
  EXPECT_LT(r.balls[0].spin.z(), 20.0);
}

TEST(BallBall, KeepsMomentumAtEveryCutAngle) {
  constexpr double kRoundOff = 1e-12;  // m/s, some hundred additions
  for (const NormalLaw law : {NormalLaw::kHertz, NormalLaw::kLankaraniNikravesh, NormalLaw::kFlores,
                              NormalLaw::kExactRestitution, NormalLaw::kTsuji}) {
    for (const FrictionLaw friction : {FrictionLaw::kThrelfall, FrictionLaw::kAmbrosio,
                                       FrictionLaw::kAlciatore, FrictionLaw::kCoulombRegularised}) {
      Physics physics = slippery_cloth();
      physics.ball_ball.law = law;
      physics.ball_ball.friction_law = friction;
      for (const double cut : {0.0, 20.0, 50.0, 85.0}) {
        CutShot shot = cut_shot(cut * kDegree, 2.0);
        shot.cue.spin = {0.0, 0.0, 30.0};
        const Ball balls[] = {shot.cue, shot.object};
        const Result r = play(shot, physics);
        const Vec3<double> sum = r.balls[0].velocity + r.balls[1].velocity;

        EXPECT_NEAR(sum.x(), 2.0, kRoundOff) << name(law) << " " << name(friction) << " " << cut;
        EXPECT_NEAR(sum.y(), 0.0, kRoundOff) << name(law) << " " << name(friction) << " " << cut;
        EXPECT_LE(energy(physics, balls_of(r)), energy(physics, balls) * (1.0 + kRoundOff))
            << name(law) << " " << name(friction) << " " << cut;
      }
    }
  }
}

TEST(BallBall, FrictionEndsWithTheSlip) {
  // Strong friction stops the slip and does not turn it: equal surface speeds after a full hit
  // with side.
  constexpr double kSticks = 1e-3;  // m/s; ε of the regularised friction
  Physics physics = slippery_cloth();
  physics.ball_ball.friction_law = FrictionLaw::kCoulombRegularised;
  physics.ball_ball.friction = 1.0;
  CutShot shot = cut_shot(0.0, 1.0);
  shot.cue.spin.z() = 10.0;

  const Result r = play(shot, physics);

  const double slip = r.balls[0].velocity.y() - r.balls[1].velocity.y() +
                      physics.ball.radius * (r.balls[0].spin.z() + r.balls[1].spin.z());
  EXPECT_NEAR(slip, 0.0, kSticks);
}

}  // namespace
}  // namespace billiard::contacts
