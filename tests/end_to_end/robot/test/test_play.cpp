// SPDX-License-Identifier: Apache-2.0
// A game without trouble: two shots in the quick form, 20 racks with BILLIARD_FULL_TESTS=1.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "observer.hpp"
#include "robot_process.hpp"

namespace {

using billiard_msgs::msg::GameState;
using std::chrono_literals::operator""s;

constexpr double kSamePlace = 0.006;  // tracked against true place of a ball at rest [m]

/// Every command was fired exactly once, and the table was struck as often.
void expect_each_fired_once(const Observer& observer) {
  const std::set<std::uint32_t> ids(observer.commands.begin(), observer.commands.end());
  EXPECT_EQ(ids.size(), observer.commands.size()) << "an id was commanded twice";
  EXPECT_EQ(observer.fired, observer.commands);
  EXPECT_THAT(observer.refusals, testing::IsEmpty());
}

TEST(Play, StrikesOncePerCommandAndFindsEveryBallAtTheEnd) {
  Observer observer;
  RobotProcess robot({"game:=nine_ball", "most_shots:=2", "racks:=1", "budget:=0.5", "seed:=3"});

  ASSERT_TRUE(observer.wait([&] { return observer.game.phase == GameState::PHASE_OVER; }, 180s))
      << robot.log();
  // The rack is over: the layout that the robot sees must be the true one.
  EXPECT_THAT(observer.find_differences(kSamePlace), testing::IsEmpty()) << robot.log();
  expect_each_fired_once(observer);
  EXPECT_GE(observer.fired.size(), 1U);
  EXPECT_LE(observer.fired.size(), 2U);

  ASSERT_TRUE(observer.wait([&] { return !robot.is_running(); }, 30s)) << robot.log();
  EXPECT_EQ(robot.exit_code(), 0) << robot.log();
  EXPECT_EQ(observer.strikes, observer.fired.size());
  EXPECT_THAT(robot.find_processes(""), testing::IsEmpty());
}

TEST(Play, KeepsItsPromisesOverManyRacks) {
  if (std::getenv("BILLIARD_FULL_TESTS") == nullptr) {
    GTEST_SKIP() << "20 racks; set BILLIARD_FULL_TESTS=1 to play them";
  }
  constexpr std::uint32_t kRacks = 20;
  Observer observer;
  RobotProcess robot({"game:=eight_ball", "racks:=20", "seed:=100"});
  std::uint32_t over = 0;
  std::uint64_t pots = 0;

  while (over < kRacks) {
    const bool decided = observer.wait(
        [&] { return observer.game.rack > over && observer.game.phase == GameState::PHASE_OVER; },
        1200s);
    ASSERT_TRUE(decided) << robot.log();
    over = observer.game.rack;
    pots += observer.game.pots;
    EXPECT_THAT(observer.find_differences(kSamePlace), testing::IsEmpty()) << "rack " << over;
  }

  expect_each_fired_once(observer);
  double promised = 0.0;
  std::size_t called = 0;
  for (const std::uint32_t id : observer.fired) {
    const auto plan = observer.promised.find(id);
    if (plan == observer.promised.end()) continue;
    promised += plan->second;
    ++called;
  }
  const double mean = promised / static_cast<double>(called);
  const double realised = static_cast<double>(pots) / static_cast<double>(called);
  std::printf("%zu called pots: promised %.3f, potted %.3f\n", called, mean, realised);
  EXPECT_NEAR(realised, mean, 0.05);
  ASSERT_TRUE(observer.wait([&] { return !robot.is_running(); }, 30s));
  EXPECT_EQ(robot.exit_code(), 0) << robot.log();
}

}  // namespace
