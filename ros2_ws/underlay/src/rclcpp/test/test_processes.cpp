// SPDX-License-Identifier: Apache-2.0
// Many processes, a killed one, and traffic that must not leak. usage: test_processes PART
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <string>

#include "own_domain.hpp"

namespace {

using sensor_msgs::msg::Image;
using namespace std::chrono_literals;

constexpr int kProcesses = 24;

bool is_full() { return std::getenv("BILLIARD_FULL_TESTS") != nullptr; }

/// Waits until `count` nodes are known.
bool sees_nodes(const std::shared_ptr<rclcpp::Node>& node, std::size_t count) {
  return node->get_node_base_interface()->participant().graph().wait_until(
      std::chrono::steady_clock::now() + 90s,
      [&] { return node->get_node_names().size() >= count; });
}

int many_processes() {
  int ready[2];
  int go[2];
  if (pipe(ready) != 0 || pipe(go) != 0) return 1;
  for (int i = 0; i < kProcesses; ++i) {
    if (fork() == 0) {
      rclcpp::init(0, nullptr);
      const auto node = std::make_shared<rclcpp::Node>("node_" + std::to_string(i));
      const char seen = sees_nodes(node, kProcesses) ? 'y' : 'n';
      if (write(ready[1], &seen, 1) != 1) std::_Exit(1);
      char word = 0;
      if (read(go[0], &word, 1) != 1) std::_Exit(1);  // stay until all have seen all
      rclcpp::shutdown();
      std::exit(0);
    }
  }
  int good = 0;
  for (int i = 0; i < kProcesses; ++i) {
    char seen = 0;
    if (read(ready[0], &seen, 1) == 1 && seen == 'y') ++good;
  }
  // One after the other: Fast DDS 2.9 may crash when it deletes a writer just as a peer says that
  // it leaves.
  int clean = 0;
  for (int i = 0; i < kProcesses; ++i) {
    if (write(go[1], "g", 1) != 1) return 1;
    int status = 0;
    if (wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) ++clean;
  }
  std::printf("%d of %d saw all the others, %d ended cleanly\n", good, kProcesses, clean);
  return good == kProcesses && clean == kProcesses ? 0 : 1;
}

/// Publishes images for ever.
[[noreturn]] void publish_forever() {
  rclcpp::init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("victim");
  const auto publisher = node->create_publisher<Image>("frames", rclcpp::SensorDataQoS());
  Image image;
  image.data.resize(1'000'000);
  while (true) {
    publisher->publish(image);
    rclcpp::sleep_for(5ms);
  }
}

int killed_process() {
  for (int round = 0; round < 3; ++round) {
    const pid_t victim = fork();
    if (victim == 0) publish_forever();
    const pid_t listener = fork();
    if (listener == 0) {
      rclcpp::init(0, nullptr);
      const auto node = std::make_shared<rclcpp::Node>("listener");
      int count = 0;
      const auto subscription = node->create_subscription<Image>("frames", rclcpp::SensorDataQoS(),
                                                                 [&](const Image&) { ++count; });
      rclcpp::executors::SingleThreadedExecutor executor;
      executor.add_node(node);
      const auto end = std::chrono::steady_clock::now() + 60s;
      while (count < 10 && std::chrono::steady_clock::now() < end) executor.spin_once(100ms);
      std::_Exit(count >= 10 ? 0 : 1);  // without cleaning up either
    }
    int status = 0;
    waitpid(listener, &status, 0);
    kill(victim, SIGKILL);
    waitpid(victim, nullptr, 0);
    std::printf("round %d: %s\n", round, WEXITSTATUS(status) == 0 ? "received" : "nothing came");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return 1;
  }
  return 0;
}

/// Resident memory of this process [kB].
long resident() {
  std::ifstream statm("/proc/self/statm");
  long total = 0;
  long pages = 0;
  statm >> total >> pages;
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

int steady_traffic() {
  const auto duration = is_full() ? std::chrono::seconds(600) : std::chrono::seconds(10);
  rclcpp::init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("steady");
  long received = 0;
  const auto subscription =
      node->create_subscription<Image>("steady", 100, [&](const Image&) { ++received; });
  const auto publisher = node->create_publisher<Image>("steady", 100);
  Image image;
  image.data.resize(1000);
  const auto timer = node->create_wall_timer(1ms, [&] { publisher->publish(image); });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  const auto start = std::chrono::steady_clock::now();
  long settled = 0;
  while (std::chrono::steady_clock::now() - start < duration) {
    executor.spin_once(100ms);
    // Buffers have their final size after a fifth of the time.
    if (settled == 0 && std::chrono::steady_clock::now() - start > duration / 5) {
      settled = resident();
    }
  }
  const long growth = resident() - settled;
  std::printf("%ld messages, memory grew by %ld kB\n", received, growth);
  constexpr long kAllowedGrowth = 1024;  // [kB], what the allocator may still move about
  rclcpp::shutdown();
  return received > 0 && growth < kAllowedGrowth ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string part = argc > 1 ? argv[1] : "";
  take_domain();
  if (part == "many_processes") return many_processes();
  if (part == "killed_process") return killed_process();
  if (part == "steady_traffic") return steady_traffic();
  std::fprintf(stderr, "usage: test_processes many_processes|killed_process|steady_traffic\n");
  return 2;
}
