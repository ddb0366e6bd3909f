// SPDX-License-Identifier: Apache-2.0
#include "tracker/ball_book.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "billiard_engine/files/settings.hpp"

namespace billiard_nodes {
namespace {

using billiard::Motion;
using billiard::vision::BallSet;
using billiard::vision::LostBall;
using billiard::vision::TrackedBall;
using billiard::vision::TrackedFrame;
using BallMessage = billiard_msgs::msg::Ball;
using ::testing::ElementsAre;

NamedTable table_of(const std::string& name) {
  const billiard::Settings settings = billiard::load_settings(name);
  return {name, settings.table, settings.physics.ball.radius};
}

TrackedBall tracked(std::uint32_t track, const std::string& id, double x, double speed = 0.0,
                    BallSet set = BallSet::kPool) {
  TrackedBall ball;
  ball.track = track;
  ball.kind = find_kind(set, id);
  ball.position = {x, 0.0, 0.028575};
  ball.velocity = {speed, 0.0, 0.0};
  ball.motion = speed > 0.0 ? Motion::kRolling : Motion::kRest;
  ball.confidence = 0.9;
  ball.covariance = cv::Matx44d::eye() * 1e-6;
  ball.spin_sigma = {1.0, 2.0, 3.0};
  return ball;
}

TrackedFrame frame_of(std::vector<TrackedBall> balls, std::vector<LostBall> lost = {}) {
  TrackedFrame frame;
  frame.balls = std::move(balls);
  frame.lost = std::move(lost);
  return frame;
}

std::vector<std::string> ids_of(const BallBook& book) {
  std::vector<std::string> ids;
  for (const auto& ball : book.message().balls) ids.push_back(ball.id);
  return ids;
}

TEST(BallBook, NamesBallsAsTheRulesDo) {
  BallBook book(table_of("pool_9ft"));
  book.update(frame_of({tracked(1, "9", 0.5), tracked(2, "cue", 0.0, 1.0), tracked(3, "1", 0.7)}));
  const auto message = book.message();
  EXPECT_THAT(ids_of(book), ElementsAre("cue", "1", "9"));
  EXPECT_EQ(message.balls[2].class_name, "stripe");
  EXPECT_EQ(message.balls[0].state, BallMessage::STATE_ROLLING);
  EXPECT_FALSE(message.at_rest);
  EXPECT_EQ(message.balls[0].covariance[0], 1e-6);
  EXPECT_EQ(message.balls[0].covariance[9 * 4 + 4], 1e-6);
  EXPECT_EQ(message.balls[0].covariance[9 * 7 + 7], 4.0);
  EXPECT_EQ(message.table, "pool_9ft");
}

TEST(BallBook, KeepsPocketedBallsUntilTheyAreSeenAgain) {
  BallBook book(table_of("pool_9ft"));
  book.update(frame_of({tracked(1, "cue", 0.0), tracked(2, "3", 1.2, 1.0)}));
  LostBall lost;
  lost.track = 2;
  lost.kind = find_kind(BallSet::kPool, "3");
  lost.reason = LostBall::Reason::kPocketed;
  lost.pocket = 2;
  book.update(frame_of({tracked(1, "cue", 0.0)}, {lost}));
  book.update(frame_of({tracked(1, "cue", 0.0)}));

  auto message = book.message();
  ASSERT_EQ(message.balls.size(), 2U);
  EXPECT_EQ(message.balls[1].state, BallMessage::STATE_POCKETED);
  EXPECT_EQ(message.balls[1].pocket, "corner_pp");
  EXPECT_TRUE(message.at_rest);

  book.update(frame_of({tracked(1, "cue", 0.0), tracked(7, "3", 0.3)}));
  message = book.message();
  ASSERT_EQ(message.balls.size(), 2U);
  EXPECT_EQ(message.balls[1].state, BallMessage::STATE_REST);
  EXPECT_EQ(message.balls[1].pocket, "");
}

TEST(BallBook, SaysWhichBallsLeftTheTable) {
  BallBook book(table_of("pool_9ft"));
  book.update(frame_of({tracked(1, "cue", 0.0), tracked(2, "3", 0.5)}));
  LostBall lost;
  lost.track = 2;
  lost.kind = find_kind(BallSet::kPool, "3");
  lost.position = {0.5, 0.0, 0.03};
  book.update(frame_of({tracked(1, "cue", 0.0)}, {lost}));
  const auto message = book.message();
  EXPECT_EQ(message.balls[1].state, BallMessage::STATE_OFF_TABLE);
  EXPECT_EQ(message.balls[1].position.x, 0.5);
}

TEST(BallBook, FollowsABallThatGetsABetterName) {
  BallBook book(table_of("pool_9ft"));
  book.update(frame_of({tracked(1, "cue", 0.0), tracked(2, "3", 0.5)}));
  book.update(frame_of({tracked(1, "cue", 0.0), tracked(2, "7", 0.5)}));
  EXPECT_THAT(ids_of(book), ElementsAre("cue", "7"));
}

TEST(BallBook, CallsTheWhiteBallOfSnookerTheCueBall) {
  BallBook book(table_of("snooker_12ft"));
  book.update(frame_of({tracked(5, "white", 0.1, 0.0, BallSet::kSnooker)}));
  EXPECT_THAT(ids_of(book), ElementsAre("cue"));
  EXPECT_EQ(book.message().balls[0].class_name, "white");
}

TEST(BallBook, NumbersTheRedsAndKeepsTheirNumbers) {
  const auto red = [](std::uint32_t track, double x) {
    return tracked(track, "red", x, 0.0, BallSet::kSnooker);
  };
  BallBook book(table_of("snooker_12ft"));
  book.update(frame_of({red(5, 0.1), red(6, 0.2), red(7, 0.3)}));
  EXPECT_THAT(ids_of(book), ElementsAre("red", "red2", "red3"));
  LostBall lost;
  lost.track = 6;
  lost.kind = find_kind(BallSet::kSnooker, "red");
  lost.reason = LostBall::Reason::kPocketed;
  lost.pocket = 0;
  book.update(frame_of({red(7, 0.3), red(5, 0.1)}, {lost}));
  const auto message = book.message();
  ASSERT_THAT(ids_of(book), ElementsAre("red", "red2", "red3"));
  EXPECT_EQ(message.balls[0].position.x, 0.1);
  EXPECT_EQ(message.balls[1].state, BallMessage::STATE_POCKETED);
  EXPECT_EQ(message.balls[2].position.x, 0.3);
  EXPECT_EQ(message.balls[1].class_name, "red");
}

}  // namespace
}  // namespace billiard_nodes
