// SPDX-License-Identifier: Apache-2.0
// What must not happen to people, and what must not stop the game for good.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>

#include <rosbag2_cpp/reader.hpp>

#include "observer.hpp"
#include "robot_process.hpp"

namespace {

using billiard_msgs::msg::GameState;
using rclcpp::ParameterValue;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

/// No command comes while the fault lasts, and the game says what is the matter.
void expect_held_back(Observer& observer, const RobotProcess& robot, const std::string& reason) {
  const std::size_t before = observer.commands.size();
  const auto said = [&] { return observer.hindrance.find(reason) != std::string::npos; };
  EXPECT_TRUE(observer.wait(said, 10s))
      << "says '" << observer.hindrance << "' instead of '" << reason << "'";
  observer.listen(1500ms);
  EXPECT_EQ(observer.commands.size(), before) << "struck in spite of: " << reason << "\n"
                                              << robot.log();
}

/// A ball at rest other than the cue ball that the tracker knows: on a busy machine it may have
/// lost one in the break, and cannot miss what it does not know.
std::string some_ball(const Observer& observer) {
  constexpr double kSamePlace = 0.01;  // [m]
  const std::vector<std::string> differences = observer.find_differences(kSamePlace);
  for (const auto& ball : observer.truth.balls) {
    const bool known = std::find(differences.begin(), differences.end(),
                                 ball.id + " is not found") == differences.end();
    const bool rests = ball.state == billiard_msgs::msg::Ball::STATE_REST;
    if (ball.id != "cue" && rests && known) return ball.id;
  }
  return "";
}

TEST(Faults, HoldTheRobotBackAndLetItGoOnAfterwards) {
  Observer observer;
  RobotProcess robot({"game:=nine_ball", "racks:=0", "budget:=3.0", "seed:=4"});
  const auto planning = [&] {
    return observer.fired.size() == 1 && observer.game.shots == 1 &&
           observer.game.phase == GameState::PHASE_PLANNING;
  };
  ASSERT_TRUE(observer.wait(planning, 180s)) << robot.log();

  // The shot is due in a moment. One trouble follows the other without a gap.
  const std::string ball = some_ball(observer);
  ASSERT_NE(ball, "");
  observer.set_fault("fault.hand", ParameterValue(true));
  expect_held_back(observer, robot, "over the table");
  observer.set_fault("fault.lift", ParameterValue(ball));
  observer.set_fault("fault.hand", ParameterValue(false));
  expect_held_back(observer, robot, "ball " + ball);
  observer.set_fault("fault.freeze", ParameterValue(true));
  expect_held_back(observer, robot, "stands still");
  observer.set_fault("fault.lift", ParameterValue(std::string()));
  observer.set_fault("fault.stop", ParameterValue(true));
  observer.set_fault("fault.freeze", ParameterValue(false));
  expect_held_back(observer, robot, "last seen");
  const std::vector<pid_t> firmware = robot.find_processes("cue_emulator");
  ASSERT_EQ(firmware.size(), 1U);
  kill(firmware[0], SIGKILL);  // unplugged; launch plugs it in again after a second
  EXPECT_EQ(observer.commands.size(), 1U);
  EXPECT_EQ(observer.strikes, 1U);

  // All is well again: the robot plays on by itself, and struck by nothing but its own command.
  observer.set_fault("fault.stop", ParameterValue(false));
  ASSERT_TRUE(observer.wait([&] { return observer.fired.size() == 2; }, 60s))
      << observer.hindrance << "\n"
      << robot.log();
  const auto struck = [&] { return observer.strikes == 2; };
  EXPECT_TRUE(observer.wait(struck, 10s));
  EXPECT_EQ(observer.fired.back(), observer.commands.back());

  // Ctrl-C in the middle of the shot: everything ends, and the recording can be read.
  robot.interrupt();
  ASSERT_TRUE(observer.wait([&] { return !robot.is_running(); }, 20s)) << robot.log();
  EXPECT_THAT(robot.find_processes(""), testing::IsEmpty());
  rosbag2_cpp::Reader reader;
  rosbag2_storage::StorageOptions options;  // by name alone, Humble takes a bag for sqlite3
  options.uri = robot.bag();
  reader.open(options, rosbag2_cpp::ConverterOptions());
  std::map<std::string, int> counts;
  while (reader.has_next()) ++counts[reader.read_next()->topic_name];
  EXPECT_EQ(counts["/cue/result"],
            static_cast<int>(observer.fired.size() + observer.refusals.size()));
  EXPECT_GT(counts["/camera/image_raw/compressed"], 100);
  EXPECT_GT(counts["/ground_truth"], 100);
}

TEST(Faults, FramesOutOfOrderAreToldAndLeftOut) {
  Observer observer;
  RobotProcess robot({"game:=nine_ball", "racks:=0", "budget:=0.5", "seed:=5"});
  ASSERT_TRUE(observer.wait([&] { return !observer.balls.balls.empty(); }, 60s)) << robot.log();

  observer.set_fault("fault.swap", ParameterValue(true));

  // Half of the frames remain, in order: the stamps of the balls never go back.
  rclcpp::Time last(observer.balls.header.stamp);
  bool in_order = true;
  const auto watch = [&] {
    const rclcpp::Time stamp(observer.balls.header.stamp);
    in_order = in_order && stamp >= last;
    last = stamp;
    return observer.fired.size() == 1;
  };
  EXPECT_TRUE(observer.wait(watch, 60s)) << robot.log();  // the break is still played
  EXPECT_TRUE(in_order);
}

}  // namespace
