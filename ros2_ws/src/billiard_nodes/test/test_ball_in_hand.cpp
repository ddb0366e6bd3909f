// SPDX-License-Identifier: Apache-2.0
#include "game/ball_in_hand.hpp"

#include <gmock/gmock.h>

#include <utility>

namespace billiard_nodes {
namespace {

TEST(BallInHand, IsPlacedAmongBallsThatAreSeenToOverlap) {
  BallInHand hand(billiard::load_settings("pool_9ft"));
  billiard::Layout seen;
  for (const auto& [id, x] : {std::pair{"cue", 0.3}, {"8", 0.7}, {"11", 0.7 + 0.0557}}) {
    seen.ids.emplace_back(id);
    seen.balls.emplace_back();
    seen.balls.back().position = {x, 0.0, 0.028575};
  }

  const GameFlow::Place place = hand.place(seen, {billiard::Game::kEightBall});

  EXPECT_EQ(place.problem, "");
  EXPECT_GT((place.position - billiard::Vec2<double>(0.7, 0.0)).norm(), 0.05);
}

TEST(BallInHand, SaysWhichBallCannotBeWhereItIsSeen) {
  BallInHand hand(billiard::load_settings("pool_9ft"));
  billiard::Layout seen;
  seen.ids = {"8"};
  seen.balls.emplace_back();
  seen.balls[0].position = {3.0, 0.0, 0.028575};

  EXPECT_THAT(hand.place(seen, {billiard::Game::kEightBall}).problem, testing::HasSubstr("'8'"));
}

}  // namespace
}  // namespace billiard_nodes
