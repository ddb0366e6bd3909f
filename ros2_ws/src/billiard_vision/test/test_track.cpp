// SPDX-License-Identifier: Apache-2.0
#include "track.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace billiard::vision {
namespace {

constexpr double kFrame = 1.0 / 60.0;  // [s]
constexpr double kSigma = 2e-4;        // of a measurement [m]
constexpr double kRadius = 0.028575;   // [m]
constexpr int kSide = kStates - 1;
const cv::Matx22d kCovariance = kSigma * kSigma * cv::Matx22d::eye();

Track resting() { return start_track({0.1, 0.2}, kCovariance, kRadius); }

// One that creeps, about to be taken for still, with a side spin that is known to `sigma`.
Track creeping(double side, double sigma) {
  Track track = resting();
  track.still = 0.0;
  track.still_count = 0;
  track.ball.velocity = {0.005, 0.0, 0.0};
  track.ball.spin = {0.0, 0.005 / kRadius, side};
  track.covariance.diagonal() << 1e-8, 1e-8, 1e-6, 1e-6, 1.0, 1.0, sigma * sigma;
  return track;
}

// Is seen in its place for some time.
void lie(Track& track, double time) {
  for (double t = 0.0; t < time; t += kFrame)
    correct(track, {0.1, 0.2}, kCovariance, kFrame, false);
}

double side_sigma(const Track& track) { return std::sqrt(track.covariance(kSide, kSide)); }

TEST(Track, AveragesThePlaceOfABallAtRest) {
  std::mt19937 random(7);
  std::normal_distribution<double> error(0.0, kSigma);
  Track track = resting();

  for (int i = 0; i < 60; ++i)
    correct(track, {0.1 + error(random), 0.2 + error(random)}, kCovariance, kFrame, false);

  EXPECT_NEAR(track.ball.position.x(), 0.1, 0.5 * kSigma);
  EXPECT_NEAR(track.ball.position.y(), 0.2, 0.5 * kSigma);
  EXPECT_EQ(track.ball.velocity.norm(), 0.0);
}

TEST(Track, LetsABallGoThatIsSeenFarFromItsPlace) {
  Track track = resting();

  correct(track, {0.13, 0.2}, kCovariance, kFrame, false);

  EXPECT_NEAR(track.ball.velocity.x(), 0.03 / kFrame, 0.2);
  EXPECT_EQ(track.since_stroke, 0);
}

TEST(Track, KnowsNothingOfSpinWhenABallWasStruck) {
  Track track = resting();

  correct(track, {0.13, 0.2}, kCovariance, kFrame, false);

  EXPECT_EQ(track.ball.spin.norm(), 0.0);
  EXPECT_GT(side_sigma(track), 20.0);
}

TEST(Track, StopsABallThatHasNotMovedForAWhile) {
  Track track = creeping(0.0, 0.0);

  lie(track, 0.3);

  EXPECT_EQ(track.ball.velocity.norm(), 0.0);
  EXPECT_EQ(track.ball.spin.norm(), 0.0);
  EXPECT_EQ(side_sigma(track), 0.0);
}

TEST(Track, DoubtsTheSideSpinOfABallThatStopped) {
  for (const auto& [side, sigma] : {std::pair{-54.0, 3.0}, std::pair{0.0, 54.0}}) {
    Track track = creeping(side, sigma);

    lie(track, 0.3);

    EXPECT_EQ(track.ball.velocity.norm(), 0.0);
    EXPECT_GT(side_sigma(track), 48.0) << side;
  }
}

TEST(Track, ForgetsThatDoubtAsTheClothEndsTheSpin) {
  Track track = creeping(-54.0, 3.0);

  lie(track, 3.3);
  EXPECT_NEAR(side_sigma(track), 54.0 - 3.0 * 5.0, 3.0);

  lie(track, 9.0);
  EXPECT_EQ(side_sigma(track), 0.0);
}

}  // namespace
}  // namespace billiard::vision
