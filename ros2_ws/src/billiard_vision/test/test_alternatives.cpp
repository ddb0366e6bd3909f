// SPDX-License-Identifier: Apache-2.0
// The follow or draw of a struck ball, from how it goes on after a contact.
#include "alternatives.hpp"

#include <gtest/gtest.h>

namespace billiard::vision {
namespace {

constexpr double kFrame = 1.0 / 60.0;  // [s]
constexpr double kSigma = 2e-4;        // of a measurement [m]
const cv::Matx22d kCovariance = kSigma * kSigma * cv::Matx22d::eye();

// A ball (track 1) struck with `follow` times the spin of rolling, on its way to another (track 2).
struct Stroke {
  Physics physics;
  Table table{build_table({}, physics.ball.radius)};
  Simulator truth{table, physics};
  MotionModel model{table, physics};
  Alternatives alternatives;
  std::vector<Ball> balls{2};
  std::vector<Track> tracks;
  double now{0.0};

  explicit Stroke(double follow) {
    const double radius = physics.ball.radius, speed = 2.0;
    balls[0].position = {-0.4, 0.012, radius};
    balls[0].velocity = {speed, 0.0, 0.0};
    balls[0].spin = {0.0, follow * speed / radius, 0.0};
    balls[1].position = {0.0, 0.0, radius};
    truth.reset(balls);
    for (std::uint32_t id : {1U, 2U}) {
      const Vec3<double>& p = balls[id - 1].position;
      tracks.push_back(start_track({p.x(), p.y()}, kCovariance, radius));
      tracks.back().id = id;
    }
    tracks[0].ball.velocity = balls[0].velocity;
    const double spin = std::pow(speed / radius, 2);
    tracks[0].covariance.diagonal() << 1e-8, 1e-8, 1e-4, 1e-4, 0.02 * spin, spin, 0.25 * spin;
    alternatives.start(tracks, tracks[0]);
  }
  void step() {
    now += kFrame;
    const Result result = truth.run({now, 1000000});
    std::vector<Sight> sights;
    for (std::size_t i = 0; i < 2; ++i) {
      balls[i] = result.balls[i];
      sights.push_back({tracks[i].id, {balls[i].position.x(), balls[i].position.y()}, kCovariance});
    }
    if (!alternatives.active()) {
      model.move(tracks, kFrame);
      for (std::size_t i = 0; i < 2; ++i)
        model.correct(tracks, tracks[i], sights[i].place, kCovariance, kFrame);
      return;
    }
    alternatives.move(model, kFrame);
    alternatives.correct(model, sights, kFrame);
    alternatives.show(model, tracks);
  }
  [[nodiscard]] double speed_error() const {
    const StateVector state = alternatives.mean(tracks[0]);
    return (state.segment<2>(2) - balls[0].velocity.head<2>()).norm();
  }
};

TEST(Alternatives, TellDrawFromFollowSoonAfterAContact) {
  for (const double follow : {-0.7, -0.35, 0.1, 0.5, 0.8}) {
    Stroke stroke(follow);
    while (stroke.balls[1].velocity.norm() == 0.0 && stroke.now < 1.0) stroke.step();
    ASSERT_GT(stroke.balls[1].velocity.norm(), 0.0);
    for (int i = 0; i < 3; ++i) stroke.step();
    EXPECT_LT(stroke.speed_error(), 0.01 * stroke.balls[0].velocity.norm() + 0.005) << follow;
  }
}

TEST(Alternatives, EndWhenTheBallRolls) {
  Stroke stroke(0.3);
  for (int i = 0; i < 100; ++i) {
    if (!stroke.alternatives.active()) break;
    stroke.step();
  }
  EXPECT_FALSE(stroke.alternatives.active());
}

TEST(Alternatives, EndWhenThereAreOtherBalls) {
  Stroke stroke(0.3);
  stroke.tracks.push_back(start_track({0.5, 0.3}, kCovariance, stroke.physics.ball.radius));
  stroke.tracks.back().id = 3;
  stroke.alternatives.show(stroke.model, stroke.tracks);
  EXPECT_FALSE(stroke.alternatives.active());
}

}  // namespace
}  // namespace billiard::vision
