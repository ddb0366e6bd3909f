// SPDX-License-Identifier: Apache-2.0
// Time from publish() to the callback, in one process and between two, and lost images at 60 Hz.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <thread>
#include <utility>

namespace {

using sensor_msgs::msg::Image;

std::int64_t now() { return rclcpp::Clock(RCL_STEADY_TIME).now().nanoseconds(); }

struct Case {
  const char* name;
  std::size_t bytes;
  int count;
  double rate;  ///< [Hz]
  bool intra;
};

void report(const char* where, const Case& test, std::vector<double>& delays) {
  std::sort(delays.begin(), delays.end());
  if (delays.empty()) return (void)std::printf("%s, %s: nothing arrived\n", where, test.name);
  std::printf("%-14s %-6s n %5zu of %d, median %8.1f us, p99 %8.1f us, max %8.1f us\n", where,
              test.name, delays.size(), test.count, delays[delays.size() / 2],
              delays[delays.size() * 99 / 100], delays.back());
}

/// Receives `count` images, or until none has come for a while.
std::vector<double> receive(const std::shared_ptr<rclcpp::Node>& node, const Case& test) {
  std::vector<double> delays;
  const auto subscription = node->create_subscription<Image>(
      "bench", rclcpp::SensorDataQoS(), [&](Image::UniquePtr image) {
        const std::int64_t sent = rclcpp::Time(image->header.stamp).nanoseconds();
        delays.push_back(static_cast<double>(now() - sent) * 1e-3);
      });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  auto last = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  std::size_t seen = 0;
  while (delays.size() < static_cast<std::size_t>(test.count)) {
    executor.spin_once(std::chrono::milliseconds(100));
    const auto time = std::chrono::steady_clock::now();
    if (delays.size() != seen) last = time;
    seen = delays.size();
    if (time - last > std::chrono::seconds(2)) break;
  }
  return delays;
}

void send(const std::shared_ptr<rclcpp::Node>& node, const Case& test) {
  const auto publisher = node->create_publisher<Image>("bench", rclcpp::SensorDataQoS());
  while (publisher->get_subscription_count() == 0) {
    rclcpp::sleep_for(std::chrono::milliseconds(10));
  }
  rclcpp::WallRate rate(test.rate);
  for (int i = 0; i < test.count; ++i) {
    auto image = std::make_unique<Image>();
    image->data.resize(test.bytes);
    image->header.stamp = rclcpp::Time(now());
    publisher->publish(std::move(image));
    rate.sleep();
  }
}

void one_process(const Case& test) {
  const auto node = std::make_shared<rclcpp::Node>(
      "one", rclcpp::NodeOptions().use_intra_process_comms(test.intra));
  std::thread sender([&] { send(node, test); });
  auto delays = receive(node, test);
  sender.join();
  report(test.intra ? "one, pointer" : "one, DDS", test, delays);
}

/// Published from a timer and received in the same executor, as nodes in one container do: no other
/// thread needs to wake up.
void one_executor(const Case& test) {
  const auto node = std::make_shared<rclcpp::Node>(
      "one", rclcpp::NodeOptions().use_intra_process_comms(test.intra));
  const auto publisher = node->create_publisher<Image>("bench", rclcpp::SensorDataQoS());
  const auto timer = node->create_wall_timer(std::chrono::duration<double>(1.0 / test.rate), [&] {
    auto image = std::make_unique<Image>();
    image->data.resize(test.bytes);
    image->header.stamp = rclcpp::Time(now());
    publisher->publish(std::move(image));
  });
  auto delays = receive(node, test);
  report("one executor", test, delays);
}

/// What waking another thread takes by itself on this machine, for comparison.
void bare_wake_up() {
  constexpr int kCount = 2000;
  std::mutex mutex;
  std::condition_variable changed;
  std::int64_t sent = 0;
  std::vector<double> delays;
  std::thread receiver([&] {
    std::unique_lock lock(mutex);
    while (delays.size() < kCount) {
      changed.wait(lock, [&] { return sent != 0; });
      delays.push_back(static_cast<double>(now() - std::exchange(sent, 0)) * 1e-3);
    }
  });
  rclcpp::WallRate rate(1000.0);
  for (bool done = false; !done; rate.sleep()) {
    const std::lock_guard lock(mutex);
    done = delays.size() == kCount;
    sent = now();
    changed.notify_one();
  }
  receiver.join();
  report("bare wake-up", {"-", 0, kCount, 1000.0, false}, delays);
}

}  // namespace

int main(int argc, char** argv) {
  setenv("ROS_DOMAIN_ID", "99", 0);
  const std::vector<Case> tests = {{"1 kB", 1000, 2000, 1000.0, false},
                                   {"6 MB", 1920 * 1080 * 3, 300, 60.0, false}};
  if (argc > 1) {  // the sender, started below
    rclcpp::init(0, nullptr);
    send(std::make_shared<rclcpp::Node>("sender"), tests.at(std::strtoul(argv[1], nullptr, 10)));
    rclcpp::sleep_for(std::chrono::milliseconds(500));
    rclcpp::shutdown();
    return 0;
  }
  rclcpp::init(0, nullptr);
  bare_wake_up();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const std::string index = std::to_string(i);
    const pid_t child = fork();
    if (child == 0) execl("/proc/self/exe", argv[0], index.c_str(), nullptr);
    auto delays = receive(std::make_shared<rclcpp::Node>("receiver"), tests[i]);
    waitpid(child, nullptr, 0);
    report("two processes", tests[i], delays);
  }
  for (Case test : tests) {
    one_process(test);
    test.intra = true;
    one_process(test);
    one_executor(test);
  }
  rclcpp::shutdown();
  return 0;
}
