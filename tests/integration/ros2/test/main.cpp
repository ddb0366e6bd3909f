// SPDX-License-Identifier: Apache-2.0
// Every test process gets a domain of its own, so that tests running side by side do not meet.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <cstdlib>
#include <rclcpp/rclcpp.hpp>
#include <string>

namespace {

/// Locks the first free domain; the lock ends with the process.
std::string take_domain() {
  constexpr int kGreatestDomain = 100;  // above, ports may meet the system's own
  for (int id = 1; id <= kGreatestDomain; ++id) {
    const std::string file = "/tmp/billiard_ros_domain_" + std::to_string(id);
    const int lock = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) return std::to_string(id);
  }
  return "0";
}

class Ros : public testing::Environment {
 public:
  void TearDown() override { rclcpp::shutdown(); }
};

}  // namespace

int main(int argc, char** argv) {
  setenv("ROS_DOMAIN_ID", take_domain().c_str(), 1);
  testing::InitGoogleTest(&argc, argv);
  rclcpp::init(argc, argv);
  testing::AddGlobalTestEnvironment(new Ros);
  return RUN_ALL_TESTS();
}
