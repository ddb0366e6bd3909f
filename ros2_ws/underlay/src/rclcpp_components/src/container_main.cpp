// SPDX-License-Identifier: Apache-2.0
// Built twice: component_container has one thread, component_container_mt several.
#include "rclcpp_components/standalone.hpp"

int main(int argc, char** argv) {
  return rclcpp_components::run_container(argc, argv, SEVERAL_THREADS);
}
