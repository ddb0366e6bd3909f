// SPDX-License-Identifier: Apache-2.0
// The filter by itself: measurements come straight from the engine.
#include "motion_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace billiard::vision {
namespace {

constexpr double kFrame = 1.0 / 60.0;  // [s]
constexpr double kSigma = 2e-4;        // of a measurement [m]
const cv::Matx22d kCovariance = kSigma * kSigma * cv::Matx22d::eye();

Ball rolling(double x, double y, double vx) {
  const double radius = Physics{}.ball.radius;
  Ball ball;
  ball.position = {x, y, radius};
  ball.velocity = {vx, 0.0, 0.0};
  ball.spin = {0.0, vx / radius, 0.0};
  return ball;
}

// A cue ball (track 1) on its way to a ball that lies still (track 2), with the truth beside.
struct Scene {
  Physics physics;
  Table table{build_table({}, physics.ball.radius)};
  Simulator truth{table, physics};
  MotionModel model{table, physics};
  std::vector<Ball> balls;
  std::vector<Track> tracks;
  double now{0.0};

  explicit Scene(double aside, double speed = 1.0)
      : balls{rolling(-0.3, aside, speed), rolling(0.0, 0.0, 0.0)} {
    truth.reset(balls);
    for (std::uint32_t id : {1U, 2U}) {
      const Ball& ball = balls[id - 1];
      tracks.push_back(
          start_track({ball.position.x(), ball.position.y()}, kCovariance, physics.ball.radius));
      tracks.back().id = id;
    }
    tracks[0].ball = balls[0];
    tracks[0].covariance.diagonal() << 1e-8, 1e-8, 1e-4, 1e-4, 1.0, 1.0, 1.0;
  }
  void move() {
    now += kFrame;
    const Result result = truth.run({now, 1000000});
    for (std::size_t i = 0; i < 2; ++i) balls[i] = result.balls[i];
    model.move(tracks, kFrame);
  }
  void see(std::size_t i, const Vec2<double>& off = Vec2<double>::Zero()) {
    const cv::Point2d at(balls[i].position.x() + off.x(), balls[i].position.y() + off.y());
    model.correct(tracks, tracks[i], at, kCovariance, kFrame);
  }
  /// Until they have met; both are seen up to the last frame before.
  void move_until_contact() {
    do {
      move();
      if (balls[1].velocity.norm() > 0.0) return;
      see(0);
      see(1);
    } while (now < 2.0);
    FAIL() << "no contact";
  }
  [[nodiscard]] double speed_error(std::size_t i) const {
    return (tracks[i].ball.velocity - balls[i].velocity).norm();
  }
};

TEST(MotionModel, LetsABallThatLayLongGoWhenItIsHit) {
  Scene scene(0.02, 0.4);  // it comes some millimetres far until it is seen next
  for (int i = 0; i < 60; ++i) scene.see(1);
  scene.move_until_contact();
  scene.see(0);
  scene.see(1);
  EXPECT_GT(scene.tracks[1].ball.velocity.norm(), 0.0);
  EXPECT_LT(scene.speed_error(1), 0.01 * scene.balls[1].velocity.norm() + 0.005);
}

// A cue gives a ball any spin, another ball hardly any. How long it lay in its place before tells
// nothing.
TEST(MotionModel, KnowsThatABallGivesLittleSpin) {
  Scene scene(0.05);
  for (int i = 0; i < 60; ++i) scene.see(1);
  scene.tracks[0].ball.position.y() = 0.06;  // thought to pass by
  while (scene.balls[1].velocity.norm() == 0.0) scene.move();
  scene.see(1);
  ASSERT_LT(scene.balls[1].position.head<2>().norm(), 0.008);
  const Track& struck = scene.tracks[1];
  const double rolling = struck.ball.velocity.norm() / scene.physics.ball.radius;
  ASSERT_GT(rolling, 1.0);
  for (const int axis : {4, 5}) EXPECT_LT(std::sqrt(struck.covariance(axis, axis)), 0.2 * rolling);
}

TEST(MotionModel, LearnsOfABallFromTheOneItHit) {
  Scene scene(0.02);
  // The place of the ball that lies still is 0.5 mm off: the cue ball is expected to leave aside.
  scene.tracks[1].ball.position.y() += 5e-4;
  scene.tracks[1].covariance.topLeftCorner<2, 2>() = 2.5e-7 * Eigen::Matrix2d::Identity();
  while (scene.balls[1].velocity.norm() == 0.0 && scene.now < 2.0) {
    scene.move();
    if (scene.balls[1].velocity.norm() == 0.0) scene.see(0);
  }
  const double before = scene.speed_error(0);
  const StateMatrix unsure = scene.tracks[0].covariance;
  scene.see(1);  // the other one is never seen again
  EXPECT_LT(scene.tracks[0].covariance(0, 0), unsure(0, 0));
  EXPECT_LT(scene.tracks[0].covariance(2, 2), unsure(2, 2));
  for (int i = 0; i < 2; ++i) {
    scene.move();
    scene.see(1);
  }
  EXPECT_GT(before, 0.008);
  EXPECT_LT(scene.speed_error(0), 0.5 * before);
}

// What it gives is little, and the contact's laws are wrong by a share of that.
TEST(MotionModel, KnowsTheSpinThatASoftContactGives) {
  Scene scene(0.02, 0.4);
  scene.move_until_contact();
  for (const int i : {4, 5}) EXPECT_LT(scene.tracks[1].covariance(i, i), 0.8 * 0.8);  // [rad²/s²]
  EXPECT_LT((scene.tracks[1].ball.spin - scene.balls[1].spin).head<2>().norm(), 0.8);
}

TEST(MotionModel, BelievesAnOddSightBesideAnotherBallTheSecondTime) {
  Scene scene(0.02);
  scene.move_until_contact();
  scene.see(0);
  scene.see(1, {0.0, 4e-3});  // an outline that was taken for the other's
  EXPECT_LT(scene.speed_error(1), 0.05);
  scene.move();
  scene.see(1, {0.0, 8e-3});  // and again: it did go there
  EXPECT_GT(scene.speed_error(1), 0.2);
}

TEST(MotionModel, BelievesAnOddSightOfALoneBallTheSecondTime) {
  Scene scene(0.5);
  for (int i = 0; i < 10; ++i) {
    scene.move();
    scene.see(0);
  }
  scene.move();
  scene.see(0, {0.0, 4e-3});  // a stripe's outline
  EXPECT_LT(scene.speed_error(0), 0.01);
  scene.move();
  scene.see(0, {0.0, 8e-3});
  EXPECT_GT(scene.speed_error(0), 0.2);
}

// The way since the last sight that was believed tells the speed, not that since the last frame:
// else the speed would be off by as much to the other side, frame after frame.
TEST(MotionModel, FindsTheSpeedAgainAfterASightThatWasNotBelieved) {
  Scene scene(0.5);
  for (int i = 0; i < 10; ++i) {
    scene.move();
    scene.see(0);
  }
  scene.tracks[0].ball.velocity.x() += 0.5;
  for (int i = 0; i < 2; ++i) {
    scene.move();
    scene.see(0);
  }
  EXPECT_LT(scene.speed_error(0), 0.05);
}

// It was struck somewhere between two frames: the next one tells its speed, and is believed.
TEST(MotionModel, BelievesTheSecondSightOfAStruckBall) {
  Scene scene(0.5);
  scene.see(1, {0.02, 0.0});
  scene.move();
  scene.see(1, {0.06, 0.0});
  EXPECT_NEAR(scene.tracks[1].ball.velocity.x(), 2.4, 0.2);
}

// A ball that presses into the rubber when the frame is taken leaves it as it should.
TEST(MotionModel, FollowsABounceWhereverTheFramesFall) {
  int in_contact = 0;
  for (int phase = 0; phase < 12; ++phase) {
    Scene scene(0.3, 1.5);
    scene.balls[0].position.x() = 1.0 + 0.002 * phase;
    scene.tracks[0].ball = scene.balls[0];
    scene.truth.reset(scene.balls);
    for (int i = 0; i < 24; ++i) {
      scene.move();
      in_contact += scene.tracks[0].ahead > 0.0 ? 1 : 0;
      const Ball& now = scene.tracks[0].ahead > 0.0 ? scene.tracks[0].shown : scene.tracks[0].ball;
      EXPECT_LT((now.position - scene.balls[0].position).norm(), 2e-4) << phase << ", frame " << i;
    }
    EXPECT_LT(scene.balls[0].velocity.x(), -0.5) << phase;
    EXPECT_LT(scene.speed_error(0), 0.005) << phase;
  }
  EXPECT_GT(in_contact, 1);
}

TEST(MotionModel, KnowsThePlaceOfABallSoonAfterItStopped) {
  for (double speed : {0.04, 0.08, 0.12, 0.3}) {
    Scene scene(0.2, speed);
    while (scene.balls[0].velocity.norm() > 0.0 && scene.now < 20.0) {
      scene.move();
      scene.see(0);
    }
    for (int i = 0; i < 18; ++i) {  // 0.3 s
      scene.move();
      scene.see(0);
    }
    EXPECT_EQ(scene.tracks[0].ball.velocity.norm(), 0.0) << speed;
    EXPECT_LT((scene.tracks[0].ball.position - scene.balls[0].position).norm(), 2e-4) << speed;
  }
}

// A ball that was fast and not seen for long may be anywhere, in the filter's mind also behind a
// nose or inside another ball.
TEST(MotionModel, KeepsToNumbersWhereABallMayBeInsideACushion) {
  constexpr double kFewFrames = 0.1;  // [s]
  const Scene scene(0.0);
  MotionModel model{scene.table, scene.physics};
  for (int i = 0; i < 200; ++i) {
    const double along = 0.01 * i;
    Ball ball = rolling(1.24 - 0.1 * std::sin(7.0 * along), -0.6 + 0.1 * std::cos(11.0 * along),
                        4.0 * std::cos(3.1 * along));
    ball.velocity.y() = 4.0 * std::sin(3.1 * along);
    std::vector<Track> tracks{start_track({ball.position.x(), ball.position.y()}, kCovariance,
                                          scene.physics.ball.radius)};
    tracks[0].id = 1;
    tracks[0].ball = ball;
    tracks[0].covariance.diagonal() << 4e-4, 4e-4, 1.0, 1.0, 400.0, 400.0, 400.0;
    model.move(tracks, kFewFrames);
    ASSERT_TRUE(tracks[0].ball.position.allFinite() && tracks[0].ball.velocity.allFinite()) << i;
    ASSERT_TRUE(tracks[0].covariance.allFinite()) << i;
  }
}

TEST(Correlations, AreForgotten) {
  Correlations correlations;
  const StateMatrix block = StateMatrix::Random();
  correlations.set(7, 3, block);
  EXPECT_EQ(correlations.between(7, 3), block);
  EXPECT_EQ(correlations.between(3, 7), block.transpose());
  correlations.forget_side_spin(3);
  EXPECT_TRUE(correlations.between(7, 3).col(kStates - 1).isZero());
  EXPECT_EQ(correlations.between(7, 3)(0, 0), block(0, 0));
  correlations.forget(7);
  EXPECT_TRUE(correlations.between(7, 3).isZero());
}

}  // namespace
}  // namespace billiard::vision
