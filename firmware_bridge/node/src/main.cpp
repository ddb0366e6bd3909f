// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>

#include "cue_bridge.hpp"

int main(int argc, char** argv) {
  int code = 0;
  try {
    rclcpp::init(argc, argv);
    rclcpp::spin(std::make_shared<firmware_bridge::CueBridge>());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cue_bridge: %s\n", error.what());
    code = 2;
  }
  rclcpp::shutdown();
  return code;
}
