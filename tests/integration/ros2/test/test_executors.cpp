// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <rclcpp/rclcpp.hpp>
#include <thread>

#include "spin_until.hpp"

namespace {

using namespace std::chrono_literals;

TEST(Timers, CallBackUntilTheyAreCancelled) {
  const auto node = std::make_shared<rclcpp::Node>("timers");
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  int calls = 0;
  rclcpp::TimerBase::SharedPtr timer;
  timer = node->create_wall_timer(1ms, [&] {
    if (++calls == 3) timer->cancel();
  });

  ASSERT_TRUE(spin_until(executor, [&] { return calls == 3; }));
  executor.spin_once(20ms);
  EXPECT_EQ(calls, 3);
  EXPECT_TRUE(timer->is_canceled());
  timer->reset();
  EXPECT_TRUE(spin_until(executor, [&] { return calls > 3; }));
}

/// Two callbacks that each wait for the other to have started.
struct Meeting {
  std::mutex mutex;
  std::condition_variable changed;
  int inside = 0;
  int most = 0;
  std::atomic<int> calls{0};

  void attend(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex);
    most = std::max(most, ++inside);
    changed.notify_all();
    changed.wait_for(lock, patience, [this] { return most == 2; });
    --inside;
    ++calls;
  }
};

int most_at_once(rclcpp::CallbackGroupType type, std::chrono::milliseconds patience) {
  const auto node = std::make_shared<rclcpp::Node>("groups");
  const auto group = node->create_callback_group(type);
  Meeting meeting;
  auto first = node->create_wall_timer(
      1ms, [&] { meeting.attend(patience); }, group);
  auto second = node->create_wall_timer(
      1ms, [&] { meeting.attend(patience); }, group);
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  executor.add_node(node);
  std::thread watcher([&] {
    while (meeting.calls < 4) std::this_thread::yield();
    executor.cancel();
  });
  executor.spin();
  watcher.join();
  return meeting.most;
}

TEST(CallbackGroups, ReentrantCallbacksRunSideBySide) {
  EXPECT_EQ(most_at_once(rclcpp::CallbackGroupType::Reentrant, 5000ms), 2);
}

TEST(CallbackGroups, ExclusiveCallbacksNeverDo) {
  EXPECT_EQ(most_at_once(rclcpp::CallbackGroupType::MutuallyExclusive, 5ms), 1);
}

TEST(Executors, StopWhenRosShutsDown) {
  auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  rclcpp::ExecutorOptions options;
  options.context = context;
  const auto node =
      std::make_shared<rclcpp::Node>("stopping", rclcpp::NodeOptions().context(context));
  rclcpp::executors::SingleThreadedExecutor executor(options);
  executor.add_node(node);
  auto timer = node->create_wall_timer(1ms, [&] { context->shutdown("done"); });

  executor.spin();

  EXPECT_FALSE(context->is_valid());
}

TEST(Time, RefusesToCompareDifferentClocks) {
  const rclcpp::Time ros(1, 0, RCL_ROS_TIME);
  const rclcpp::Time system(1, 0, RCL_SYSTEM_TIME);

  EXPECT_THROW((void)(ros < system), std::runtime_error);
  EXPECT_EQ((ros + rclcpp::Duration(0, 500)).nanoseconds(), 1'000'000'500);
  EXPECT_EQ(rclcpp::Duration::from_seconds(0.5).nanoseconds(), 500'000'000);
}

}  // namespace
