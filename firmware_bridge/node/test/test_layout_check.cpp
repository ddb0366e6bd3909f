// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "layout_check.hpp"

namespace firmware_bridge {
namespace {

using billiard_msgs::msg::Ball;
using billiard_msgs::msg::BallArray;
using ::testing::HasSubstr;

Ball ball(const std::string& id, double x, double y) {
  Ball made;
  made.id = id;
  made.position.x = x;
  made.position.y = y;
  return made;
}

BallArray layout(std::vector<Ball> balls) {
  BallArray made;
  made.balls = std::move(balls);
  return made;
}

constexpr double kTolerance = 0.002;

TEST(LayoutCheck, AcceptsBallsWithinTheTolerance) {
  const auto planned = layout({ball("cue", 0, 0), ball("1", 1, 0)});
  const auto seen = layout({ball("1", 1.0019, 0), ball("cue", 0, -0.0019)});
  EXPECT_EQ(find_layout_change(planned, seen, kTolerance), "");
}

TEST(LayoutCheck, NamesTheBallThatMoved) {
  const auto planned = layout({ball("cue", 0, 0), ball("1", 1, 0)});
  const auto seen = layout({ball("cue", 0, 0), ball("1", 1, 0.0021)});
  EXPECT_THAT(find_layout_change(planned, seen, kTolerance), HasSubstr("ball 1 has moved by 2.1"));
}

TEST(LayoutCheck, NamesTheBallThatIsGoneOrNew) {
  const auto one = layout({ball("cue", 0, 0)});
  const auto two = layout({ball("cue", 0, 0), ball("8", 1, 0)});
  EXPECT_THAT(find_layout_change(two, one, kTolerance), HasSubstr("ball 8 is not seen"));
  EXPECT_THAT(find_layout_change(one, two, kTolerance), HasSubstr("ball 8 was not there"));
}

TEST(LayoutCheck, NamesBothTablesWhereTheyDiffer) {
  auto planned = layout({ball("cue", 0, 0)}), seen = planned;
  planned.table = "pool_9ft";
  EXPECT_EQ(find_layout_change(planned, seen, kTolerance), "") << "seen on a table without a name";
  seen.table = "pool_8ft";
  EXPECT_EQ(find_layout_change(planned, seen, kTolerance),
            "the shot is for table 'pool_9ft'; seen is 'pool_8ft'");
}

TEST(LayoutCheck, IgnoresPocketedBalls) {
  Ball pocketed = ball("8", 5, 5);
  pocketed.state = Ball::STATE_POCKETED;
  const auto planned = layout({ball("cue", 0, 0), pocketed});
  EXPECT_EQ(find_layout_change(planned, layout({ball("cue", 0, 0)}), kTolerance), "");
}

TEST(LayoutCheck, RefusesAPositionThatIsNotANumber) {
  const auto planned = layout({ball("cue", std::numeric_limits<double>::quiet_NaN(), 0)});
  EXPECT_NE(find_layout_change(planned, layout({ball("cue", 0, 0)}), kTolerance), "");
}

}  // namespace
}  // namespace firmware_bridge
