// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "rclcpp/context.hpp"

namespace rclcpp {

enum class SignalHandlerOptions { All, SigInt, SigTerm, None };

struct InitOptions {
  bool shutdown_on_signal{true};
};

/// Starts ROS in this process: reads `--ros-args` and handles SIGINT and SIGTERM by a shutdown.
void init(int argc, const char* const* argv, const InitOptions& options = InitOptions(),
          SignalHandlerOptions signals = SignalHandlerOptions::All);
/// Like init(); the arguments that are not ROS's.
[[nodiscard]] std::vector<std::string> init_and_remove_ros_arguments(
    int argc, const char* const* argv, const InitOptions& options = InitOptions());
[[nodiscard]] std::vector<std::string> remove_ros_arguments(int argc, const char* const* argv);

[[nodiscard]] bool ok(Context::SharedPtr context = nullptr);
bool shutdown(Context::SharedPtr context = nullptr,
              const std::string& reason = "user called rclcpp::shutdown()");
void on_shutdown(std::function<void()> callback, Context::SharedPtr context = nullptr);
/// False if ROS was shut down before the time was over.
bool sleep_for(const std::chrono::nanoseconds& duration, Context::SharedPtr context = nullptr);

}  // namespace rclcpp
